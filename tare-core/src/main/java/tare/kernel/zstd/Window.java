package tare.kernel.zstd;

import java.util.Arrays;
import java.util.zip.ZipException;

/** What was unpacked last: as far back as the frame may reach. Grows as bytes come. */
final class Window {

  private final int reach;
  private byte[] bytes = new byte[2 * ZstdBlocks.LARGEST];
  private int end;
  private int taken;

  Window(int reach) {
    this.reach = reach;
  }

  /** Makes room for a block; everything must have been taken. */
  void beginBlock() {
    if (bytes.length - end >= ZstdBlocks.LARGEST) {
      return;
    }
    if (end > reach && end >= 2L * Math.max(reach, ZstdBlocks.LARGEST)) {
      System.arraycopy(bytes, end - reach, bytes, 0, reach);
      end = reach;
      taken = reach;
    } else {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
  }

  void append(byte[] from, int start, int count) throws ZipException {
    requireRoom(count);
    System.arraycopy(from, start, bytes, end, count);
    end += count;
  }

  void fill(byte value, int count) throws ZipException {
    requireRoom(count);
    Arrays.fill(bytes, end, end + count, value);
    end += count;
  }

  /** Repeats what stood some way back; it may overlap what it writes. */
  void repeat(long distance, int count) throws ZipException {
    requireRoom(count);
    if (distance <= 0 || distance > end) {
      throw new ZipException("a block reaches back too far");
    }
    int from = end - (int) distance;
    if (distance >= count) {
      System.arraycopy(bytes, from, bytes, end, count);
    } else {
      for (int i = 0; i < count; i++) {
        bytes[end + i] = bytes[from + i];
      }
    }
    end += count;
  }

  /** How much of the last block is still to be taken. */
  int available() {
    return end - taken;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Takes some of what is available and returns where it begins. */
  int take(int count) {
    taken += count;
    return taken - count;
  }

  private void requireRoom(int count) throws ZipException {
    if (end - taken + count > ZstdBlocks.LARGEST) {
      throw new ZipException("a block is larger than the format allows");
    }
  }
}

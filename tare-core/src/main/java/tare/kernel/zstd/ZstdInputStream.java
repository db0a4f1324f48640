package tare.kernel.zstd;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks a stream of Zstandard frames. What is damaged is told by a {@link ZipException}, what is
 * cut short by an {@link EOFException}. Frames that need a dictionary, or reach back over 128 MB,
 * are refused.
 */
public final class ZstdInputStream extends InputStream {

  /** The first four bytes of a frame, as a little-endian number. */
  public static final int MAGIC = 0xFD2FB528;

  private static final int SKIPPED = 0x184D2A50;
  private static final long FARTHEST = 1L << 27;

  private final InputStream in;
  private final byte[] block = new byte[ZstdBlocks.LARGEST];
  private @Nullable Frame frame;

  /**
   * @param in closed with this
   */
  public ZstdInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] out, int from, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    while (frame == null || frame.window.available() == 0) {
      if (frame != null && !frame.ended) {
        readBlock(frame);
      } else if (!nextFrame()) {
        return -1;
      }
    }
    int taken = Math.min(count, frame.window.available());
    System.arraycopy(frame.window.bytes(), frame.window.take(taken), out, from, taken);
    return taken;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean nextFrame() throws IOException {
    byte[] start = in.readNBytes(4);
    if (start.length == 0) {
      return false;
    }
    int magic = (int) new Cursor(start, 0, start.length).number(start.length);
    if (start.length == 4 && (magic & ~0xF) == SKIPPED) {
      in.skipNBytes(number(4));
      frame = null;
      return true;
    }
    if (start.length < 4 || magic != MAGIC) {
      throw new ZipException("a frame does not begin as it should");
    }
    frame = readHeader();
    return true;
  }

  private Frame readHeader() throws IOException {
    int flags = (int) number(1);
    boolean single = (flags & 1 << 5) != 0;
    if ((flags & 1 << 3) != 0) {
      throw new ZipException("a frame is of an unknown kind");
    }
    long reach = 0;
    if (!single) {
      int descriptor = (int) number(1);
      long base = 1L << 10 + (descriptor >>> 3);
      reach = base + base / 8 * (descriptor & 7);
    }
    int dictionary = flags & 3;
    if (number(dictionary == 3 ? 4 : dictionary) != 0) {
      throw new ZipException("a frame needs a dictionary");
    }
    int sizeWidth = flags >>> 6 == 0 ? (single ? 1 : 0) : 1 << (flags >>> 6);
    long size = number(sizeWidth) + (sizeWidth == 2 ? 256 : 0);
    // A frame in one piece reaches back to its own beginning; of a huge one no more than we keep is
    // needed.
    reach = single ? Math.min(Math.max(size, 0), FARTHEST) : reach;
    if (reach > FARTHEST) {
      throw new ZipException("a frame reaches back over 128 MB");
    }
    return new Frame((int) reach, (flags & 1 << 2) != 0);
  }

  private void readBlock(Frame current) throws IOException {
    int header = (int) number(3);
    int size = header >>> 3;
    int type = header >>> 1 & 3;
    current.ended = (header & 1) != 0;
    if (size > ZstdBlocks.LARGEST || type == 3) {
      throw new ZipException("a block is larger than the format allows");
    }
    current.window.beginBlock();
    if (type == 1) {
      current.window.fill((byte) number(1), size);
    } else {
      readFully(size);
      if (type == 0) {
        current.window.append(block, 0, size);
      } else {
        decode(current, size);
      }
    }
    int count = current.window.available();
    current.hash.add(current.window.bytes(), current.window.take(0), count);
    if (current.ended && current.checked && number(4) != (current.hash.value() & 0xFFFFFFFFL)) {
      throw new ZipException("a checksum is wrong");
    }
  }

  private void decode(Frame current, int size) throws ZipException {
    try {
      current.blocks.decode(new Cursor(block, 0, size));
    } catch (IndexOutOfBoundsException e) {
      // Every table and length is checked; what is left is caught here, and is damage too.
      throw new ZipException("a block is damaged");
    }
  }

  private long number(int count) throws IOException {
    readFully(count);
    return new Cursor(block, 0, count).number(count);
  }

  private void readFully(int count) throws IOException {
    if (in.readNBytes(block, 0, count) != count) {
      throw new EOFException("the packed data is cut short");
    }
  }

  private static final class Frame {
    final Window window;
    final ZstdBlocks blocks;
    final Xxh64 hash = new Xxh64();
    final boolean checked;
    boolean ended;

    Frame(int reach, boolean checked) {
      window = new Window(reach);
      blocks = new ZstdBlocks(window);
      this.checked = checked;
    }
  }
}

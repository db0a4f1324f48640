package tare.table;

import java.io.ByteArrayOutputStream;

/**
 * Parquet's run-length and bit-packing hybrid: small whole numbers of a known bit width, either as
 * a run of one value or as groups of eight packed ones.
 */
final class HybridRle {

  private HybridRle() {}

  /** Bits that hold every number below a count. */
  static int width(int count) {
    return count <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(count - 1);
  }

  /**
   * Writes one run when all values are equal, else packs them.
   *
   * @param values not modified
   */
  static void write(int[] values, int width, ByteArrayOutputStream out) {
    boolean equal = true;
    for (int value : values) {
      equal &= value == values[0];
    }
    if (equal) {
      Thrift.writeVarint((long) values.length << 1, out);
      for (int shift = 0; shift < width; shift += 8) {
        out.write(values[0] >>> shift);
      }
      return;
    }
    int groups = (values.length + 7) / 8;
    Thrift.writeVarint((long) groups << 1 | 1, out);
    long pending = 0;
    int bits = 0;
    for (int i = 0; i < groups * 8; i++) {
      long value = i < values.length ? values[i] : 0;
      pending |= value << bits;
      bits += width;
      while (bits >= 8) {
        out.write((int) pending);
        pending >>>= 8;
        bits -= 8;
      }
    }
  }

  /** Reads a number of values. */
  static int[] read(Bytes in, int width, int count) {
    if (width < 0 || width > 32) {
      throw new ParquetFormatException("a bit width in it is out of range");
    }
    int[] values = new int[count];
    int filled = 0;
    while (filled < count) {
      long header = in.varint();
      long length = header >>> 1;
      filled =
          (header & 1) == 0
              ? readRun(in, width, length, values, filled)
              : readPacked(in, width, length, values, filled);
    }
    return values;
  }

  private static int readRun(Bytes in, int width, long length, int[] values, int from) {
    int value = 0;
    for (int shift = 0; shift < width; shift += 8) {
      value |= in.u8() << shift;
    }
    if (length <= 0) {
      throw new ParquetFormatException("a run in it has no length");
    }
    int end = (int) Math.min(values.length, from + length);
    for (int i = from; i < end; i++) {
      values[i] = value;
    }
    return end;
  }

  private static int readPacked(Bytes in, int width, long groups, int[] values, int from) {
    if (groups <= 0 || groups > Integer.MAX_VALUE) {
      throw new ParquetFormatException("a run in it has no length");
    }
    // The last group may be cut where the values end.
    long wanted = Math.min(groups * 8, (long) values.length - from);
    byte[] array = in.array();
    int start = in.skip(Math.min(groups * width, in.remaining()));
    if ((wanted * width + 7) / 8 > in.position() - start) {
      throw new ParquetFormatException("it is cut short");
    }
    long mask = (1L << width) - 1;
    long pending = 0;
    int bits = 0;
    int at = start;
    for (int i = 0; i < wanted; i++) {
      while (bits < width) {
        pending |= (array[at++] & 0xFFL) << bits;
        bits += 8;
      }
      values[from + i] = (int) (pending & mask);
      pending >>>= width;
      bits -= width;
    }
    return from + (int) wanted;
  }
}

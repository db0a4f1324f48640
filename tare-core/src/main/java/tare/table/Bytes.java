package tare.table;

import java.util.Arrays;

/** A cursor on bytes, little-endian; reading beyond the end is a fault of the file. */
final class Bytes {

  private final byte[] array;
  private final int end;
  private int at;

  /**
   * @param array not copied
   */
  Bytes(byte[] array, int start, int end) {
    this.array = array;
    this.at = start;
    this.end = end;
  }

  Bytes(byte[] array) {
    this(array, 0, array.length);
  }

  byte[] array() {
    return array;
  }

  int position() {
    return at;
  }

  int remaining() {
    return end - at;
  }

  int u8() {
    return array[skip(1)] & 0xFF;
  }

  int i32() {
    int from = skip(Integer.BYTES);
    return (array[from] & 0xFF)
        | (array[from + 1] & 0xFF) << 8
        | (array[from + 2] & 0xFF) << 16
        | (array[from + 3] & 0xFF) << 24;
  }

  long i64() {
    return (i32() & 0xFFFFFFFFL) | (long) i32() << 32;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new ParquetFormatException("a number in it has no end");
  }

  /** A length that cannot be more than what is left. */
  int length() {
    long length = varint();
    if (length < 0 || length > remaining()) {
      throw new ParquetFormatException("it is cut short");
    }
    return (int) length;
  }

  /** Passes over some bytes and returns where they begin. */
  int skip(long count) {
    if (count < 0 || count > remaining()) {
      throw new ParquetFormatException("it is cut short");
    }
    int from = at;
    at += (int) count;
    return from;
  }

  byte[] take(int count) {
    int from = skip(count);
    return Arrays.copyOfRange(array, from, from + count);
  }
}

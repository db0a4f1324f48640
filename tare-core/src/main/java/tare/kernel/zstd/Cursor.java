package tare.kernel.zstd;

import java.util.zip.ZipException;

/** A place in a block's bytes that moves forward. */
final class Cursor {

  final byte[] bytes;
  final int end;
  int at;

  /**
   * @param bytes not copied
   */
  Cursor(byte[] bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  int left() {
    return end - at;
  }

  /** Passes over some bytes and returns where they begin. */
  int skip(int count) throws ZipException {
    if (count < 0 || count > left()) {
      throw new ZipException("a block is cut short");
    }
    at += count;
    return at - count;
  }

  int u8() throws ZipException {
    return bytes[skip(1)] & 0xFF;
  }

  /** A little-endian number of up to eight bytes. */
  long number(int count) throws ZipException {
    int from = skip(count);
    long value = 0;
    for (int i = count - 1; i >= 0; i--) {
      value = value << 8 | bytes[from + i] & 0xFF;
    }
    return value;
  }
}

package tare.kernel.zstd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.ZipException;

/** Bits of a stream that is read from its end; before its beginning stand zeros (RFC 8878, 4.1). */
final class BackwardBits {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int start;
  private int left;

  /**
   * @param bytes not copied
   */
  BackwardBits(byte[] bytes, int start, int end) throws ZipException {
    if (end <= start || bytes[end - 1] == 0) {
      throw new ZipException("a stream of bits has no end");
    }
    this.bytes = bytes;
    this.start = start;
    // The highest bit that is set marks the end.
    left = 8 * (end - start - 1) + 31 - Integer.numberOfLeadingZeros(bytes[end - 1] & 0xFF);
  }

  /** How many bits are left; negative once zeros were read. */
  int left() {
    return left;
  }

  /** The next bits, at most 56 of them. */
  long read(int count) {
    left -= count;
    return bits(left, count);
  }

  /** The next bits without passing over them. */
  int peek(int count) {
    return (int) bits(left - count, count);
  }

  void skip(int count) {
    left -= count;
  }

  private long bits(int at, int count) {
    if (at < 0) {
      return at + count <= 0 ? 0 : bits(0, at + count) << -at;
    }
    int from = start + (at >>> 3);
    long word = from + Long.BYTES <= bytes.length ? (long) LONGS.get(bytes, from) : tail(from);
    return word >>> (at & 7) & (1L << count) - 1;
  }

  private long tail(int from) {
    long word = 0;
    for (int i = bytes.length - 1; i >= from; i--) {
      word = word << 8 | bytes[i] & 0xFF;
    }
    return word;
  }
}

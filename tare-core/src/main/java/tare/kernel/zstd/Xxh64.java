package tare.kernel.zstd;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The 64-bit xxHash with seed zero, of bytes that come in parts: the checksum of a frame. */
final class Xxh64 {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE = 32;

  @SuppressWarnings("ConstantOverflow") // the sum is meant modulo 2^64
  private final long[] lanes = {P1 + P2, P2, 0, -P1};

  private final byte[] rest = new byte[STRIPE];
  private int restCount;
  private long total;

  /**
   * @param bytes Not modified.
   */
  void add(byte[] bytes, int start, int count) {
    total += count;
    int at = start;
    int end = start + count;
    if (restCount > 0) {
      int taken = Math.min(count, STRIPE - restCount);
      System.arraycopy(bytes, at, rest, restCount, taken);
      restCount += taken;
      at += taken;
      if (restCount == STRIPE) {
        stripe(rest, 0);
        restCount = 0;
      }
    }
    for (; end - at >= STRIPE; at += STRIPE) {
      stripe(bytes, at);
    }
    if (at < end) {
      System.arraycopy(bytes, at, rest, 0, end - at);
      restCount = end - at;
    }
  }

  long value() {
    long hash = P5;
    if (total >= STRIPE) {
      hash =
          Long.rotateLeft(lanes[0], 1)
              + Long.rotateLeft(lanes[1], 7)
              + Long.rotateLeft(lanes[2], 12)
              + Long.rotateLeft(lanes[3], 18);
      for (long lane : lanes) {
        hash = (hash ^ round(0, lane)) * P1 + P4;
      }
    }
    hash += total;
    int at = 0;
    for (; restCount - at >= 8; at += 8) {
      hash = Long.rotateLeft(hash ^ round(0, (long) LONGS.get(rest, at)), 27) * P1 + P4;
    }
    if (restCount - at >= 4) {
      long word = 0;
      for (int i = 3; i >= 0; i--) {
        word = word << 8 | rest[at + i] & 0xFF;
      }
      hash = Long.rotateLeft(hash ^ word * P1, 23) * P2 + P3;
      at += 4;
    }
    for (; at < restCount; at++) {
      hash = Long.rotateLeft(hash ^ (rest[at] & 0xFF) * P5, 11) * P1;
    }
    hash = (hash ^ hash >>> 33) * P2;
    hash = (hash ^ hash >>> 29) * P3;
    return hash ^ hash >>> 32;
  }

  private void stripe(byte[] bytes, int at) {
    for (int i = 0; i < 4; i++) {
      lanes[i] = round(lanes[i], (long) LONGS.get(bytes, at + 8 * i));
    }
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * P2, 31) * P1;
  }
}

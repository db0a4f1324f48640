package tare.privacy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * A stream of random bits read through a buffer. Every bit is handed out at most once. For one
 * thread at a time.
 */
final class BitBuffer {

  /*
   * Small on purpose: the JVM uses the processor's AES instructions only once the refill has run
   * some thousand times. With 32 KiB that took 300 MB of noise; with 2 KiB it is 20, at no loss of
   * speed.
   */
  static final int BYTES = 1 << 11;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes = new byte[BYTES];
  private final Consumer<byte[]> refill;
  private int position = BYTES;

  /**
   * @param refill overwrites the whole array with fresh random bytes
   */
  BitBuffer(Consumer<byte[]> refill) {
    this.refill = refill;
  }

  long nextLong() {
    if (position > BYTES - Long.BYTES) {
      // At most four bytes are thrown away here, after an odd number of ints.
      refill();
    }
    long bits = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    return bits;
  }

  int nextInt() {
    if (position > BYTES - Integer.BYTES) {
      refill();
    }
    int bits = (int) INT.get(bytes, position);
    position += Integer.BYTES;
    return bits;
  }

  private void refill() {
    refill.accept(bytes);
    position = 0;
  }
}

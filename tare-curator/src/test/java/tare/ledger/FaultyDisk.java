package tare.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A disk in memory whose power fails at a chosen write or force. What was forced is there
 * afterwards; of what was not, any part may be: a beginning, or all of it with holes.
 */
final class FaultyDisk implements LedgerDisk {

  /** The power failed. */
  static final class PowerFailure extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** What is left of bytes that were not forced. */
  interface Remains {
    byte[] of(byte[] notForced);
  }

  private final ByteArrayOutputStream durable = new ByteArrayOutputStream();
  private byte[] notForced = {};
  private int operationsLeft = Integer.MAX_VALUE;
  private Remains remains = bytes -> bytes;
  private boolean off;

  /** Lets some writes and forces pass; the next one fails, before or after its effect. */
  void failAfter(int operations, Remains whatRemains) {
    operationsLeft = operations;
    remains = whatRemains;
  }

  /** Switches the power on again, with what remained. */
  void restart() {
    byte[] left = remains.of(notForced);
    durable.write(left, 0, left.length);
    notForced = new byte[0];
    operationsLeft = Integer.MAX_VALUE;
    off = false;
  }

  static Remains beginning(int length) {
    return bytes -> Arrays.copyOf(bytes, Math.min(length, bytes.length));
  }

  /** All bytes are there in length, but blocks of them never arrived. */
  static Remains holes(RandomGenerator random) {
    return bytes -> {
      byte[] left = bytes.clone();
      int block = 1 + random.nextInt(64);
      for (int from = 0; from < left.length; from += block) {
        if (random.nextBoolean()) {
          Arrays.fill(left, from, Math.min(left.length, from + block), (byte) 0);
        }
      }
      return left;
    };
  }

  private void step() throws PowerFailure {
    if (off || operationsLeft == 0) {
      off = true;
      throw new PowerFailure();
    }
    operationsLeft--;
  }

  private byte[] all() {
    byte[] forced = durable.toByteArray();
    byte[] all = Arrays.copyOf(forced, forced.length + notForced.length);
    System.arraycopy(notForced, 0, all, forced.length, notForced.length);
    return all;
  }

  @Override
  public String name() {
    return "faulty disk";
  }

  @Override
  public Handle open(boolean toWrite) {
    return new Handle() {
      @Override
      public long size() {
        return all().length;
      }

      @Override
      public byte[] readFrom(long position) {
        byte[] all = all();
        return Arrays.copyOfRange(all, (int) position, all.length);
      }

      @Override
      public void append(byte[] bytes) throws IOException {
        byte[] more = Arrays.copyOf(notForced, notForced.length + bytes.length);
        System.arraycopy(bytes, 0, more, notForced.length, bytes.length);
        notForced = more;
        step();
      }

      @Override
      public void force() throws IOException {
        step();
        durable.writeBytes(notForced);
        notForced = new byte[0];
        step();
      }

      @Override
      public void close() {}
    };
  }
}

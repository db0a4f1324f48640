package tare.noise;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
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

  private static final int WORDS = BYTES / Integer.BYTES;

  private final Consumer<byte[]> refill;
  private final byte[] bytes = new byte[BYTES];
  private final IntBuffer bytesAsWords =
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
  private final int[] words = new int[WORDS];
  private int position = WORDS;

  /**
   * @param refill overwrites the whole array with fresh random bytes
   */
  BitBuffer(Consumer<byte[]> refill) {
    this.refill = refill;
  }

  long nextLong() {
    if (position > WORDS - 2) {
      // At most one word is thrown away here, after an odd number of ints.
      refill();
    }
    long low = Integer.toUnsignedLong(words[position]);
    long high = words[position + 1];
    position += 2;
    return high << 32 | low;
  }

  int nextInt() {
    if (position == WORDS) {
      refill();
    }
    return words[position++];
  }

  /*
   * For loops over many words, in which a check for the buffer's end at every word would cost as much
   * as the rest: look at ready() words from position() on in words(), then skip() those used.
   */

  /** How many words can be had without a refill; at least one. */
  int ready() {
    if (position == WORDS) {
      refill();
    }
    return WORDS - position;
  }

  /** The buffer itself. Not to be modified. */
  int[] words() {
    return words;
  }

  int position() {
    return position;
  }

  /** Counts words as handed out. @param count at most {@link #ready} */
  void skip(int count) {
    position += count;
  }

  private void refill() {
    refill.accept(bytes);
    bytesAsWords.get(0, words);
    position = 0;
  }
}

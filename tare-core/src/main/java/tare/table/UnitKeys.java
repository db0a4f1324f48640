package tare.table;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers units by their names in the order they come, without keeping a name: names are told apart
 * by 128 bits of SHA-256, spaces around them left out. A missing value names nobody: rows of
 * several persons under one name would be bounded as if they were one's, and each would move the
 * others'.
 */
final class UnitKeys {

  /** The number of a name that names nobody. */
  static final int NOBODY = -1;

  private final MessageDigest digest;
  private final TextCodes missing;
  private long[] keys = new long[1 << 11];
  private int[] numbers = new int[1 << 10];
  private int count;

  /**
   * @param missingValues how the file writes a missing cell
   */
  UnitKeys(List<String> missingValues) {
    missing = new TextCodes(List.of(), missingValues);
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has SHA-256.", e);
    }
    Arrays.fill(numbers, -1);
  }

  /** The number of the unit whose name stands in some bytes, or {@link #NOBODY}. */
  int number(byte[] text, int start, int end) {
    long[] key = new long[2];
    if (!put(text, start, end, key, 0)) {
      return NOBODY;
    }
    long high = key[0];
    long low = key[1];
    if (2 * count >= numbers.length) {
      grow();
    }
    int slot = slot(high, low);
    if (numbers[slot] < 0) {
      keys[2 * slot] = high;
      keys[2 * slot + 1] = low;
      numbers[slot] = count++;
    }
    return numbers[slot];
  }

  /**
   * Writes the two numbers by which a unit is told from others.
   *
   * @param to Modified.
   * @return whether the text names a unit
   */
  boolean put(byte[] text, int start, int end, long[] to, int at) {
    int from = ParquetValues.trimmedStart(text, start, end);
    int until = ParquetValues.trimmedEnd(text, from, end);
    if (from == until || missing.code(text, from, until) == ColumnStore.MISSING) {
      return false;
    }
    digest.update(text, from, until - from);
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    to[at] = hash.getLong();
    to[at + 1] = hash.getLong();
    return true;
  }

  /** How many units there are. */
  int count() {
    return count;
  }

  /** The beginning of each unit's hash, by number: what orders the unit's own rows. */
  long[] hashes() {
    long[] hashes = new long[count];
    for (int slot = 0; slot < numbers.length; slot++) {
      if (numbers[slot] >= 0) {
        hashes[numbers[slot]] = keys[2 * slot];
      }
    }
    return hashes;
  }

  private int slot(long high, long low) {
    int slot = (int) high & (numbers.length - 1);
    while (numbers[slot] >= 0 && (keys[2 * slot] != high || keys[2 * slot + 1] != low)) {
      slot = (slot + 1) & (numbers.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[2 * oldKeys.length];
    numbers = new int[2 * oldNumbers.length];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] >= 0) {
        int slot = slot(oldKeys[2 * i], oldKeys[2 * i + 1]);
        keys[2 * slot] = oldKeys[2 * i];
        keys[2 * slot + 1] = oldKeys[2 * i + 1];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}

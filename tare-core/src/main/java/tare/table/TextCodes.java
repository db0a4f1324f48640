package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the code of a text from its bytes: an open-addressing hash table that makes no text of a
 * cell.
 */
final class TextCodes {

  static final int UNKNOWN = -2;

  private final byte[][] texts;
  private final int[] codes;
  private final boolean[] firsts = new boolean[257];

  /** Codes levels by their position and missing values as {@link ColumnStore#MISSING}. */
  TextCodes(List<String> levels, List<String> missingValues) {
    int size = Integer.highestOneBit(Math.max(4, levels.size() + missingValues.size())) * 4;
    texts = new byte[size][];
    codes = new int[size];
    missingValues.forEach(text -> put(text, ColumnStore.MISSING));
    for (int i = 0; i < levels.size(); i++) {
      put(levels.get(i), i);
    }
  }

  /** The code of some bytes, or {@link #UNKNOWN}. */
  int code(byte[] bytes, int start, int end) {
    // A cell that begins like no known text needs no search.
    if (!firsts[start == end ? 256 : bytes[start] & 0xFF]) {
      return UNKNOWN;
    }
    int slot = hash(bytes, start, end) & (texts.length - 1);
    while (texts[slot] != null) {
      byte[] text = texts[slot];
      if (Arrays.equals(text, 0, text.length, bytes, start, end)) {
        return codes[slot];
      }
      slot = (slot + 1) & (texts.length - 1);
    }
    return UNKNOWN;
  }

  private void put(String text, int code) {
    byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
    firsts[bytes.length == 0 ? 256 : bytes[0] & 0xFF] = true;
    int slot = hash(bytes, 0, bytes.length) & (texts.length - 1);
    while (texts[slot] != null) {
      slot = (slot + 1) & (texts.length - 1);
    }
    texts[slot] = bytes;
    codes[slot] = code;
  }

  private static int hash(byte[] bytes, int start, int end) {
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash ^ (hash >>> 15);
  }
}

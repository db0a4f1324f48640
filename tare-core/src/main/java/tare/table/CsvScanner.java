package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits the bytes of a CSV file into rows of fields, without making a text of any of them.
 *
 * <p>Rows end with LF, CRLF or a lone CR. A field may stand in double quotes, with a double quote
 * inside it written twice; then it may hold delimiters and line ends. Spaces and tabs around a
 * field do not belong to it, and blank lines do not count as rows. A byte order mark is skipped.
 *
 * <p>One whole row is held in the buffer at a time; quoted fields are unescaped in place.
 */
final class CsvScanner {

  /** A row beyond this is taken for a quotation mark that was never closed. */
  static final int LONGEST_ROW = 16 << 20;

  /** What is wrong with the row as a whole. */
  enum Flaw {
    NONE,
    OPEN_QUOTE,
    TEXT_AFTER_QUOTE,
    TOO_LONG
  }

  private static final byte QUOTE = '"';

  private final InputStream in;
  private final byte delimiter;

  private byte[] buffer = new byte[1 << 16];
  private int limit;
  private int position;
  private boolean exhausted;

  private int rowStart;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int fields;
  private boolean quoted;

  /** Where the next byte of an unescaped quoted field goes. */
  private int write;

  private Flaw flaw = Flaw.NONE;
  private long line = 1;
  private long rowLine;

  CsvScanner(InputStream in, char delimiter) throws IOException {
    this.in = in;
    this.delimiter = (byte) delimiter;
    while (limit < 3 && fill()) {
      continue;
    }
    if (limit >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      position = 3;
    }
  }

  /** Moves on to the next row that is not blank; false at the end of the file. */
  boolean next() throws IOException {
    do {
      rowStart = position;
      rowLine = line;
      fields = 0;
      quoted = false;
      flaw = Flaw.NONE;
      if (!available()) {
        return false;
      }
      readRow();
    } while (fields == 1 && !quoted && ends[0] == starts[0]);
    return true;
  }

  /** The line on which the row begins, from 1. */
  long line() {
    return rowLine;
  }

  int fields() {
    return fields;
  }

  Flaw flaw() {
    return flaw;
  }

  /** The bytes that {@link #start} and {@link #end} point into, until the next row. */
  byte[] bytes() {
    return buffer;
  }

  int start(int field) {
    return starts[field];
  }

  int end(int field) {
    return ends[field];
  }

  /** A field as text; throws when it is not UTF-8. */
  String text(int field) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(buffer, starts[field], ends[field] - starts[field]))
        .toString();
  }

  private void readRow() throws IOException {
    while (true) {
      skipSpaces();
      boolean last = readField();
      fields++;
      if (last) {
        return;
      }
    }
  }

  /** Reads a field and what ends it; true when that was the end of the row. */
  private boolean readField() throws IOException {
    if (fields == starts.length) {
      starts = Arrays.copyOf(starts, 2 * fields);
      ends = Arrays.copyOf(ends, 2 * fields);
    }
    starts[fields] = position;
    ends[fields] = position;
    if (available() && buffer[position] == QUOTE) {
      readQuoted();
    } else {
      skipToEnd();
      ends[fields] = trimmedEnd(starts[fields], position);
    }
    if (!available()) {
      return true;
    }
    byte end = buffer[position++];
    if (end == delimiter) {
      return false;
    }
    if (end == '\r' && available() && buffer[position] == '\n') {
      position++;
    }
    line++;
    return true;
  }

  /** Moves to the delimiter or line end that ends a plain field. */
  private void skipToEnd() throws IOException {
    do {
      int at = position;
      while (at < limit) {
        byte b = buffer[at];
        if (b == delimiter || b == '\n' || b == '\r') {
          position = at;
          return;
        }
        at++;
      }
      position = at;
    } while (available());
  }

  private void readQuoted() throws IOException {
    quoted = true;
    position++;
    starts[fields] = position;
    write = position;
    while (true) {
      if (!available()) {
        flaw = flaw == Flaw.NONE ? Flaw.OPEN_QUOTE : flaw;
        break;
      }
      byte b = buffer[position++];
      if (b == QUOTE) {
        if (!available() || buffer[position] != QUOTE) {
          break;
        }
        position++;
      } else if (b == '\n' || (b == '\r' && !(available() && buffer[position] == '\n'))) {
        line++;
      }
      buffer[write++] = b;
    }
    int end = write;
    int start = starts[fields];
    while (start < end && isSpace(buffer[start])) {
      start++;
    }
    starts[fields] = start;
    ends[fields] = trimmedEnd(start, end);
    skipSpaces();
    if (available() && !endsField(buffer[position])) {
      flaw = flaw == Flaw.NONE ? Flaw.TEXT_AFTER_QUOTE : flaw;
      skipToEnd();
    }
  }

  private void skipSpaces() throws IOException {
    while (available() && isSpace(buffer[position])) {
      position++;
    }
  }

  private int trimmedEnd(int start, int end) {
    int trimmed = end;
    while (trimmed > start && isSpace(buffer[trimmed - 1])) {
      trimmed--;
    }
    return trimmed;
  }

  private boolean isSpace(byte b) {
    return (b == ' ' || b == '\t') && b != delimiter;
  }

  private boolean endsField(byte b) {
    return b == delimiter || b == '\n' || b == '\r';
  }

  /** Whether there is a byte at the position; reads on when there is none in the buffer. */
  private boolean available() throws IOException {
    return position < limit || fill();
  }

  /** Reads more bytes behind the limit; the current row moves to the front if it must. */
  private boolean fill() throws IOException {
    if (exhausted) {
      return false;
    }
    if (limit == buffer.length) {
      if (rowStart > 0) {
        shift();
      } else if (buffer.length < LONGEST_ROW) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      } else {
        flaw = Flaw.TOO_LONG;
        exhausted = true;
        return false;
      }
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    exhausted = read < 0;
    limit += Math.max(read, 0);
    return !exhausted;
  }

  private void shift() {
    System.arraycopy(buffer, rowStart, buffer, 0, limit - rowStart);
    for (int f = 0; f <= fields && f < starts.length; f++) {
      starts[f] -= rowStart;
      ends[f] -= rowStart;
    }
    limit -= rowStart;
    position -= rowStart;
    write -= rowStart;
    rowStart = 0;
  }
}

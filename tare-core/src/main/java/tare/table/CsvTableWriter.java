package tare.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Identifier;
import tare.schema.Schema;

/** Writes a table as CSV: UTF-8, LF, quotation marks only where they are needed. */
final class CsvTableWriter {

  private static final int FLUSH_AT = 1 << 16;

  private final Table table;
  private final List<ExtraColumn> extras;
  private final OutputStream out;
  private final RowsRead heard;
  private final byte[][][] levels;
  private final byte[][] missing;
  private final int[] codes;
  private final List<Identifier> identifiers;

  private byte[] buffer = new byte[FLUSH_AT + 1024];
  private int length;

  CsvTableWriter(TableWithExtras rows, OutputStream out, RowsRead heard) {
    this.table = rows.table();
    this.extras = rows.extras();
    this.out = out;
    this.heard = heard;
    Schema schema = table.schema();
    identifiers = schema.madeUp();
    levels = new byte[schema.columnCount()][][];
    missing = new byte[levels.length][];
    codes = new int[levels.length];
    for (int c = 0; c < levels.length; c++) {
      List<String> tokens = schema.missingValues(schema.column(c));
      missing[c] = bytes(tokens.isEmpty() ? "" : tokens.get(0));
      codes[c] = schema.codesOf(c);
      ColumnType type = schema.column(c).type();
      levels[c] =
          type.isNumeric()
              ? new byte[0][]
              : type.levels().stream().map(this::bytes).toArray(byte[][]::new);
    }
  }

  void write() throws IOException {
    header();
    for (int r = 0; r < table.rowCount(); r++) {
      int row = r;
      heard.count(r);
      line(i -> put(bytes(identifiers.get(i).text(row))), c -> cell(row, c), e -> extra(row, e));
      if (length >= FLUSH_AT) {
        flush();
      }
    }
    flush();
  }

  private void header() {
    line(
        i -> put(bytes(identifiers.get(i).name())),
        c -> put(bytes(table.schema().column(c).name())),
        e -> put(bytes(extras.get(e).name())));
  }

  /** One line: identifiers, declared columns that the file has, extra columns. */
  private void line(IntConsumer identifier, IntConsumer column, IntConsumer extra) {
    int cells = 0;
    for (int i = 0; i < identifiers.size(); i++) {
      separate(cells++);
      identifier.accept(i);
    }
    for (int c = 0; c < levels.length; c++) {
      if (!(table.schema().column(c).type() instanceof ColumnType.CodesOf)) {
        separate(cells++);
        column.accept(c);
      }
    }
    for (int e = 0; e < extras.size(); e++) {
      separate(cells++);
      extra.accept(e);
    }
    put((byte) '\n');
  }

  private void extra(int row, int extra) {
    put(bytes(spelt(extras.get(extra).values()[row])));
  }

  private void cell(int row, int column) {
    if (codes[column] >= 0 && table.level(row, codes[column]) > 0) {
      put(levels[codes[column]][table.level(row, codes[column])]);
    } else if (table.missing(row, column)) {
      requireMissingToken(column);
      put(missing[column]);
    } else if (levels[column].length > 0) {
      put(levels[column][table.level(row, column)]);
    } else {
      double number = table.number(row, column);
      String text =
          table.schema().column(column).type() instanceof ColumnType.Temporal time
              ? time.form().text(number)
              : Decimals.text(number);
      ensure(text.length());
      for (int i = 0; i < text.length(); i++) {
        buffer[length++] = (byte) text.charAt(i);
      }
    }
  }

  private void requireMissingToken(int column) {
    Column declared = table.schema().column(column);
    if (table.schema().missingValues(declared).isEmpty()) {
      throw new IllegalArgumentException(
          "Column \""
              + declared.name()
              + "\" has missing cells, so the schema must declare a missing value. Got: none");
    }
  }

  /** Extra columns may hold what no declared column can; the words are Frictionless' own. */
  private static String spelt(double value) {
    if (Double.isFinite(value)) {
      return Decimals.text(value);
    }
    return Double.isNaN(value) ? "NaN" : value > 0 ? "INF" : "-INF";
  }

  private byte[] bytes(String text) {
    // An empty cell alone on its line would be a blank line, which readers pass over.
    boolean alone = text.isEmpty() && table.schema().columnCount() + extras.size() == 1;
    boolean quote =
        alone
            || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            || !text.equals(text.strip());
    String cell = quote ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    return cell.getBytes(StandardCharsets.UTF_8);
  }

  private void separate(int position) {
    if (position > 0) {
      put((byte) ',');
    }
  }

  private void put(byte b) {
    ensure(1);
    buffer[length++] = b;
  }

  private void put(byte[] bytes) {
    ensure(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void ensure(int room) {
    if (buffer.length - length < room) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + room));
    }
  }

  private void flush() throws IOException {
    out.write(buffer, 0, length);
    length = 0;
  }
}

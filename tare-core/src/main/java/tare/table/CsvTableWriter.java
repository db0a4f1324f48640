package tare.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/** Writes a table as CSV: UTF-8, LF, quotation marks only where they are needed. */
final class CsvTableWriter {

  private static final int FLUSH_AT = 1 << 16;

  private final Table table;
  private final List<ExtraColumn> extras;
  private final OutputStream out;
  private final byte[][][] levels;
  private final byte[] missing;

  private byte[] buffer = new byte[FLUSH_AT + 1024];
  private int length;

  CsvTableWriter(TableWithExtras rows, OutputStream out) {
    this.table = rows.table();
    this.extras = rows.extras();
    this.out = out;
    Schema schema = table.schema();
    List<String> tokens = schema.missingValues();
    missing = bytes(tokens.isEmpty() ? "" : tokens.get(0));
    levels = new byte[schema.columnCount()][][];
    for (int c = 0; c < levels.length; c++) {
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
      for (int c = 0; c < levels.length; c++) {
        separate(c);
        cell(r, c);
      }
      for (int e = 0; e < extras.size(); e++) {
        separate(levels.length + e);
        put(bytes(spelt(extras.get(e).values()[r])));
      }
      put((byte) '\n');
      if (length >= FLUSH_AT) {
        flush();
      }
    }
    flush();
  }

  private void header() {
    Schema schema = table.schema();
    for (int c = 0; c < levels.length; c++) {
      separate(c);
      put(bytes(schema.column(c).name()));
    }
    for (int e = 0; e < extras.size(); e++) {
      separate(levels.length + e);
      put(bytes(extras.get(e).name()));
    }
    put((byte) '\n');
  }

  private void cell(int row, int column) {
    if (table.missing(row, column)) {
      requireMissingToken(column);
      put(missing);
    } else if (levels[column].length > 0) {
      put(levels[column][table.level(row, column)]);
    } else {
      String text = Decimals.text(table.number(row, column));
      ensure(text.length());
      for (int i = 0; i < text.length(); i++) {
        buffer[length++] = (byte) text.charAt(i);
      }
    }
  }

  private void requireMissingToken(int column) {
    Column declared = table.schema().column(column);
    if (table.schema().missingValues().isEmpty()) {
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

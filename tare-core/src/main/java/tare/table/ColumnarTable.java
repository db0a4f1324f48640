package tare.table;

import java.io.Serializable;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * A table held in memory, one array per column: a category of up to 128 levels costs a byte a row.
 * Immutable.
 */
public final class ColumnarTable implements Table, Serializable {

  private final Schema schema;
  private final int rowCount;
  private final ColumnStore[] columns;
  private final boolean[] numeric;

  /** Takes over the stores, whose first {@code rowCount} cells are within the declared types. */
  ColumnarTable(Schema schema, int rowCount, ColumnStore[] columns) {
    this.schema = schema;
    this.rowCount = rowCount;
    this.columns = columns;
    this.numeric = new boolean[columns.length];
    for (int c = 0; c < columns.length; c++) {
      numeric[c] = schema.column(c).type().isNumeric();
    }
  }

  /**
   * A table from plain arrays, for generators and tests. Numbers are clamped to their bounds and
   * whole numbers rounded first.
   *
   * @param columns one array per column, all of one length: numbers as they are, levels by index,
   *     NaN where missing. Not modified.
   */
  public static ColumnarTable of(Schema schema, double[][] columns) {
    if (columns.length != schema.columnCount()) {
      throw new IllegalArgumentException(
          "A table needs one array per column of its schema, "
              + schema.columnCount()
              + " here. Got: "
              + columns.length);
    }
    int rows = columns.length == 0 ? 0 : columns[0].length;
    ColumnStore[] stores = new ColumnStore[columns.length];
    for (int c = 0; c < columns.length; c++) {
      Column column = schema.column(c);
      if (columns[c].length != rows) {
        throw new IllegalArgumentException(
            "All columns must have the same number of rows; column \""
                + column.name()
                + "\" differs from the first.");
      }
      stores[c] = ColumnStore.of(column, rows);
      for (int r = 0; r < rows; r++) {
        TableAppender.put(stores[c], column, r, columns[c][r]);
      }
    }
    return new ColumnarTable(schema, rows, stores);
  }

  /** What a row takes in memory. */
  public static int bytesPerRow(Schema schema) {
    return schema.columns().stream().mapToInt(column -> ColumnStore.of(column, 0).width()).sum();
  }

  /** A copy of any table, or of the same table when it is columnar already. */
  public static ColumnarTable copyOf(Table table) {
    if (table instanceof ColumnarTable columnar) {
      return columnar;
    }
    int[] all = new int[table.rowCount()];
    for (int r = 0; r < all.length; r++) {
      all[r] = r;
    }
    return selectFrom(table, all);
  }

  static ColumnarTable selectFrom(Table table, int[] rows) {
    Schema schema = table.schema();
    ColumnStore[] stores = new ColumnStore[schema.columnCount()];
    for (int c = 0; c < stores.length; c++) {
      Column column = schema.column(c);
      stores[c] = ColumnStore.of(column, rows.length);
      for (int i = 0; i < rows.length; i++) {
        TableAppender.put(stores[c], column, i, table.value(rows[i], c));
      }
    }
    return new ColumnarTable(schema, rows.length, stores);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public double number(int row, int column) {
    requireNumeric(column, true);
    return columns[column].number(row);
  }

  @Override
  public int level(int row, int column) {
    requireNumeric(column, false);
    return columns[column].code(row);
  }

  @Override
  public boolean missing(int row, int column) {
    return columns[column].missing(row);
  }

  @Override
  public double value(int row, int column) {
    return columns[column].number(row);
  }

  @Override
  public void put(int column, int from, int count, double[] out) {
    columns[column].put(from, count, out);
  }

  @Override
  public ColumnarTable select(int[] rows) {
    ColumnStore[] selected = new ColumnStore[columns.length];
    for (int c = 0; c < columns.length; c++) {
      selected[c] = columns[c].select(rows);
    }
    return new ColumnarTable(schema, rows.length, selected);
  }

  /** Bytes of heap that the cells of one row take; array headers come on top, once per column. */
  public long bytesPerRow() {
    long bytes = 0;
    for (ColumnStore column : columns) {
      bytes += column.width();
    }
    return bytes;
  }

  /** Bytes of heap that all cells take, as the arrays really are. */
  public long retainedBytes() {
    long bytes = 0;
    for (ColumnStore column : columns) {
      bytes += (long) column.width() * column.capacity();
    }
    return bytes;
  }

  private void requireNumeric(int column, boolean expected) {
    if (numeric[column] != expected) { // kept, because every cell that is read asks for it
      throw new IllegalArgumentException(
          "Column \""
              + schema.column(column).name()
              + (expected
                  ? "\" holds levels; ask for its level."
                  : "\" holds numbers; ask for its number."));
    }
  }
}

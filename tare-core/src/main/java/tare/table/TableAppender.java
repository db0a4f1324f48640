package tare.table;

import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/**
 * Grows a {@link ColumnarTable} row by row, for readers and samplers that do not know the number of
 * rows beforehand.
 */
public final class TableAppender {

  private static final int FIRST_CAPACITY = 64;

  private final Schema schema;
  private final ColumnStore[] stores;
  private int rows;
  private int capacity = FIRST_CAPACITY;

  public TableAppender(Schema schema) {
    this.schema = schema;
    stores = new ColumnStore[schema.columnCount()];
    for (int c = 0; c < stores.length; c++) {
      stores[c] = ColumnStore.of(schema.column(c), capacity);
    }
  }

  /**
   * Appends a row: numbers as they are (clamped to their bounds, rounded to their grid), levels by
   * index, NaN where missing.
   *
   * @param values one value per column. Not modified.
   */
  public void append(double... values) {
    if (values.length != stores.length) {
      throw new IllegalArgumentException(
          "A row needs one value per column, " + stores.length + " here. Got: " + values.length);
    }
    if (rows == capacity) {
      grow();
    }
    for (int c = 0; c < stores.length; c++) {
      put(stores[c], schema.column(c), rows, values[c]);
    }
    rows++;
  }

  /** The number of rows appended so far. */
  public int rowCount() {
    return rows;
  }

  /** The table of all rows appended; this appender must not be used afterwards. */
  public ColumnarTable finish() {
    for (ColumnStore store : stores) {
      store.resize(rows);
    }
    capacity = rows;
    return new ColumnarTable(schema, rows, stores);
  }

  private void grow() {
    capacity = Math.addExact(capacity, capacity >> 1);
    for (ColumnStore store : stores) {
      store.resize(capacity);
    }
  }

  /** Puts a value that may still be out of bounds into a cell. */
  static void put(ColumnStore store, Column column, int row, double value) {
    if (Double.isNaN(value)) {
      if (!column.missingAllowed()) {
        throw new IllegalArgumentException(
            "Column \"" + column.name() + "\" allows no missing values. Got: NaN");
      }
      store.setNumber(row, value);
      return;
    }
    ColumnType type = column.type();
    if (type.isNumeric()) {
      store.setNumber(row, type.nearest(value));
      return;
    }
    int level = (int) value;
    if (level != value || level < 0 || level >= type.levelCount()) {
      throw new IllegalArgumentException(
          "Levels of column \""
              + column.name()
              + "\" are whole numbers from 0 to "
              + (type.levelCount() - 1)
              + ". Got one outside.");
    }
    store.setCode(row, level);
  }
}

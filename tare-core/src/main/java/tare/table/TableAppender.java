package tare.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/**
 * Grows a {@link ColumnarTable} row by row, for readers and samplers that do not know the number of
 * rows beforehand.
 */
public final class TableAppender {

  private static final int FIRST_CAPACITY = 64;

  /**
   * Rows of a full block; beyond it blocks are added, not copied, so that nothing is held twice.
   */
  private static final int BLOCK = 1 << 16;

  private final Schema schema;
  private final Column[] columns;
  private final List<ColumnStore[]> full = new ArrayList<>();
  private ColumnStore[] stores;
  private int inBlock;
  private int capacity = FIRST_CAPACITY;

  /** An empty table of a schema. */
  public TableAppender(Schema schema) {
    this.schema = schema;
    columns = schema.columns().toArray(Column[]::new);
    stores = block();
  }

  private ColumnStore[] block() {
    ColumnStore[] block = new ColumnStore[columns.length];
    Arrays.setAll(block, c -> ColumnStore.of(columns[c], capacity));
    return block;
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
    if (inBlock == capacity) {
      grow();
    }
    for (int c = 0; c < stores.length; c++) {
      put(stores[c], columns[c], inBlock, values[c]);
    }
    inBlock++;
  }

  /** The number of rows appended so far. */
  public int rowCount() {
    return full.size() * BLOCK + inBlock;
  }

  /** The table of all rows appended; this appender must not be used afterwards. */
  public ColumnarTable finish() {
    int rows = rowCount();
    ColumnStore[] whole = new ColumnStore[columns.length];
    for (int c = 0; c < whole.length; c++) {
      whole[c] = ColumnStore.of(columns[c], rows);
      for (int b = 0; b < full.size(); b++) {
        whole[c].copy(full.get(b)[c], b * BLOCK, BLOCK);
        full.get(b)[c] =
            ColumnStore.ofNumbers(0); // So that a column is held twice at most while it is moved.
      }
      whole[c].copy(stores[c], full.size() * BLOCK, inBlock);
    }
    return new ColumnarTable(schema, rows, whole);
  }

  private void grow() {
    if (capacity < BLOCK) {
      capacity = Math.min(BLOCK, 2 * capacity);
      for (ColumnStore store : stores) {
        store.resize(capacity);
      }
      return;
    }
    Math.addExact(rowCount(), BLOCK);
    full.add(stores);
    stores = block();
    inBlock = 0;
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

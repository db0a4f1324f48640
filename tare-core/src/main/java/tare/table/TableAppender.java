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

  /** The part of the memory that rows may take before they have come. */
  private static final double MOST_MEMORY = 1 / 3.0;

  /** A block that is filled to less than this keeps no room for rows that did not come. */
  private static final double NEARLY_FULL = 7 / 8.0;

  private final Schema schema;
  private final Column[] columns;
  private final List<Block> full = new ArrayList<>();
  private final int announced;
  private ColumnStore[] stores;
  private int before;
  private int inBlock;
  private int capacity = FIRST_CAPACITY;

  /** Columns that are full. */
  private record Block(ColumnStore[] stores, int rows) {}

  /** An empty table of a schema. */
  public TableAppender(Schema schema) {
    this.schema = schema;
    columns = schema.columns().toArray(Column[]::new);
    announced = announced(schema);
    stores = block();
  }

  /** The declared number of rows, where there is room for them; zero when there is none. */
  private static int announced(Schema schema) {
    long declared = schema.publicRowCount().orElse(0);
    double bytes = (double) declared * ColumnarTable.bytesPerRow(schema);
    boolean room = bytes <= MOST_MEMORY * Runtime.getRuntime().maxMemory();
    return room && declared < Integer.MAX_VALUE / 2 ? (int) declared : 0;
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
    return before + inBlock;
  }

  /** The table of all rows appended; this appender must not be used afterwards. */
  public ColumnarTable finish() {
    int rows = rowCount();
    if (full.isEmpty() && capacity == announced && rows >= NEARLY_FULL * capacity) {
      return new ColumnarTable(schema, rows, stores);
    }
    ColumnStore[] whole = new ColumnStore[columns.length];
    for (int c = 0; c < whole.length; c++) {
      whole[c] = ColumnStore.of(columns[c], rows);
      int at = 0;
      for (Block block : full) {
        whole[c].copy(block.stores[c], at, block.rows);
        block.stores[c] =
            ColumnStore.ofNumbers(0); // So that a column is held twice at most while it is moved.
        at += block.rows;
      }
      whole[c].copy(stores[c], at, inBlock);
    }
    return new ColumnarTable(schema, rows, whole);
  }

  private void grow() {
    if (capacity < BLOCK) {
      resize(Math.min(BLOCK, 2 * capacity));
      return;
    }
    if (full.isEmpty() && capacity < announced) {
      resize(announced); // all rows that were declared, in their place from now on
      return;
    }
    Math.addExact(rowCount(), BLOCK);
    full.add(new Block(stores, inBlock));
    before += inBlock;
    capacity = BLOCK;
    stores = block();
    inBlock = 0;
  }

  private void resize(int to) {
    capacity = to;
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

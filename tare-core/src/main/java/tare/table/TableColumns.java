package tare.table;

import java.util.Arrays;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * A table that is filled column by column, cell by cell, straight into its compact columns: for
 * generators, whose rows as plain numbers would take many times the room.
 */
public final class TableColumns {

  private final Schema schema;
  private final int rows;
  private final ColumnStore[] stores;

  /** All cells begin as zeros or first levels; every one must be put. */
  public TableColumns(Schema schema, int rows) {
    this.schema = schema;
    this.rows = rows;
    stores = new ColumnStore[schema.columnCount()];
    Arrays.setAll(stores, c -> ColumnStore.of(schema.column(c), rows));
  }

  /**
   * Puts a cell: a number (clamped to its bounds and rounded to its grid), a level's index, NaN.
   */
  public void put(int column, int row, double value) {
    Column declared = schema.column(column);
    TableAppender.put(stores[column], declared, row, value);
  }

  /** The table; these columns must not be used afterwards. */
  public ColumnarTable finish() {
    return new ColumnarTable(schema, rows, stores);
  }
}

package tare.table;

/**
 * Rows under a schema. Every value lies within the declared types: numbers are clamped to their
 * bounds and every level is a declared one.
 *
 * <p>To the pass of {@link RowPass} a table adds what only rows held in one place can serve: their
 * number, and random access.
 */
public interface Table extends RowPass {

  /** The exact number of rows. Not public when the rows are private. */
  int rowCount();

  /** The value of a numeric cell, within bounds, or NaN when missing. */
  double number(int row, int column);

  /** The level index of a category or yes/no cell, or -1 when missing. */
  int level(int row, int column);

  /** Whether a cell is missing. */
  boolean missing(int row, int column);

  /** A cell as one number: the number, or the level's index, or NaN when missing. */
  default double value(int row, int column) {
    if (schema().column(column).type().isNumeric()) {
      return number(row, column);
    }
    int level = level(row, column);
    return level < 0 ? Double.NaN : level;
  }

  /** A view of one row. */
  default Row row(int row) {
    return new TableCursor(this).at(row);
  }

  /** A whole column as numbers (levels by index, NaN where missing), in a new array. */
  default double[] values(int column) {
    double[] values = new double[rowCount()];
    put(column, 0, values.length, values);
    return values;
  }

  /**
   * Some cells of a column as numbers.
   *
   * @param from the first row
   * @param count how many rows
   * @param out Modified.
   */
  default void put(int column, int from, int count, double[] out) {
    for (int r = 0; r < count; r++) {
      out[r] = value(from + r, column);
    }
  }

  /**
   * The named rows, in the order named; a row may come more than once.
   *
   * @param rows positions in this table. Not modified.
   */
  default Table select(int[] rows) {
    return ColumnarTable.selectFrom(this, rows);
  }

  @Override
  default <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
    S sum = zero.get();
    TableCursor cursor = new TableCursor(this);
    for (int r = 0; r < rowCount(); r++) {
      add.accept(sum, cursor.at(r));
    }
    return sum;
  }
}

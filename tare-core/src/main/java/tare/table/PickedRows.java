package tare.table;

import tare.schema.Schema;

/**
 * Rows of another table, picked by position, some perhaps many times. Holds positions and no cells:
 * millions of rows drawn from some hundred thousand take four bytes each.
 *
 * @param table the rows there are
 * @param rows positions in that table. Not copied.
 * @param heard hears how far a pass is, and may end it
 */
public record PickedRows(Table table, int[] rows, RowsRead heard) implements Table {

  @Override
  public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
    S sum = zero.get();
    TableCursor cursor = new TableCursor(table);
    for (int r = 0; r < rows.length; r++) {
      add.accept(sum, cursor.at(rows[r]));
      heard.count(r);
    }
    return sum;
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public int rowCount() {
    return rows.length;
  }

  @Override
  public double number(int row, int column) {
    return table.number(rows[row], column);
  }

  @Override
  public int level(int row, int column) {
    return table.level(rows[row], column);
  }

  @Override
  public boolean missing(int row, int column) {
    return table.missing(rows[row], column);
  }

  @Override
  public double value(int row, int column) {
    return table.value(rows[row], column);
  }
}

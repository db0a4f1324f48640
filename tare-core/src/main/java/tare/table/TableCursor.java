package tare.table;

/** A place in a table that moves from row to row. */
final class TableCursor implements Row {

  private final Table table;
  private int row;

  TableCursor(Table table) {
    this.table = table;
  }

  /** The same cursor, moved. */
  TableCursor at(int next) {
    row = next;
    return this;
  }

  @Override
  public double number(int column) {
    return table.number(row, column);
  }

  @Override
  public int level(int column) {
    return table.level(row, column);
  }

  @Override
  public boolean missing(int column) {
    return table.missing(row, column);
  }
}

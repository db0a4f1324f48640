package tare.table;

import tare.schema.Schema;

/**
 * The same rows for one who may want no more of them: looking at any column of every so-manyth row
 * is heard of, and may be ended by throwing, whoever looks and in whatever order.
 *
 * @param table the rows
 * @param heard hears the positions of some of the rows that are looked at
 */
public record HeardTable(Table table, RowsRead heard) implements Table {

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public int rowCount() {
    return table.rowCount();
  }

  @Override
  public double number(int row, int column) {
    heard.count(row);
    return table.number(row, column);
  }

  @Override
  public int level(int row, int column) {
    heard.count(row);
    return table.level(row, column);
  }

  @Override
  public boolean missing(int row, int column) {
    return table.missing(row, column);
  }

  @Override
  public double value(int row, int column) {
    heard.count(row);
    return table.value(row, column);
  }

  @Override
  public void put(int column, int from, int count, double[] out) {
    for (int r = from; r < from + count; r++) {
      heard.count(r);
    }
    table.put(column, from, count, out);
  }

  @Override
  public Table select(int[] rows) {
    for (int row : rows) {
      heard.count(row);
    }
    return table.select(rows);
  }
}

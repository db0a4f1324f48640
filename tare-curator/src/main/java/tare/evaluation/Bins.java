package tare.evaluation;

import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.Steps;
import tare.table.Row;
import tare.table.Table;

/**
 * A public partition of every column: levels as they are, numbers at their declared cuts or else in
 * even bins of their bounds, a missing cell in a bin of its own. From the schema alone.
 */
final class Bins {

  private final Schema schema;
  private final int evenBins;
  private final int[] sizes;

  private Bins(Schema schema, int evenBins) {
    this.schema = schema;
    this.evenBins = evenBins;
    sizes = new int[schema.columnCount()];
    for (int c = 0; c < sizes.length; c++) {
      sizes[c] = present(schema.column(c).type()) + (schema.column(c).missingAllowed() ? 1 : 0);
    }
  }

  /**
   * @param evenBins into how many bins a number without cuts is put
   */
  static Bins of(Schema schema, int evenBins) {
    if (evenBins < 2) {
      throw new IllegalArgumentException("There must be at least 2 bins. Got: " + evenBins);
    }
    return new Bins(schema, evenBins);
  }

  /** The number of bins of a column. */
  int size(int column) {
    return sizes[column];
  }

  int columnCount() {
    return sizes.length;
  }

  /** The bins of one column's cells. */
  int[] of(Table table, int column) {
    int[] bins = new int[table.rowCount()];
    for (int r = 0; r < bins.length; r++) {
      bins[r] = bin(column, table.value(r, column));
    }
    return bins;
  }

  /** The bin of one cell under a cursor. */
  int of(Row row, int column) {
    if (row.missing(column)) {
      return bin(column, Double.NaN);
    }
    boolean numeric = schema.column(column).type().isNumeric();
    return bin(column, numeric ? row.number(column) : row.level(column));
  }

  private int bin(int c, double value) {
    Column column = schema.column(c);
    if (Double.isNaN(value)) {
      return sizes[c] - 1;
    }
    ColumnType type = column.type();
    if (!type.isNumeric()) {
      return (int) value;
    }
    List<Double> cuts = type.declaredCuts();
    if (!cuts.isEmpty()) {
      int bin = 0;
      while (bin < cuts.size() && value >= cuts.get(bin)) {
        bin++;
      }
      return bin;
    }
    int bins = present(type);
    double lo = type.lowerBound();
    double range = type.upperBound() - lo + type.step();
    return Math.max(0, Math.min(bins - 1, (int) ((value - lo) / range * bins)));
  }

  private int present(ColumnType type) {
    if (!type.isNumeric()) {
      return type.levelCount();
    }
    if (!type.declaredCuts().isEmpty()) {
      return type.declaredCuts().size() + 1;
    }
    return (int) Math.min(evenBins, type.grid().map(Steps::count).orElse(Long.MAX_VALUE));
  }
}

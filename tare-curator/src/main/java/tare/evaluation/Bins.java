package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.Steps;
import tare.table.Row;
import tare.table.Table;

/**
 * A partition of every column: levels as they are, numbers at their declared cuts or else in even
 * bins of their bounds, a missing cell in a bin of its own: from the schema alone. Or, for the
 * curator's eyes, numbers at the quantiles of some rows.
 */
final class Bins {

  private final Schema schema;
  private final int evenBins;
  private final List<double[]> edges;
  private final int[] sizes;

  /**
   * @param edges of numbers without declared cuts, or nothing for even bins
   */
  private Bins(Schema schema, int evenBins, List<double[]> edges) {
    this.schema = schema;
    this.evenBins = evenBins;
    this.edges = edges;
    sizes = new int[schema.columnCount()];
    for (int c = 0; c < sizes.length; c++) {
      sizes[c] = present(c) + (schema.column(c).missingAllowed() ? 1 : 0);
    }
  }

  /**
   * @param evenBins into how many bins a number without cuts is put
   */
  static Bins of(Schema schema, int evenBins) {
    if (evenBins < 2) {
      throw new IllegalArgumentException("There must be at least 2 bins. Got: " + evenBins);
    }
    return new Bins(schema, evenBins, List.of());
  }

  /**
   * Bins of about as many rows of a table each: its numbers are cut at their own quantiles, and a
   * number that takes up a bin or more by itself has one to itself. Not public when the rows are
   * not.
   */
  static Bins following(Table rows, int bins) {
    List<double[]> edges = new ArrayList<>();
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      edges.add(
          rows.schema().column(c).type().isNumeric()
              ? quantiles(rows.values(c), bins)
              : new double[0]);
    }
    return new Bins(rows.schema(), bins, edges);
  }

  private static double[] quantiles(double[] cells, int bins) {
    double[] sorted = Arrays.stream(cells).filter(v -> !Double.isNaN(v)).sorted().toArray();
    TreeSet<Double> cuts = new TreeSet<>();
    for (int k = 1; k < bins && sorted.length > 0; k++) {
      double at = sorted[(int) ((long) k * sorted.length / bins)];
      if (!cuts.add(at)) {
        cuts.add(Math.nextUp(at));
      }
    }
    // Nothing lies below the least.
    cuts.removeIf(cut -> cut <= sorted[0]);
    return cuts.stream().mapToDouble(Double::doubleValue).toArray();
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
    if (!edges.isEmpty()) {
      int at = Arrays.binarySearch(edges.get(c), value);
      return at >= 0 ? at + 1 : -at - 1;
    }
    List<Double> cuts = type.declaredCuts();
    if (!cuts.isEmpty()) {
      int bin = 0;
      while (bin < cuts.size() && value >= cuts.get(bin)) {
        bin++;
      }
      return bin;
    }
    int bins = present(c);
    double lo = type.lowerBound();
    double range = type.upperBound() - lo + type.step();
    return Math.max(0, Math.min(bins - 1, (int) ((value - lo) / range * bins)));
  }

  private int present(int c) {
    ColumnType type = schema.column(c).type();
    if (!type.isNumeric()) {
      return type.levelCount();
    }
    if (!edges.isEmpty()) {
      return edges.get(c).length + 1;
    }
    if (!type.declaredCuts().isEmpty()) {
      return type.declaredCuts().size() + 1;
    }
    return (int) Math.min(evenBins, type.grid().map(Steps::count).orElse(Long.MAX_VALUE));
  }
}

package tare.model;

import java.util.ArrayList;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.table.Cells;
import tare.table.Row;

/**
 * The fine cells of one column, fixed from its declared type and public numbers alone.
 *
 * <p>Cells come in this order: the levels of a category, or the bins of a number from low to high;
 * then one cell for missing, if the column allows it.
 *
 * <p>Numbers are binned by their declared cuts, else evenly. An evenly cut number has a cell of its
 * own for its lower and for its upper bound, because clamped values, and zeros, pile up there. Bins
 * of numbers on a grid have edges half a step off it, so that a draw within a bin, rounded, is
 * within the bin. Times without cuts are binned by the finest of day, week, month and so on that
 * the number of bins bears.
 */
public final class ColumnBins implements Cells {

  private final int column;
  private final boolean numeric;
  private final ColumnType type;
  private final boolean missingAllowed;
  private final boolean atoms;
  private final double[] edges;
  private final int size;

  private ColumnBins(int column, Column declared, boolean atoms, double[] edges) {
    this.column = column;
    this.numeric = declared.type().isNumeric();
    this.type = declared.type();
    this.missingAllowed = declared.missingAllowed();
    this.atoms = atoms;
    this.edges = edges;
    int values = numeric ? edges.length - 1 + (atoms ? 2 : 0) : declared.type().levelCount();
    this.size = values + (missingAllowed ? 1 : 0);
  }

  /**
   * The cells of a column.
   *
   * @param column its position in the schema
   * @param bins how many bins an evenly cut number gets; whole numbers get one per value instead
   *     when there are at most twice as many values
   */
  public static ColumnBins of(int column, Column declared, int bins) {
    ColumnType type = declared.type();
    if (type instanceof ColumnType.Numeric number) {
      return number.cuts().isEmpty()
          ? new ColumnBins(column, declared, true, evenEdges(number.lo(), number.hi(), bins))
          : new ColumnBins(column, declared, false, cutEdges(number.lo(), number.hi(), number));
    }
    if (type.isNumeric()) {
      return new ColumnBins(column, declared, false, gridEdges(type, bins));
    }
    return new ColumnBins(column, declared, false, new double[0]);
  }

  /** The cells that a model file describes by their edges and whether the bounds are cells. */
  static ColumnBins ofEdges(int column, Column declared, boolean atoms, List<Double> edges) {
    double[] copy = edges.stream().mapToDouble(Double::doubleValue).toArray();
    boolean numeric = declared.type().isNumeric();
    if (numeric == (copy.length < 2) || (atoms && !numeric)) {
      throw new IllegalArgumentException(
          "A number needs at least two bin edges and a category none. Got: " + copy.length);
    }
    for (int i = 0; i + 1 < copy.length; i++) {
      if (!(copy[i] < copy[i + 1])) {
        throw new IllegalArgumentException("Bin edges must ascend. Got: " + edges);
      }
    }
    return new ColumnBins(column, declared, atoms, copy);
  }

  private static double[] evenEdges(double lo, double hi, int bins) {
    double[] edges = new double[bins + 1];
    for (int i = 0; i <= bins; i++) {
      edges[i] = i == bins ? hi : lo + (hi - lo) * i / bins;
    }
    return edges;
  }

  private static double[] cutEdges(double lo, double hi, ColumnType.Numeric number) {
    List<Double> edges = new ArrayList<>();
    edges.add(lo);
    edges.addAll(number.cuts());
    edges.add(hi);
    return edges.stream().mapToDouble(Double::doubleValue).distinct().toArray();
  }

  /** Edges half a step below the numbers at which a bin begins. */
  private static double[] gridEdges(ColumnType type, int bins) {
    double step = type.step();
    double lo = type.lowerBound();
    double hi = type.upperBound();
    double values = Math.rint((hi - lo) / step) + 1;
    List<Double> cuts = cuts(type, values, bins);
    List<Double> edges = new ArrayList<>();
    edges.add(lo - step / 2);
    if (!cuts.isEmpty()) {
      cuts.forEach(cut -> edges.add(lo + (Math.ceil((cut - lo) / step) - 0.5) * step));
    } else {
      boolean onePerValue = values <= 2.0 * bins;
      double parts = onePerValue ? values : bins;
      for (int i = 1; i < parts; i++) {
        edges.add(lo + (Math.rint(i * values / parts) - 0.5) * step);
      }
      edges.add(lo + step / 2);
      edges.add(hi - step / 2);
    }
    edges.add(hi + step / 2);
    return edges.stream()
        .mapToDouble(Double::doubleValue)
        .filter(edge -> edge >= lo - step / 2 && edge <= hi + step / 2)
        .sorted()
        .distinct()
        .toArray();
  }

  /** The declared cuts; else, of times with too many values for a bin each, those of a calendar. */
  private static List<Double> cuts(ColumnType type, double values, int bins) {
    boolean calendar = type.declaredCuts().isEmpty() && values > 2.0 * bins;
    return calendar && type instanceof ColumnType.Temporal time
        ? time.form().cuts(time.steps().first(), time.steps().last(), 2 * bins)
        : type.declaredCuts();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int of(Row row) {
    if (row.missing(column)) {
      return size - 1;
    }
    return numeric ? ofNumber(row.number(column)) : row.level(column);
  }

  /** The cell of a number within bounds. */
  int ofNumber(double value) {
    int bins = edges.length - 1;
    if (atoms && value <= edges[0]) {
      return 0;
    }
    if (atoms && value >= edges[bins]) {
      return bins + 1;
    }
    int low = 0;
    int high = bins - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (edges[middle] <= value) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return atoms ? low + 1 : low;
  }

  /** Whether neighbouring cells are neighbouring numbers (but for the last one, missing). */
  public boolean ordered() {
    return numeric;
  }

  /** The distance of two neighbouring numbers of the column, or 0 when it has no grid. */
  double step() {
    return numeric ? type.step() : 0;
  }

  /** The number of the column that is nearest to a value. */
  double nearest(double value) {
    return type.nearest(value);
  }

  /** The number of cells that are not missing. */
  public int values() {
    return missingAllowed ? size - 1 : size;
  }

  /** Whether the cells of the bounds hold just the bounds. */
  public boolean atoms() {
    return atoms;
  }

  /** Whether the cell holds just the lower or just the upper bound of a number. */
  public boolean isAtom(int cell) {
    return atoms && (cell == 0 || cell == values() - 1);
  }

  boolean isMissing(int cell) {
    return missingAllowed && cell == size - 1;
  }

  /** The lower edge of a number's cell. */
  public double from(int cell) {
    return edges[atoms ? Math.max(0, cell - 1) : cell];
  }

  /** The upper edge of a number's cell; that of an atom is its lower one. */
  public double to(int cell) {
    return edges[atoms ? Math.min(edges.length - 1, cell) : cell + 1];
  }

  /** The bin edges from low to high; none for a category. */
  public List<Double> edges() {
    List<Double> list = new ArrayList<>();
    for (double edge : edges) {
      list.add(edge);
    }
    return list;
  }
}

package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.table.Cells;
import tare.table.Row;

/**
 * The fine cells of one column, made from its declared type and public numbers alone.
 *
 * <p>Cells come in this order: the levels of a category, or the cells of a number from low to high;
 * then one cell for missing, if the column allows it.
 *
 * <p>The cells of a number are the bins between its edges, and edges that are cells of their own:
 * single values on which rows pile up, such as a bound at which they are clamped, or zero. Bins of
 * numbers on a grid have edges half a step off it, so that a draw within a bin, rounded, is within
 * the bin; a single number of a grid is a bin one step wide. Times without cuts are binned by the
 * finest of day, week, month and so on that the number of bins bears.
 */
public final class ColumnBins implements Cells {

  private final int column;
  private final Column declared;
  private final boolean numeric;
  private final boolean missingAllowed;
  private final double[] edges;
  // The cell of each edge that is one, else -1.
  private final int[] cellOfEdge;
  private final double[] from;
  private final double[] to;
  private final int size;
  private final Lookup lookup;

  private ColumnBins(int column, Column declared, double[] edges, boolean[] apart) {
    this.column = column;
    this.declared = declared;
    this.numeric = declared.type().isNumeric();
    this.missingAllowed = declared.missingAllowed();
    this.edges = edges;
    cellOfEdge = new int[edges.length];
    // The cell of the bin that starts at each edge.
    int[] cellOfBin = new int[edges.length];
    from = new double[2 * edges.length];
    to = new double[2 * edges.length];
    int cells = 0;
    for (int i = 0; i < edges.length; i++) {
      cellOfEdge[i] = apart[i] ? cells : -1;
      if (apart[i]) {
        from[cells] = to[cells] = edges[i];
        cells++;
      }
      if (i + 1 < edges.length) {
        from[cells] = edges[i];
        to[cells] = edges[i + 1];
        cellOfBin[i] = cells++;
      }
    }
    int values = numeric ? cells : declared.type().levelCount();
    this.size = values + (missingAllowed ? 1 : 0);
    this.lookup = new Lookup(column, numeric, size, edges, cellOfEdge, cellOfBin);
  }

  /**
   * The cells of a column: those of its declared cuts, else even ones.
   *
   * @param column its position in the schema
   * @param bins how many bins an evenly cut number gets; numbers on a grid get one per value
   *     instead when there are at most twice as many values
   */
  public static ColumnBins of(int column, Column declared, int bins) {
    ColumnType type = declared.type();
    if (type instanceof ColumnType.Numeric number) {
      boolean even = number.cuts().isEmpty();
      double[] edges =
          even
              ? evenEdges(number.lo(), number.hi(), bins)
              : cutEdges(number.lo(), number.hi(), number);
      return new ColumnBins(column, declared, edges, ends(edges.length, even));
    }
    double[] edges = type.isNumeric() ? gridEdges(type, bins) : new double[0];
    return new ColumnBins(column, declared, edges, new boolean[edges.length]);
  }

  /**
   * The cells of a number between given edges.
   *
   * @param edges ascending, from the lower bound to the upper one; half a step off a grid
   * @param apart the edges that are cells of their own
   */
  public static ColumnBins ofEdges(
      int column, Column declared, Collection<Double> edges, Collection<Double> apart) {
    double[] copy = edges.stream().mapToDouble(Double::doubleValue).toArray();
    boolean numeric = declared.type().isNumeric();
    if (numeric == (copy.length < 2) || !edges.containsAll(apart)) {
      throw new IllegalArgumentException(
          "A number needs at least two bin edges and a category none, and only edges stand apart."
              + " Got: "
              + copy.length);
    }
    for (int i = 0; i + 1 < copy.length; i++) {
      if (!(copy[i] < copy[i + 1])) {
        throw new IllegalArgumentException("Bin edges must ascend. Got: " + edges);
      }
    }
    boolean[] single = new boolean[copy.length];
    for (int i = 0; i < copy.length; i++) {
      single[i] = apart.contains(copy[i]);
    }
    return new ColumnBins(column, declared, copy, single);
  }

  private static boolean[] ends(int edges, boolean apart) {
    boolean[] ends = new boolean[edges];
    ends[0] = apart;
    ends[edges - 1] = apart;
    return ends;
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
    return lookup.of(row);
  }

  /** The cell of a number within bounds. */
  public int ofNumber(double value) {
    return lookup.ofNumber(value);
  }

  /** What travels to rows on other machines: as much as finds a row's cell. */
  private Object writeReplace() {
    return lookup;
  }

  /** Finds cells, and knows nothing else of them. */
  private record Lookup(
      int column, boolean numeric, int size, double[] edges, int[] cellOfEdge, int[] cellOfBin)
      implements Cells {

    @Override
    public int of(Row row) {
      if (row.missing(column)) {
        return size - 1;
      }
      return numeric ? ofNumber(row.number(column)) : row.level(column);
    }

    int ofNumber(double value) {
      int low = 0;
      int high = edges.length - 1;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (edges[middle] <= value) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      if (edges[low] == value && cellOfEdge[low] >= 0) {
        return cellOfEdge[low];
      }
      return cellOfBin[Math.min(low, edges.length - 2)];
    }
  }

  /** The column's position in the schema. */
  public int column() {
    return column;
  }

  /** The column as declared. */
  public Column declared() {
    return declared;
  }

  /** Whether neighbouring cells are neighbouring numbers (but for the last one, missing). */
  public boolean ordered() {
    return numeric;
  }

  /** The distance of two neighbouring numbers of the column, or 0 when it has no grid. */
  public double step() {
    return numeric ? declared.type().step() : 0;
  }

  /** The number of the column that is nearest to a value. */
  double nearest(double value) {
    return declared.type().nearest(value);
  }

  /** The number of cells that are not missing. */
  public int values() {
    return missingAllowed ? size - 1 : size;
  }

  /** Whether the cell of a number holds a single value, an edge that stands apart. */
  public boolean isAtom(int cell) {
    return numeric && cell < values() && from[cell] == to[cell];
  }

  /** Whether a cell stands for missing values. */
  public boolean isMissing(int cell) {
    return missingAllowed && cell == size - 1;
  }

  /** The lower edge of a number's cell. */
  public double from(int cell) {
    return from[cell];
  }

  /** The upper edge of a number's cell; that of an atom is its lower one. */
  public double to(int cell) {
    return to[cell];
  }

  /** The bin edges from low to high; none for a category. */
  public List<Double> edges() {
    return Arrays.stream(edges).boxed().toList();
  }

  /** The edges that are cells of their own. */
  public List<Double> apart() {
    List<Double> apart = new ArrayList<>();
    for (int i = 0; i < edges.length; i++) {
      if (cellOfEdge[i] >= 0) {
        apart.add(edges[i]);
      }
    }
    return apart;
  }
}

package tare.generator.bayes;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Set;
import java.util.TreeSet;
import tare.model.ColumnBins;
import tare.schema.Column;
import tare.schema.ColumnType;

/*
 * Cells that can follow rows of any scale. The first ones are even over the declared bounds, with
 * finer and finer ones towards the bounds and zero (1, 2, 5, 10, ...): whatever the scale on which
 * the rows lie, some cells are as narrow as that. Later ones divide what noised counts say is heavy.
 * The new edges are round numbers, and single cells: where rows pile up, it is there.
 */

/** The cells in which a number is counted, round by round: made from public numbers alone. */
final class NumberCells {

  /** The narrowest of the first cells, as a part of the bounds' distance. */
  private static final double NARROWEST = 1e-7;

  /** A cell that holds so many times the rows of those around it stands alone. */
  private static final double FAR_MORE = 8;

  /** A cell that stands alone is divided into so many times as many parts. */
  private static final int NARROWER = 8;

  /** No cell is narrower than this part of its numbers: doubles have few digits beyond it. */
  private static final double FINEST = 0x1p-40;

  /** Digits of a number that sums of doubles keep. */
  private static final MathContext WRITTEN = new MathContext(15);

  /** New edges keep this part of a cell's width off its ends. */
  private static final double HAIR = 1e-9;

  /** Nor than this, below which powers of ten are no doubles. */
  private static final double LEAST_WIDTH = 1e-290;

  private NumberCells() {}

  /** Cells of all scales between a number's bounds. */
  static ColumnBins first(int column, Column declared, int bins) {
    ColumnType type = declared.type();
    double step = type.step();
    double lo = type.lowerBound();
    double hi = type.upperBound();
    TreeSet<Double> cuts = new TreeSet<>();
    for (int i = 1; i < bins; i++) {
      cuts.add(asWritten(lo + (hi - lo) * i / bins));
    }
    TreeSet<Double> anchors = new TreeSet<>(Set.of(lo, hi));
    if (lo < 0 && hi > 0) {
      anchors.add(0.0);
    }
    double narrowest = Math.max(step, (hi - lo) * NARROWEST);
    for (double anchor : anchors) {
      for (double d = roundBelow((hi - lo) / bins); d >= narrowest; d = roundBelow(d)) {
        cuts.add(asWritten(anchor - d));
        cuts.add(asWritten(anchor + d));
      }
      cuts.add(anchor);
      cuts.add(anchor + step);
    }
    return step > 0 ? gridCells(column, declared, cuts) : cells(column, declared, cuts, anchors);
  }

  private static ColumnBins cells(
      int column, Column declared, TreeSet<Double> cuts, TreeSet<Double> apart) {
    double lo = declared.type().lowerBound();
    double hi = declared.type().upperBound();
    TreeSet<Double> edges = new TreeSet<>(cuts.subSet(lo, false, hi, false));
    edges.addAll(apart);
    return ColumnBins.ofEdges(column, declared, edges, apart);
  }

  private static ColumnBins gridCells(int column, Column declared, TreeSet<Double> cuts) {
    double last = onGrid(declared.type(), Double.POSITIVE_INFINITY);
    TreeSet<Double> edges = new TreeSet<>();
    for (double cut : cuts) {
      edges.add(onGrid(declared.type(), cut));
    }
    edges.add(onGrid(declared.type(), declared.type().lowerBound()));
    edges.add(last);
    return ColumnBins.ofEdges(column, declared, edges, Set.of());
  }

  /** The edge half a step below the number of a grid that is nearest to a cut. */
  private static double onGrid(ColumnType type, double cut) {
    double lo = type.lowerBound();
    double values = Math.rint((type.upperBound() - lo) / type.step()) + 1;
    double position = Math.max(0, Math.min(values, Math.rint((cut - lo) / type.step())));
    return lo + (position - 0.5) * type.step();
  }

  /** The edge nearest to a number that does not cut through a value of the column's grid. */
  static double onGrid(ColumnBins bins, double number) {
    return bins.step() > 0 ? onGrid(bins.declared().type(), number) : number;
  }

  /**
   * A number without the rounding of sums: 1.2 for 1.2000000000000002, which rows that have 1.2 lie
   * below, and which later rounds would divide from it.
   */
  private static double asWritten(double number) {
    return Double.isFinite(number) ? new BigDecimal(number).round(WRITTEN).doubleValue() : number;
  }

  /** The largest of ..., 0.5, 1, 2, 5, 10, ... below a number, and not within a tenth of it. */
  private static double roundBelow(double number) {
    double most = 0.9 * number;
    int exponent = (int) Math.floor(Math.log10(most));
    for (int digit : new int[] {5, 2}) {
      if (decimal(digit, exponent) <= most) {
        return decimal(digit, exponent);
      }
    }
    return decimal(1, exponent);
  }

  /** The double nearest to digits times a power of ten: what a file with that number reads as. */
  private static double decimal(double digits, int exponent) {
    return exponent < 0 ? digits / Math.pow(10, -exponent) : digits * Math.pow(10, exponent);
  }

  /**
   * Divides heavy cells at the multiples of a round number; all edges of divided cells stand apart,
   * and so do the multiples of a round number on a grid.
   *
   * <p>A heavy cell between two that are nearly empty is divided further: what is in it is likely
   * narrow, such as a code for "not known" far from all other numbers.
   *
   * @param rows estimated rows per cell. Not modified.
   * @param perPart the rows of a part
   */
  static ColumnBins divided(ColumnBins bins, double[] rows, double perPart, int mostParts) {
    TreeSet<Double> edges = new TreeSet<>(bins.edges());
    TreeSet<Double> apart = new TreeSet<>(bins.apart());
    for (int cell = 0; cell < bins.values(); cell++) {
      int times = alone(bins, rows, cell) ? NARROWER : 1;
      int parts = (int) Math.min(times * mostParts, times * rows[cell] / perPart);
      if (parts > 1 && bins.to(cell) - bins.from(cell) > bins.step()) {
        TreeSet<Double> inner = inner(bins, cell, parts);
        edges.addAll(inner);
        if (bins.step() == 0) {
          apart.addAll(inner);
          apart.add(bins.from(cell));
          apart.add(bins.to(cell));
        }
      }
    }
    return ColumnBins.ofEdges(bins.column(), bins.declared(), edges, apart);
  }

  /** Whether a cell holds far more rows than both neighbours together. */
  private static boolean alone(ColumnBins bins, double[] rows, int cell) {
    double around = 0;
    for (int i = Math.max(0, cell - 2); i <= Math.min(bins.values() - 1, cell + 2); i++) {
      around += rows[i];
    }
    return around - rows[cell] < rows[cell] / FAR_MORE;
  }

  /** The new edges within a cell. */
  private static TreeSet<Double> inner(ColumnBins bins, int cell, int parts) {
    double from = bins.from(cell);
    double to = bins.to(cell);
    double step = bins.step();
    double finest = Math.max(LEAST_WIDTH, FINEST * Math.max(Math.abs(from), Math.abs(to)));
    double width = Math.max(finest, Math.max(step, (to - from) / parts));
    int exponent = (int) Math.floor(Math.log10(width));
    int digit = 1;
    while (decimal(digit, exponent) < width && digit < 10) {
      digit = digit == 1 ? 2 : digit == 2 ? 5 : 10;
    }
    TreeSet<Double> inner = new TreeSet<>();
    double unit = decimal(digit, exponent);
    for (double k = Math.ceil(from / unit); k <= to / unit; k++) {
      double multiple = decimal(k * digit, exponent);
      inner.add(step > 0 ? onGrid(bins.declared().type(), multiple) : multiple);
      inner.add(step > 0 ? onGrid(bins.declared().type(), multiple + step) : multiple);
    }
    // An edge next to an end would leave a cell that no number is the middle of.
    double hair = HAIR * (to - from);
    return new TreeSet<>(inner.subSet(from + hair, false, to - hair, false));
  }
}

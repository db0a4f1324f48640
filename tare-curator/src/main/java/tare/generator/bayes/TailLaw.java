package tare.generator.bayes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tare.model.ColumnBins;

/*
 * In the tail of a skewed column each cell holds fewer rows than noise, yet a few rows out there can
 * outweigh all others in the mean. So cells that do not stand out of the noise are not believed one
 * by one: one law of decline (DeclineFit) is fitted to all of them, from where counts are still sure
 * out to the bound. What each cell's own count says is put together with it by how sure each is.
 */

/** Puts a law of decline in the place of tail counts that do not stand out of the noise. */
final class TailLaw {

  /** How far off a cell's rows may be by the law, as a part of them. */
  private static final double UNSURE = 0.3;

  /** The law is fitted from where so many standard deviations of a count's noise lie beyond. */
  private static final double ROWS_TO_FIT = 20;

  /** Things that stand out belong together when one is no further out than twice the other. */
  private static final double GAP = 2;

  /** A count that stands out is off the law from so many standard deviations on. */
  private static final double AGREES = 2.5;

  /** Cells become so fine in the tail: the largest ratio of their ends' distances. */
  private static final double FINE = 1.25;

  /** Where the tail may begin at the earliest: the first of these that is not the median itself. */
  private static final double[] SHARES_BEYOND = {0.25, 0.125, 0.06, 0.03};

  private final ColumnBins bins;
  private final double[] counts;
  private final double[] variances;
  private final double[] heights;
  private final double[] estimates;
  private final double median;
  private final Map<Integer, Inner> inner = new HashMap<>();

  /**
   * @param counts noised counts of all cells. Not modified.
   * @param variances of each. Not modified.
   * @param heights how many standard deviations each cell or its piece stands out. Not modified.
   * @param estimates smoothed counts. Modified.
   */
  TailLaw(
      ColumnBins bins, double[] counts, double[] variances, double[] heights, double[] estimates) {
    this.bins = bins;
    this.counts = counts;
    this.variances = variances;
    this.heights = heights;
    this.estimates = estimates;
    this.median = quantile(0.5);
  }

  /**
   * Both tails.
   *
   * @param inBody what stands out by so many standard deviations, not far from what does, is body
   * @param alone what stands out by so many is believed wherever it is
   * @param tail which cells follow the law. Modified.
   */
  void apply(double inBody, double alone, boolean[] tail) {
    for (int side : new int[] {1, -1}) {
      double first = firstDistance(side);
      double reach = reach(side, first, inBody);
      double start = Math.max(first, start(side, reach));
      DeclineFit law = start > 0 ? fitted(side, start, reach, alone) : DeclineFit.NOTHING;
      for (int i = 0; i < bins.values(); i++) {
        if (near(i, side) >= (start > 0 ? start : reach)) {
          boolean hidden = near(i, side) >= reach && heights[i] < alone;
          tail[i] |= weighed(i, law.rows(near(i, side), far(i, side)), hidden);
          split(i, side, law);
        }
      }
    }
  }

  /**
   * Puts a cell's count and what the law expects together, unless they contradict each other and
   * the count stands out.
   */
  private boolean weighed(int cell, double expected, boolean hidden) {
    double spread = UNSURE * UNSURE * expected * expected;
    double variance = variances[cell];
    double off = Math.abs(counts[cell] - expected) / Math.sqrt(variance + spread);
    boolean agrees = hidden || (off < AGREES && !bins.isAtom(cell));
    if (agrees) {
      double rows = (expected * variance + counts[cell] * spread) / (variance + spread);
      estimates[cell] = Math.max(0, rows);
    }
    return agrees;
  }

  /** The law's cells within a cell whose far end is much further out than its near one. */
  private void split(int cell, int side, DeclineFit law) {
    double ratio = far(cell, side) / near(cell, side);
    if (bins.isAtom(cell) || !(law.rows(near(cell, side), far(cell, side)) > 0)) {
      return;
    }
    int parts = (int) Math.ceil(Math.log(ratio) / Math.log(FINE));
    TreeSet<Double> edges = new TreeSet<>();
    for (int k = 1; k < parts; k++) {
      double distance = near(cell, side) * Math.pow(ratio, (double) k / parts);
      double edge = NumberCells.onGrid(bins, median + side * distance);
      if (edge > bins.from(cell) && edge < bins.to(cell)) {
        edges.add(edge);
      }
    }
    inner.put(cell, new Inner(List.copyOf(edges), side, law));
  }

  /** New edges within a cell, and the law by which its rows lie between them. */
  private record Inner(List<Double> edges, int side, DeclineFit law) {}

  /** The cells with those that the laws add. */
  ColumnBins refined() {
    TreeSet<Double> edges = new TreeSet<>(bins.edges());
    inner.values().forEach(i -> edges.addAll(i.edges()));
    return ColumnBins.ofEdges(bins.column(), bins.declared(), edges, bins.apart());
  }

  /** The share of a cell's rows that lie in a part of it. */
  double share(int cell, double from, double to) {
    Inner in = inner.get(cell);
    if (in == null) {
      return 1;
    }
    double a = in.side() > 0 ? from - median : median - to;
    double b = in.side() > 0 ? to - median : median - from;
    return in.law().rows(a, b) / in.law().rows(near(cell, in.side()), far(cell, in.side()));
  }

  private DeclineFit fitted(int side, double start, double reach, double alone) {
    List<DeclineFit.Shell> shells = new ArrayList<>();
    double count = 0;
    double variance = 0;
    for (int i = 0; i < bins.values(); i++) {
      boolean believed = heights[i] >= alone && near(i, side) >= reach;
      if (near(i, side) < start * (1 - 1e-9) || believed) {
        continue;
      }
      count += counts[i];
      variance += variances[i];
      if (!bins.isAtom(i)) {
        shells.add(new DeclineFit.Shell(near(i, side), far(i, side), count, variance));
        count = 0;
        variance = 0;
      }
    }
    return DeclineFit.of(start, shells);
  }

  private double quantile(double share) {
    double total = 0;
    for (int i = 0; i < bins.values(); i++) {
      total += Math.max(0, estimates[i]);
    }
    double reached = 0;
    for (int i = 0; i < bins.values(); i++) {
      double rows = Math.max(0, estimates[i]);
      if (rows > 0 && reached + rows >= share * total) {
        double width = bins.to(i) - bins.from(i);
        // A cell of one value is a point: a distance within it would be that of rows to themselves.
        double part = width > bins.step() ? (share * total - reached) / rows : 0.5;
        return bins.from(i) + width * part;
      }
      reached += rows;
    }
    return bins.to(bins.values() - 1);
  }

  private double firstDistance(int side) {
    for (double beyond : SHARES_BEYOND) {
      double distance = side * (quantile(side > 0 ? 1 - beyond : beyond) - median);
      if (distance > 0) {
        return distance;
      }
    }
    return 0;
  }

  /** How far from the median what stands out goes on without a gap. */
  private double reach(int side, double first, double inBody) {
    double reach = first;
    for (int k = 0; k < bins.values(); k++) {
      int i = side > 0 ? k : bins.values() - 1 - k;
      if (far(i, side) > reach && near(i, side) <= GAP * reach && heights[i] >= inBody) {
        reach = far(i, side);
      }
    }
    return reach;
  }

  /** The distance between which and the reach lie enough rows to fit a law to. */
  private double start(int side, double reach) {
    double rows = 0;
    double start = reach;
    for (int k = 0; k < bins.values(); k++) {
      int i = side > 0 ? bins.values() - 1 - k : k;
      if (near(i, side) < reach && rows < ROWS_TO_FIT * Math.sqrt(variances[i])) {
        rows += estimates[i];
        start = near(i, side);
      }
    }
    return start;
  }

  private double far(int cell, int side) {
    return side > 0 ? bins.to(cell) - median : median - bins.from(cell);
  }

  private double near(int cell, int side) {
    return side > 0 ? bins.from(cell) - median : median - bins.to(cell);
  }
}

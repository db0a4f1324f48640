package tare.generator.bayes;

import tare.model.ColumnBins;

/*
 * In the tail of a skewed column each cell holds fewer rows than noise, yet a few rows out there can
 * outweigh all others in the mean. So cells that do not stand out of the noise are not believed one
 * by one. From cell to cell outwards, what the cell before and a rate of decline would give is put
 * together with what was counted, each by how sure it is. The rate is per doubling of the distance
 * from the median, so a power law goes on as one; it starts as that of the outermost cells that do
 * stand out and moves with what is found, so that tails that end do end.
 */

/** Puts a law of steady decline in the place of tail counts that do not stand out of the noise. */
final class TailLaw {

  /** How far off a cell's extrapolated count may be, as a part of it. */
  private static final double UNSURE = 0.5;

  /** The largest part of a shell's rows that the next shell, twice as far out, may hold. */
  private static final double LARGEST_RATE = 0.8;

  private final ColumnBins bins;
  private final double[] counts;
  private final double[] variances;
  private final boolean[] stands;
  private final double[] estimates;
  private final double median;
  private final boolean[] tail;

  /**
   * @param counts noised counts of all cells. Not modified.
   * @param variances of each. Not modified.
   * @param stands whether each cell belongs to a piece that stands out of the noise. Not modified.
   * @param estimates smoothed counts. Modified.
   */
  TailLaw(
      ColumnBins bins, double[] counts, double[] variances, boolean[] stands, double[] estimates) {
    this.bins = bins;
    this.counts = counts;
    this.variances = variances;
    this.stands = stands;
    this.estimates = estimates;
    this.median = median();
    this.tail = new boolean[estimates.length];
  }

  private double median() {
    double total = 0;
    for (int i = 0; i < bins.values(); i++) {
      total += Math.max(0, estimates[i]);
    }
    double reached = 0;
    for (int i = 0; i < bins.values(); i++) {
      double rows = Math.max(0, estimates[i]);
      if (rows > 0 && reached + rows >= total / 2) {
        return bins.from(i) + (bins.to(i) - bins.from(i)) * (total / 2 - reached) / rows;
      }
      reached += rows;
    }
    return bins.from(0);
  }

  /** Both tails; gives the cells that follow them. */
  boolean[] apply() {
    apply(1);
    apply(-1);
    return tail;
  }

  /** One tail. @param side 1 for the upper, -1 for the lower one */
  private void apply(int side) {
    double reach = reach(side);
    if (!(reach > 0)) {
      return;
    }
    double inner = rows(side, reach / 4, reach / 2);
    // Rows per doubling of the distance.
    double before = rows(side, reach / 2, reach);
    double length = 1;
    double rate = inner > 0 ? Math.min(LARGEST_RATE, before / inner) : 0;
    for (int i = side > 0 ? 0 : bins.values() - 1; i >= 0 && i < bins.values(); i += side) {
      if (beyond(i, side, reach)) {
        double own = Math.log(far(i, side) / near(i, side)) / Math.log(2);
        double apart = (length + own) / 2;
        double expected = own * before * Math.pow(rate, apart);
        double spread = UNSURE * UNSURE * expected * expected;
        double rows = (expected * variances[i] + counts[i] * spread) / (variances[i] + spread);
        estimates[i] = Math.max(0, rows);
        tail[i] = true;
        double here = estimates[i] / own;
        double seen = before > 0 ? Math.pow(here / before, 1 / apart) : 0;
        rate = Math.min(LARGEST_RATE, Math.sqrt(rate * seen));
        before = here;
        length = own;
      }
    }
  }

  /** How far from the median the cells that stand out go on without a gap. */
  private double reach(int side) {
    double reach = 0;
    int start = bins.ofNumber(median);
    for (int i = start; i >= 0 && i < bins.values(); i += side) {
      if (!bins.isAtom(i)) {
        if (!stands[i] && i != start) {
          break;
        }
        reach = far(i, side);
      }
    }
    return reach;
  }

  private boolean beyond(int cell, int side, double reach) {
    return !bins.isAtom(cell) && !stands[cell] && near(cell, side) >= reach;
  }

  private double far(int cell, int side) {
    return side > 0 ? bins.to(cell) - median : median - bins.from(cell);
  }

  private double near(int cell, int side) {
    return side > 0 ? bins.from(cell) - median : median - bins.to(cell);
  }

  /** The estimated rows between two distances from the median; single values do not count. */
  private double rows(int side, double from, double to) {
    double rows = 0;
    for (int i = 0; i < bins.values(); i++) {
      double width = bins.to(i) - bins.from(i);
      double within = Math.min(to, far(i, side)) - Math.max(from, near(i, side));
      if (width > 0 && within > 0) {
        rows += Math.max(0, estimates[i]) * within / width;
      }
    }
    return rows;
  }
}

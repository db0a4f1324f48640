package tare.model;

/**
 * Draws values within fine cells. A number's density within its bin is a line whose slope comes
 * from the neighbouring bins, the smaller of the two differences (none where they disagree in
 * sign), so that the whole density has no steps where the rows have none and is never below zero.
 */
final class CellValues {

  private final ColumnBins bins;
  private final double[] tilts;
  private final double step;

  /**
   * @param shares the share of rows of each cell. Not modified.
   */
  CellValues(ColumnBins bins, double[] shares) {
    this.bins = bins;
    this.tilts = new double[bins.size()];
    this.step = bins.step();
    if (bins.ordered()) {
      for (int cell = 0; cell < bins.values(); cell++) {
        tilts[cell] = bins.isAtom(cell) ? 0 : tilt(cell, shares);
      }
    }
  }

  /**
   * The value of a table at a cell: the level's index, a number within the bin, NaN for missing.
   *
   * @param height a uniform number in [0, 1)
   */
  double draw(int cell, double height) {
    if (bins.isMissing(cell)) {
      return Double.NaN;
    }
    if (!bins.ordered()) {
      return cell;
    }
    double from = bins.from(cell);
    double to = bins.to(cell);
    if (from == to) {
      return from;
    }
    double value = from + (to - from) * inverse(tilts[cell], height);
    // Bins of a grid have edges half a step off it; a value on the upper edge belongs to the next.
    return step > 0
        ? bins.nearest(Math.min(Math.max(value, from + step / 2), to - step / 2))
        : value;
  }

  /** The slope of a bin's density times its width, over the density: in [-2, 2]. */
  private double tilt(int cell, double[] shares) {
    double density = density(cell, shares);
    if (!(density > 0)) {
      return 0;
    }
    boolean lower = cell > 0 && !bins.isAtom(cell - 1);
    boolean upper = cell + 1 < bins.values() && !bins.isAtom(cell + 1);
    double down = lower ? slope(cell - 1, cell, shares) : Double.NaN;
    double up = upper ? slope(cell, cell + 1, shares) : Double.NaN;
    double slope;
    if (lower && upper) {
      slope = down * up <= 0 ? 0 : Math.signum(up) * Math.min(Math.abs(down), Math.abs(up));
    } else {
      slope = lower ? down : upper ? up : 0;
    }
    double tilt = slope * (bins.to(cell) - bins.from(cell)) / density;
    return Math.max(-2, Math.min(2, tilt));
  }

  private double slope(int a, int b, double[] shares) {
    double distance = (bins.to(b) + bins.from(b) - bins.to(a) - bins.from(a)) / 2;
    return (density(b, shares) - density(a, shares)) / distance;
  }

  private double density(int cell, double[] shares) {
    return shares[cell] / (bins.to(cell) - bins.from(cell));
  }

  /** The point of [0, 1) at a height of the distribution with density 1 + tilt (u - 1/2). */
  static double inverse(double tilt, double height) {
    double start = 1 - tilt / 2;
    // This form of the root has no cancellation for small tilts.
    double root = Math.sqrt(Math.max(0, start * start + 2 * tilt * height));
    double divisor = start + root;
    return divisor > 0 ? Math.min(2 * height / divisor, Math.nextDown(1.0)) : 0;
  }
}

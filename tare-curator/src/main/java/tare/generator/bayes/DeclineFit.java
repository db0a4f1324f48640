package tare.generator.bayes;

import java.util.List;

/**
 * A law of decline fitted to noised counts of shells around a centre: rows per doubling of the
 * distance are in proportion to 2^-(b t + c t^2) at t doublings beyond a start. A power law has c =
 * 0, a log-normal tail c above 0, and an exponential one is nearly such a law. The rows of a shell
 * are those of all such laws, each weighed by how well it agrees with the counts.
 */
final class DeclineFit {

  private static final double[] SLOPES = {0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 5, 7, 10};
  private static final double[] BENDS = {0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.3, 2, 4};

  /** The law of no rows. */
  static final DeclineFit NOTHING = new DeclineFit(1, new double[SLOPES.length * BENDS.length]);

  private final double start;
  // Of each shape its rows in the first doubling's unit, times its weight.
  private final double[] heights;

  private DeclineFit(double start, double[] heights) {
    this.start = start;
    this.heights = heights;
  }

  /**
   * A noised count.
   *
   * @param near the shell's smaller distance from the centre
   * @param far its larger one
   * @param count may be negative
   * @param variance of its noise
   */
  record Shell(double near, double far, double count, double variance) {}

  /** Fits to shells that all begin beyond a start. */
  static DeclineFit of(double start, List<Shell> shells) {
    int shapes = SLOPES.length * BENDS.length;
    double[] heights = new double[shapes];
    double[] misfits = new double[shapes];
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < shapes; k++) {
      double[] shape = new double[shells.size()];
      for (int i = 0; i < shape.length; i++) {
        shape[i] = mass(k, start, shells.get(i).near(), shells.get(i).far());
      }
      heights[k] = height(shells, shape, height(shells, shape, 0));
      misfits[k] = misfit(shells, shape, heights[k]);
      least = Math.min(least, misfits[k]);
    }
    // Sharper than the laws' likelihood, whose mean leans to the heaviest tails it cannot rule out.
    double sum = 0;
    for (double misfit : misfits) {
      sum += Math.exp(least - misfit);
    }
    for (int k = 0; k < shapes; k++) {
      heights[k] *= Math.exp(least - misfits[k]) / sum;
    }
    return new DeclineFit(start, heights);
  }

  /** The expected rows between two distances. */
  double rows(double near, double far) {
    double rows = 0;
    for (int k = 0; k < heights.length; k++) {
      if (heights[k] > 0) {
        rows += heights[k] * mass(k, start, near, far);
      }
    }
    return rows;
  }

  /** The best height of a shape, by least squares; rows themselves vary as counts do. */
  private static double height(List<Shell> shells, double[] shape, double before) {
    double products = 0;
    double squares = 0;
    for (int i = 0; i < shape.length; i++) {
      double variance = shells.get(i).variance() + before * shape[i];
      products += shells.get(i).count() * shape[i] / variance;
      squares += shape[i] * shape[i] / variance;
    }
    return squares > 0 ? Math.max(0, products / squares) : 0;
  }

  private static double misfit(List<Shell> shells, double[] shape, double height) {
    double misfit = 0;
    for (int i = 0; i < shape.length; i++) {
      double variance = shells.get(i).variance() + height * shape[i];
      double off = shells.get(i).count() - height * shape[i];
      misfit += off * off / variance + Math.log(variance / shells.get(i).variance());
    }
    return misfit;
  }

  /** The integral of a shape over the doublings between two distances, by Simpson's rule. */
  private static double mass(int shape, double start, double near, double far) {
    double from = doublings(Math.max(near, start) / start);
    double to = doublings(Math.max(far, start) / start);
    int parts = 2 * (int) Math.ceil(Math.max(1, 2 * (to - from)));
    double width = (to - from) / parts;
    double sum = 0;
    for (int i = 0; i <= parts; i++) {
      double weight = i == 0 || i == parts ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * density(shape, from + i * width);
    }
    return sum * width / 3;
  }

  private static double density(int shape, double t) {
    double slope = SLOPES[shape / BENDS.length];
    double bend = BENDS[shape % BENDS.length];
    return Math.exp(-Math.log(2) * t * (slope + bend * t));
  }

  private static double doublings(double ratio) {
    return Math.log(ratio) / Math.log(2);
  }
}

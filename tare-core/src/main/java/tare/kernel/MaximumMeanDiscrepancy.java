package tare.kernel;

import java.util.Arrays;

/**
 * The maximum mean discrepancy between two weighted point sets under a Gaussian kernel {@code
 * exp(-|x - y|^2 / (2 h^2))}: the distance of their mean embeddings (Gretton et al. 2012).
 */
public final class MaximumMeanDiscrepancy {

  /** Pairs are taken among this many points at most when the bandwidth is chosen. */
  private static final int LARGEST_SAMPLE = 2_000;

  private MaximumMeanDiscrepancy() {}

  /**
   * The median distance between two different points, the usual bandwidth. Of more than 2,000
   * points every k-th is looked at. One when the median is zero, as with nothing but copies.
   *
   * @param points Not modified.
   */
  public static double medianDistance(double[][] points) {
    double[][] some = thinned(points);
    int n = some.length;
    if (n < 2) {
      return 1;
    }
    double[] squares = new double[n * (n - 1) / 2];
    int k = 0;
    for (int i = 1; i < n; i++) {
      for (int j = 0; j < i; j++) {
        squares[k++] = squaredDistance(some[i], some[j]);
      }
    }
    Arrays.sort(squares);
    double median =
        squares.length % 2 == 1
            ? Math.sqrt(squares[squares.length / 2])
            : (Math.sqrt(squares[squares.length / 2 - 1]) + Math.sqrt(squares[squares.length / 2]))
                / 2;
    return median > 0 ? median : 1;
  }

  private static double[][] thinned(double[][] points) {
    int step = (points.length + LARGEST_SAMPLE - 1) / LARGEST_SAMPLE;
    if (step <= 1) {
      return points;
    }
    double[][] some = new double[(points.length + step - 1) / step][];
    for (int i = 0; i < some.length; i++) {
      some[i] = points[i * step];
    }
    return some;
  }

  /**
   * The discrepancy itself, not squared; the plain (V-statistic) estimate, which is never negative
   * and is zero between a measure and itself.
   *
   * @param a Not modified.
   * @param massOfA weights of the points of {@code a}; normalised to sum one. Not modified.
   * @param b Not modified.
   * @param massOfB weights of the points of {@code b}; normalised to sum one. Not modified.
   */
  public static double between(
      double[][] a, double[] massOfA, double[][] b, double[] massOfB, double bandwidth) {
    double[] p = normalised(massOfA, "first");
    double[] q = normalised(massOfB, "second");
    double within = meanKernel(a, p, a, p, bandwidth) + meanKernel(b, q, b, q, bandwidth);
    return Math.sqrt(Math.max(0, within - 2 * meanKernel(a, p, b, q, bandwidth)));
  }

  private static double meanKernel(
      double[][] a, double[] p, double[][] b, double[] q, double bandwidth) {
    double scale = -0.5 / (bandwidth * bandwidth);
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      if (p[i] == 0) {
        continue;
      }
      double row = 0;
      for (int j = 0; j < b.length; j++) {
        row += q[j] * Math.exp(scale * squaredDistance(a[i], b[j]));
      }
      sum += p[i] * row;
    }
    return sum;
  }

  private static double squaredDistance(double[] x, double[] y) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      double difference = x[k] - y[k];
      sum += difference * difference;
    }
    return sum;
  }

  private static double[] normalised(double[] mass, String which) {
    double sum = 0;
    for (double m : mass) {
      if (!(m >= 0)) {
        throw new IllegalArgumentException(
            "Every mass of the " + which + " points must not be negative. Got: " + m);
      }
      sum += m;
    }
    if (!(sum > 0) || Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "The masses of the " + which + " points must have a positive, finite sum. Got: " + sum);
    }
    double[] shares = new double[mass.length];
    for (int i = 0; i < mass.length; i++) {
      shares[i] = mass[i] / sum;
    }
    return shares;
  }
}

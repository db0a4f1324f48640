package tare.kernel.transport;

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
    double[] towards = meanKernels(a, b, massOfB, bandwidth);
    double cross = 0;
    for (int i = 0; i < p.length; i++) {
      cross += p[i] * towards[i];
    }
    double within = meanKernel(a, massOfA, bandwidth) + meanKernel(b, massOfB, bandwidth);
    return Math.sqrt(Math.max(0, within - 2 * cross));
  }

  /** The kernel between all pairs, row by row. @param a Not modified. @param b Not modified. */
  public static double[] kernel(double[][] a, double[][] b, double bandwidth) {
    double scale = -0.5 / (bandwidth * bandwidth);
    double[] kernel = Distances.squaredEuclidean(a, b);
    for (int i = 0; i < kernel.length; i++) {
      kernel[i] = Math.exp(scale * kernel[i]);
    }
    return kernel;
  }

  /** The mean kernel from each point of {@code a} to the measure on {@code b}. */
  public static double[] meanKernels(
      double[][] a, double[][] b, double[] massOfB, double bandwidth) {
    double[] q = normalised(massOfB, "second");
    double scale = -0.5 / (bandwidth * bandwidth);
    double[] means = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      double mean = 0;
      for (int j = 0; j < b.length; j++) {
        mean += q[j] * Math.exp(scale * squaredDistance(a[i], b[j]));
      }
      means[i] = mean;
    }
    return means;
  }

  /** The mean kernel within a measure. */
  public static double meanKernel(double[][] b, double[] massOfB, double bandwidth) {
    double[] q = normalised(massOfB, "second");
    double scale = -0.5 / (bandwidth * bandwidth);
    double sum = 0;
    for (int i = 0; i < b.length; i++) {
      double row = 0.5 * q[i];
      for (int j = 0; j < i; j++) {
        row += q[j] * Math.exp(scale * squaredDistance(b[i], b[j]));
      }
      sum += 2 * q[i] * row;
    }
    return sum;
  }

  /**
   * The discrepancy from its prepared parts, for many masses of the first points.
   *
   * @param within the kernel among the first points, row by row. Not modified.
   * @param towards from {@link #meanKernels}. Not modified.
   * @param rest from {@link #meanKernel} of the second points
   * @param massOfA normalised to sum one. Not modified.
   */
  public static double combine(double[] within, double[] towards, double rest, double[] massOfA) {
    double[] p = normalised(massOfA, "first");
    double sum = rest;
    for (int i = 0; i < p.length; i++) {
      if (p[i] > 0) {
        double row = 0;
        for (int j = 0; j < p.length; j++) {
          row += p[j] * within[i * p.length + j];
        }
        sum += p[i] * (row - 2 * towards[i]);
      }
    }
    return Math.sqrt(Math.max(0, sum));
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

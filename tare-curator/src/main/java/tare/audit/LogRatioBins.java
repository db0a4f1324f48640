package tare.audit;

import java.util.Arrays;

/**
 * A learned log ratio of two densities on the line: constant on bins that hold about equally many
 * draws of both together, and on single values that come often.
 */
final class LogRatioBins {

  private static final int BINS = 60;

  private final double[] edges;
  private final double[] ratios;

  private LogRatioBins(double[] edges, double[] ratios) {
    this.edges = edges;
    this.ratios = ratios;
  }

  /**
   * @param one draws of the numerator. Not modified.
   * @param other draws of the denominator. Not modified.
   */
  static LogRatioBins learn(double[] one, double[] other) {
    double[] pooled = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, pooled, one.length, other.length);
    Arrays.sort(pooled);
    double[] edges = new double[BINS - 1];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = pooled[(int) ((i + 1L) * pooled.length / BINS)];
    }
    edges = Arrays.stream(edges).distinct().toArray();
    int[] ones = counts(one, edges);
    int[] others = counts(other, edges);
    double[] ratios = new double[ones.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = smoothed(ones[i], others[i]);
    }
    return new LogRatioBins(edges, ratios);
  }

  double logRatio(double value) {
    return ratios[bin(value, edges)];
  }

  /** The log ratio of two counts; half a draw is added to both, so that it stays finite. */
  static double smoothed(int one, int other) {
    return Math.log((one + 0.5) / (other + 0.5));
  }

  private static int[] counts(double[] draws, double[] edges) {
    int[] counts = new int[2 * edges.length + 1];
    for (double draw : draws) {
      counts[bin(draw, edges)]++;
    }
    return counts;
  }

  /** Between edges the even numbers, on an edge the odd ones. */
  private static int bin(double value, double[] edges) {
    int found = Arrays.binarySearch(edges, value);
    return found >= 0 ? 2 * found + 1 : 2 * (-found - 1);
  }
}

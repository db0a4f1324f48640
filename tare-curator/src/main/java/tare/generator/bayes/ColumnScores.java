package tare.generator.bayes;

import java.util.Arrays;
import tare.kernel.special.Normal;

/*
 * Among scores of limited length, signs tell most of a relation that is a straight line on the
 * scale of normal scores. Levels are the corners of a regular simplex: as far apart as they can be.
 */

/**
 * Public numbers that stand for the groups of a column: a sign on either side of the middle of an
 * ordered one, a corner of a simplex for each level of another.
 *
 * @param whole by group, whole numbers of Euclidean length {@link #LENGTH} at most. Not copied.
 * @param axes by group, along which tables are tilted. Not copied.
 * @param shares of the rows by group, from noised counts. Not copied.
 */
record ColumnScores(int[][] whole, double[][] axes, double[] shares) {

  /** The length of a score: whole numbers are as fine as real ones. */
  static final int LENGTH = 1 << 12;

  private static final double SMALLEST_SHARE = 1e-6;
  private static final double FAR = 9;
  private static final int HALVINGS = 60;

  /**
   * The scores of a column.
   *
   * @param rows estimated rows by group. Not modified.
   * @param inOrder how many groups are in order, the first ones; zero for levels
   */
  static ColumnScores of(double[] rows, int inOrder) {
    double sum = Arrays.stream(rows).map(r -> Math.max(r, 0)).sum();
    double[] shares =
        Arrays.stream(rows)
            .map(r -> Math.max(SMALLEST_SHARE, sum > 0 ? Math.max(r, 0) / sum : 1.0 / rows.length))
            .toArray();
    return inOrder > 0 ? ordered(shares, inOrder) : levels(shares);
  }

  private static ColumnScores ordered(double[] shares, int inOrder) {
    double[] below = new double[inOrder + 1];
    for (int g = 0; g < inOrder; g++) {
      below[g + 1] = below[g] + shares[g];
    }
    double all = below[inOrder];
    int split = 1;
    for (int g = 2; g < inOrder; g++) {
      split = Math.abs(below[g] - all / 2) < Math.abs(below[split] - all / 2) ? g : split;
    }
    int[][] whole = new int[shares.length][1];
    double[][] axes = new double[shares.length][1];
    for (int g = 0; g < inOrder; g++) {
      whole[g][0] = inOrder == 1 ? 0 : g < split ? -LENGTH : LENGTH;
      double from = Normal.density(quantile(below[g] / all));
      double to = Normal.density(quantile(below[g + 1] / all));
      axes[g][0] = (from - to) * all / shares[g];
    }
    return new ColumnScores(whole, axes, shares);
  }

  private static double quantile(double probability) {
    double from = -FAR;
    double to = FAR;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (from + to) / 2;
      boolean above = Normal.upperTail(middle) > 1 - probability;
      from = above ? middle : from;
      to = above ? to : middle;
    }
    return (from + to) / 2;
  }

  private static ColumnScores levels(double[] shares) {
    int levels = shares.length;
    int dimensions = Math.max(1, levels - 1);
    int[][] whole = new int[levels][dimensions];
    double[][] axes = new double[levels][dimensions];
    for (int g = 0; g < levels && levels > 1; g++) {
      for (int d = 0; d < dimensions; d++) {
        double corner =
            Math.sqrt(2.0 / dimensions) * Math.cos(Math.PI * (g + 0.5) * (d + 1) / levels);
        axes[g][d] = corner;
        // Towards zero, so that no score becomes longer; the margin is far above rounding.
        whole[g][d] = (int) (corner * LENGTH * (1 - 1e-12));
      }
    }
    return new ColumnScores(whole, axes, shares);
  }

  int groups() {
    return shares.length;
  }

  int dimensions() {
    return whole[0].length;
  }

  /** A score as a number, one at most. */
  double score(int group, int dimension) {
    return whole[group][dimension] / (double) LENGTH;
  }

  /** The mean score. */
  double mean(int dimension) {
    double mean = 0;
    for (int g = 0; g < shares.length; g++) {
      mean += shares[g] * score(g, dimension);
    }
    return mean;
  }

  /** The covariance of a score and an axis. */
  double along(int dimension, int axis) {
    double sum = 0;
    double centre = 0;
    for (int g = 0; g < shares.length; g++) {
      sum += shares[g] * score(g, dimension) * axes[g][axis];
      centre += shares[g] * axes[g][axis];
    }
    return sum - mean(dimension) * centre;
  }

  /** The mean variance of a score. */
  double variance() {
    double variance = 0;
    for (int d = 0; d < dimensions(); d++) {
      double squares = 0;
      for (int g = 0; g < shares.length; g++) {
        squares += shares[g] * score(g, d) * score(g, d);
      }
      variance += squares - mean(d) * mean(d);
    }
    return variance / dimensions();
  }
}

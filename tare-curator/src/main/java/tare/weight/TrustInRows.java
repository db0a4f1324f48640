package tare.weight;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.LikeliestScale;
import tare.kernel.regression.EntropyTilt;

/*
 * Synthetic rows have moments before any are bought, and these are off as well, without noise but with
 * whatever the generator gets wrong. Say that they are off as the means of so many independent rows
 * would be, the rows' worth: by N(0, C / worth), C the covariance of the moments among rows. Then what
 * was bought, with noise of variances v, differs from them by N(0, C / worth + diag(v)), and the worth
 * is where that makes the difference likeliest. Public: the bought moments came through the gate, and
 * the rest is synthetic.
 *
 * Generators get some pairs of columns right and others wrong, and who takes one worth for all
 * believes rows most where they err. So the products of each pair of columns, and the means of each
 * column, have a worth of their own, by the same likelihood with the common worth as a first guess; but
 * never more than that: moments that are hardly followed are dragged along by others that go with them.
 *
 * With a slack of worth times v a tilt is, where it is small, the posterior mean of the moments: it
 * follows what was bought wherever the rows vary much beside the noise, and stays with the rows where
 * noise drowns what was bought. (With a slack of 20 v whatever the rows are worth, noise in thin
 * directions made half of the squared error and more, docs/notes/moment-weights.md.)
 *
 * What the posterior leaves open goes into replicates. A tilt that is drawn towards its rows by a part
 * of the way leaves that part of the rows' own error in place; and where other private rows had been
 * drawn, the generator's rows would have followed them. Both together are a move of the rows before the
 * tilt, by coefficients that cost a tilt nothing.
 */

/**
 * How far bought moments are followed beside those that the synthetic rows have already.
 *
 * @param free the moments that no others determine
 * @param covariance of these among rows: the lower triangle. Not copied.
 * @param factor of it
 */
record TrustInRows(int[] free, double[] covariance, Cholesky factor) {

  /** So many moments tell the common worth as well as all of them. */
  private static final int MOST_ASKED = 1_000;

  private static final double MOST_WORTH = 1e6;

  /** The logarithm of a group's worth is usually so far from that of the common one. */
  private static final double SPREAD = 2.5;

  /**
   * What rows say of their moments.
   *
   * @param all the covariance of all moments, the lower triangle. Not modified.
   * @param size how many these are
   * @param free which of them are not determined by others. Not copied.
   */
  static TrustInRows of(double[] all, int size, int[] free, Runnable beforeStep) {
    double[] covariance = among(all, size, free);
    double[] none = new double[free.length];
    return new TrustInRows(
        free, covariance, EntropyTilt.hessian(covariance.clone(), none, beforeStep));
  }

  /** The lower triangle of some rows and columns. */
  private static double[] among(double[] matrix, int size, int[] some) {
    double[] among = new double[some.length * some.length];
    for (int i = 0; i < some.length; i++) {
      for (int j = 0; j <= i; j++) {
        among[i * some.length + j] =
            matrix[Math.max(some[i], some[j]) * size + Math.min(some[i], some[j])];
      }
    }
    return among;
  }

  /** What was bought beside what rows have, of some of the free moments. */
  private record Asked(int[] places, double[] off, double[] variances) {}

  private Asked asked(int[] places, double[] off, double[] variances) {
    return new Asked(
        places,
        Arrays.stream(places).mapToDouble(i -> off[free[i]]).toArray(),
        Arrays.stream(places).mapToDouble(i -> variances[free[i]]).toArray());
  }

  /**
   * As many independent rows as the synthetic ones are worth, by what was bought.
   *
   * @param off the bought moments less those of the rows. Not modified.
   * @param variances of the noise. Not modified.
   * @param groups which moments have a worth of their own: equal numbers for the same one. Not
   *     modified.
   * @param least less than this is not said
   */
  RowsWorth worth(
      double[] off, double[] variances, int[] groups, double least, Runnable beforeStep) {
    int some = Math.min(free.length, MOST_ASKED);
    Asked common =
        asked(
            IntStream.range(0, some).map(i -> (int) ((long) i * free.length / some)).toArray(),
            off,
            variances);
    double most = Math.max(MOST_WORTH, 2 * least);
    double ofAll =
        LikeliestScale.divisor(
            common.off,
            some == free.length ? covariance : among(covariance, free.length, common.places),
            common.variances,
            least,
            most,
            beforeStep);
    RowsWorth worth = new RowsWorth(ofAll);
    for (int group : Arrays.stream(free).map(j -> groups[j]).distinct().toArray()) {
      Asked own =
          asked(
              IntStream.range(0, free.length).filter(i -> groups[free[i]] == group).toArray(),
              off,
              variances);
      worth.put(
          group,
          LikeliestScale.divisorNear(
              ofAll,
              SPREAD,
              own.off,
              diagonal(own.places),
              own.variances,
              least,
              Math.max(2 * least, ofAll)));
    }
    return worth;
  }

  private double[] diagonal(int[] places) {
    return Arrays.stream(places).mapToDouble(i -> covariance[i * free.length + i]).toArray();
  }

  /**
   * Coefficients that move rows: by so much as other private rows would have moved them, and by a
   * draw of what they are off.
   *
   * @param moved what other private rows change in each moment. Not modified.
   * @param worth of the rows, moment by moment. Not modified.
   * @param size how many moments there are; those that others determine have no coefficient
   */
  double[] coefficients(double[] moved, double[] worth, int size, RandomGenerator random) {
    double[] white = new double[free.length];
    Arrays.setAll(white, i -> random.nextGaussian());
    double[] by = factor.timesLower(white);
    for (int i = 0; i < by.length; i++) {
      by[i] = by[i] / Math.sqrt(worth[free[i]]) + moved[free[i]];
    }
    double[] solved = factor.solve(by);
    double[] coefficients = new double[size];
    for (int i = 0; i < free.length; i++) {
      coefficients[free[i]] = solved[i];
    }
    return coefficients;
  }
}

package tare.weight;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.LikeliestScale;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.EntropyTilt;

/*
 * Synthetic rows have moments before any are bought, and these are off as well, without noise but with
 * whatever the generator gets wrong. Say that they are off as the means of so many independent rows
 * would be, the rows' worth: by N(0, C / worth), C the covariance of the moments among rows. Then what
 * was bought, with noise of variances v, differs from them by N(0, C / worth + diag(v)), and the worth
 * is where that makes the difference likeliest. Public: the bought moments came through the gate, and
 * the rest is synthetic.
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

  /** So many moments tell the worth as well as all of them. */
  private static final int MOST_ASKED = 1_000;

  private static final double MOST_WORTH = 1e6;

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

  /**
   * As many independent rows as the synthetic ones are worth, by what was bought.
   *
   * @param off the bought moments less those of the rows. Not modified.
   * @param variances of the noise. Not modified.
   * @param least less than this is not said
   */
  double worth(double[] off, double[] variances, double least, Runnable beforeStep) {
    int[] asked =
        IntStream.range(0, Math.min(free.length, MOST_ASKED))
            .map(i -> (int) ((long) i * free.length / Math.min(free.length, MOST_ASKED)))
            .toArray();
    return LikeliestScale.divisor(
        IntStream.of(asked).mapToDouble(i -> off[free[i]]).toArray(),
        asked.length == free.length ? covariance : among(covariance, free.length, asked),
        IntStream.of(asked).mapToDouble(i -> variances[free[i]]).toArray(),
        least,
        Math.max(MOST_WORTH, 2 * least),
        beforeStep);
  }

  /**
   * Adds to the target of a tilt what moves its rows beforehand: by so much as other private rows
   * would have moved them, and by a draw of what they are off.
   *
   * @param change of the target. Modified.
   * @param moved what other private rows change in each moment. Not modified.
   * @param slack of the tilt. Not modified.
   */
  void addMoved(
      double[] change, double[] moved, double[] slack, double worth, RandomGenerator random) {
    double[] open = new double[free.length];
    double[] with = new double[free.length];
    for (int i = 0; i < free.length; i++) {
      open[i] = random.nextGaussian() / Math.sqrt(worth);
      with[i] = moved[free[i]];
    }
    factor.solveUpper(open); // of covariance C^-1 / worth: coefficients that move rows by C / worth
    RowKernel.PLAIN.addScaled(1, factor.solve(with), 0, open, 0, open.length);
    for (int i = 0; i < free.length; i++) {
      change[free[i]] += slack[free[i]] * open[i];
    }
  }
}

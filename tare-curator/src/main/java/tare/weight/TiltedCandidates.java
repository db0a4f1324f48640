package tare.weight;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tare.kernel.linear.Cholesky;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.TiltRows;

/**
 * Some of the candidates of a release, which stand for all of them: how far do they move when the
 * release is tilted to something else? Chance has moved their own moments, so they are asked to
 * differ from those, never to have what all candidates have.
 */
final class TiltedCandidates {

  private final TiltRows rows;
  private final TiltRows joined;
  private final double[] base;
  private final double[] shares;
  private final double[] before;
  private final double[] theta;
  private final double[] slack;
  private final double[] target;
  private final double nearEnough;
  private final Runnable beforeStep;
  private final Cholesky hessian;

  /**
   * Candidates of a release.
   *
   * @param rows what the tilt saw of them
   * @param joined what is told of a move: the same moments, and coarse shares in any case
   * @param base their shares before the tilt. Not copied.
   * @param weights the release's. Not modified.
   * @param theta the coefficients of the tilt. Not copied.
   * @param slack of the tilt. Not copied.
   * @param nearEnough twice the loss that another tilt may leave to gain
   */
  TiltedCandidates(
      TiltRows rows,
      TiltRows joined,
      double[] base,
      double[] weights,
      double[] theta,
      double[] slack,
      double nearEnough,
      Runnable beforeStep) {
    this.rows = rows;
    this.joined = joined;
    this.base = base;
    shares = ReplicateLaw.shares(weights);
    before = joined.sums(shares);
    this.theta = theta;
    this.slack = slack;
    target = target(before, slack, theta);
    this.nearEnough = nearEnough;
    this.beforeStep = beforeStep;
    hessian = new EntropyTilt(rows, base, beforeStep).hessian(theta, slack);
  }

  /** What rows were tilted to: what they have, and what the slack has let them miss. */
  static double[] target(double[] achieved, double[] slack, double[] theta) {
    double[] target = new double[slack.length];
    for (int j = 0; j < target.length; j++) {
      target[j] = achieved[j] + slack[j] * theta[j];
    }
    return target;
  }

  /**
   * The candidates when the target has changed.
   *
   * @param tilted their shares. Not copied.
   * @param by how far their moments and coarse shares have moved. Not copied.
   */
  record Moved(double[] tilted, double[] by) {}

  /** Tilts the candidates to a target that has changed. @param change Not modified. */
  Moved moved(double[] change) {
    double[] wanted = target.clone();
    for (int j = 0; j < wanted.length; j++) {
      wanted[j] += change[j];
    }
    double[] tilted =
        new EntropyTilt(rows, base, beforeStep)
            .solve(wanted, slack, theta, hessian, nearEnough)
            .shares();
    double[] by = joined.sums(tilted);
    for (int j = 0; j < by.length; j++) {
      by[j] -= before[j];
    }
    return new Moved(tilted, by);
  }

  /**
   * How far moments and shares move, to first order, with the log weights of the rows before they
   * are tilted.
   *
   * @param coefficients of the log weights, one per moment. Not modified.
   */
  double[] moves(double[] coefficients) {
    double[] even = rows.even();
    double[] gains = rows.products(Arrays.copyOf(coefficients, rows.size()));
    double mean = Arrays.stream(gains).average().orElse(0);
    for (int r = 0; r < even.length; r++) {
      even[r] *= gains[r] - mean;
    }
    return rows.sums(even);
  }

  /** How far n rows of their law, each drawn a Poisson number of times, are from the law itself. */
  double[] redrawn(long n, RandomGenerator random) {
    double[] counts = new double[shares.length];
    for (int r = 0; r < counts.length; r++) {
      double expected = n * shares[r];
      // Mean and variance of a Poisson number: all that a sum over many rows shows of it.
      counts[r] = (expected + Math.sqrt(expected) * random.nextGaussian()) / n;
    }
    double[] drawn = rows.sums(ReplicateLaw.shares(counts));
    for (int j = 0; j < drawn.length; j++) {
      drawn[j] -= before[j];
    }
    return drawn;
  }
}

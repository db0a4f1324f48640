package tare.weight;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.inference.Replicates;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.TiltRows;
import tare.model.TiltMap;
import tare.random.Seed;
import tare.table.Table;

/**
 * What tells the replicates of a release apart: how far each moves the moments and coarse shares of
 * its rows. With it any rows of the release's law can be given replicate weights, some at a time,
 * on any machine. Public.
 *
 * @param map the moments and coarse shares of rows
 * @param shifts for each replicate, what it adds to the rows' own moments and shares. Not copied.
 * @param seed the start of the replicates' chance
 * @param covers what differs between replicates, one sentence each
 * @param leavesOut what no replicate knows of, one sentence each
 */
public record ReplicateLaw(
    TiltMap map, double[][] shifts, Seed seed, List<String> covers, List<String> leavesOut)
    implements Serializable {

  /** The ridge on a moment's coefficient, over the moment's variance among the rows. */
  private static final double SLACK = 1e-3;

  /**
   * What replicates ask of one moment, followed alone, may move the log weight of no row by more
   * than about this, in the root of the mean square. Where as many rows are released as there are
   * private ones, what the drawing of these does to a moment moves no row's by more than one, even
   * if a single row carries all of it; with noise of twice that size, by no more than 2.3.
   */
  private static final double MOST_MOVED = 3;

  /**
   * Weights are near enough when what they miss of their shift, squared, is this part of what
   * replicates differ by.
   */
  private static final double NEAR_ENOUGH = 1e-3;

  /** Where replicates hardly differ: below it rounding decides. */
  private static final double SMALLEST_TOLERANCE = 1e-9;

  public ReplicateLaw {
    covers = List.copyOf(covers);
    leavesOut = List.copyOf(leavesOut);
  }

  /**
   * Replicate weights of some of the release's rows; mean one.
   *
   * @param own the rows' own weights. Not modified.
   * @param part tells these rows from others of the same release; empty when they are all
   */
  public Replicates weigh(Table rows, double[] own, String part) {
    return weigh(rows, own, part, () -> {}, () -> {});
  }

  /**
   * The same for one who wants to hear of it.
   *
   * @param beforeStep called before each step of each tilt
   * @param afterOne called after each replicate
   */
  public Replicates weigh(
      Table table, double[] weights, String part, Runnable beforeStep, Runnable afterOne) {
    TiltRows rows = map.rows(table);
    double[] own = shares(weights);
    double[] at = rows.sums(own);
    double[] covariance = rows.covariance(own, beforeStep);
    double[] slack = slack(rows, own, at);
    int single = map.moments().width();
    for (int j : PossibleMoments.following(covariance, slack.length, single, beforeStep)) {
      slack[j] = PossibleMoments.NOTHING_ASKED;
    }
    Cholesky hessian = EntropyTilt.hessian(covariance, slack, beforeStep);
    double tolerance = nearEnough(hessian);
    float[][] replicates =
        IntStream.range(0, shifts.length)
            .parallel()
            .mapToObj(
                b -> {
                  EntropyTilt tilt = new EntropyTilt(rows, base(b, own, part), beforeStep);
                  double[] tilted =
                      tilt.solve(
                              sum(at, shifts[b]), slack, new double[at.length], hessian, tolerance)
                          .shares();
                  afterOne.run();
                  return meanOne(tilted);
                })
            .toArray(float[][]::new);
    return new Replicates(replicates, covers, leavesOut);
  }

  /** A part of what the shifts ask for, in the scale of a tilt's loss; the mean over replicates. */
  private double nearEnough(Cholesky hessian) {
    double sum = 0;
    for (double[] shift : shifts) {
      sum += RowKernel.PLAIN.dot(shift, 0, hessian.solve(shift), 0, shift.length);
    }
    return Math.max(SMALLEST_TOLERANCE, NEAR_ENOUGH * sum / shifts.length);
  }

  /** Exponential weights, which stand for the drawing of the rows themselves. */
  private double[] base(int replicate, double[] own, String part) {
    RandomGenerator random = seed.child("replicate " + replicate).stream("drawing of rows" + part);
    double[] base = new double[own.length];
    for (int r = 0; r < base.length; r++) {
      base[r] = own[r] * -Math.log1p(-random.nextDouble());
    }
    return shares(base);
  }

  private static float[] meanOne(double[] shares) {
    float[] weights = new float[shares.length];
    for (int r = 0; r < weights.length; r++) {
      weights[r] = (float) (shares[r] * shares.length);
    }
    return weights;
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = a.clone();
    for (int j = 0; j < sum.length; j++) {
      sum[j] += b[j];
    }
    return sum;
  }

  /**
   * What each moment may miss: next to nothing, unless few of the rows carry it. A rerun has rows
   * of its own; what these have beyond the radius, or of a level, the released ones may have in one
   * row or two, and those would have to weigh a hundred times what they do.
   */
  private double[] slack(TiltRows rows, double[] own, double[] at) {
    double[] slack = new double[at.length];
    double[] variances = rows.variances(own);
    double[] farthest = rows.farthest(at);
    for (int j = 0; j < slack.length; j++) {
      int moment = j;
      double squares =
          Arrays.stream(shifts).mapToDouble(s -> s[moment] * s[moment]).average().orElse(0);
      double needed = Math.sqrt(squares) * farthest[j] / MOST_MOVED - variances[j];
      slack[j] = Math.max(SLACK * Math.max(variances[j], 1e-6), needed);
    }
    return slack;
  }

  static double[] shares(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }
}

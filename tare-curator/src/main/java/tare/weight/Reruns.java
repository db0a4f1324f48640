package tare.weight;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.MomentWeights;
import tare.noise.SimulatedNoise;
import tare.random.Seed;
import tare.table.PickedRows;
import tare.table.Table;

/** A release made again, from rows that are drawn from its own law, as often as asked. */
final class Reruns {

  /**
   * Rows of a new model, which are drawn evenly: at least so many, and as many as there are private
   * ones up to {@link MomentReplicates#MOST_OF_MODEL}, and their shares are as good as the model's.
   */
  private static final int FEWEST_OF_MODEL = 20_000;

  /** Up to so many cells of made-up rows are copied out of the candidates, by every thread. */
  private static final long MOST_COPIED = 2_000_000;

  /**
   * A rerun whose tilt leaves this part of the effective rows that the release's own leaves has
   * fallen apart: its model cannot have the bought moments.
   */
  private static final double FALLEN_APART = 0.2;

  /** So has one whose moments are so many deviations off in the root of their mean square. */
  private static final double RUN_OFF = 5;

  /** A rerun that fell apart is drawn again, so often in all. */
  private static final int MOST_TRIES = 5;

  private final MomentFit fit;
  private final MomentWeights weights;
  private final Optional<Mechanism<FittedGenerator>> refit;
  private final Table candidates;
  private final Seed seed;
  private final Runnable goOn;
  private final TiltedCandidates some;
  private final FollowingRows following;
  private final double[] full;
  private final double[] target;
  private final double[] cumulative;
  private final double fewestEffective;
  private final AtomicInteger drawnAgain = new AtomicInteger();

  /**
   * Reruns of a release.
   *
   * @param refit fits its generator to other rows; empty when the generator's uncertainty is left
   *     out
   * @param candidates the rows that were tilted
   * @param tilted their shares of the released law. Not modified.
   * @param full the moments and shares of that law. Not copied.
   * @param slack of the release's tilt. Not modified.
   * @param some of the candidates, which are tilted anew
   * @param goOn hears of every step; may end it by throwing
   */
  Reruns(
      MomentFit fit,
      MomentWeights weights,
      Optional<Mechanism<FittedGenerator>> refit,
      Table candidates,
      double[] tilted,
      double[] full,
      double[] slack,
      TiltedCandidates some,
      FollowingRows following,
      Seed seed,
      Runnable goOn) {
    this.fit = fit;
    this.weights = weights;
    this.refit = refit;
    this.candidates = candidates;
    this.full = full;
    this.some = some;
    this.following = following;
    this.seed = seed;
    this.goOn = goOn;
    target = TiltedCandidates.target(full, slack, weights.theta());
    fewestEffective = FALLEN_APART * effective(tilted);
    cumulative = tilted.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
  }

  /** How many reruns fell apart and were drawn again. */
  int drawnAgain() {
    return drawnAgain.get();
  }

  /**
   * A replicate by steps 1 to 3.
   *
   * @param ofModel what its model's shares add to those of the rows that it was fitted to
   * @param shift how far its moments and shares are from those of the full estimate
   * @param sound whether its tilt has come to rest on rows enough, near its moments
   */
  record Rerun(double[] ofModel, double[] shift, boolean sound) {}

  /**
   * A rerun of a release whose weights are sound. In about one of a thousand a noised model loses a
   * column's law, and the tilt is left with a handful of rows. A release like that is told not to
   * be used; so replicates, which speak for one that is, leave such reruns out and say so.
   */
  Rerun rerun(int replicate) {
    Rerun rerun = rerun(seed.child("replicate " + replicate));
    for (int again = 1; again < MOST_TRIES && !rerun.sound(); again++) {
      drawnAgain.incrementAndGet();
      rerun = rerun(seed.child("replicate " + replicate).child("again " + again));
    }
    return rerun;
  }

  /** Rows drawn independently from the best estimate of the private rows' law. */
  private int[] drawn(RandomGenerator random) {
    int[] rows = new int[(int) Math.min(fit.n(), Integer.MAX_VALUE / 2)];
    double total = cumulative[cumulative.length - 1];
    for (int i = 0; i < rows.length; i++) {
      int found = Arrays.binarySearch(cumulative, random.nextDouble() * total);
      rows[i] = Math.min(cumulative.length - 1, found < 0 ? -found - 1 : found + 1);
    }
    Arrays.sort(rows); // their order means nothing, and neighbours lie near each other in memory
    return rows;
  }

  /** Read half a dozen times: side by side where they are few, else where they lie. */
  private Table rows(int[] made) {
    return (long) made.length * candidates.schema().columnCount() <= MOST_COPIED
        ? candidates.select(made)
        : new PickedRows(candidates, made, read -> goOn.run());
  }

  /** The effective share of weighted rows. */
  private static double effective(double[] shares) {
    return 1 / (shares.length * RowKernel.PLAIN.dot(shares, 0, shares, 0, shares.length));
  }

  private Rerun rerun(Seed own) {
    int[] made = drawn(own.stream("made-up private rows"));
    PrivateRows behind = PrivateRows.of(rows(made));
    SimulatedNoise noise = new SimulatedNoise(own);
    double[] bought = fit.means(fit.mechanism().apply(behind, noise));
    double[] redrawn = redrawn(made);
    double[] change = redrawn.clone();
    for (int j = 0; j < bought.length; j++) {
      change[j] = bought[j] - target[j];
    }
    double[] ofModel = refit.isEmpty() ? new double[0] : ofModel(behind, noise, own, redrawn);
    following.follow(change, redrawn, ofModel, own.stream("what rows are off"));
    TiltedCandidates.Moved moved = some.moved(change);
    boolean sound = effective(moved.tilted()) >= fewestEffective && strayed(moved.by()) <= RUN_OFF;
    return new Rerun(ofModel, moved.by(), sound);
  }

  /** What drawn candidates have more of each moment and share than the weighted candidates. */
  private double[] redrawn(int[] drawn) {
    TiltRows seen = fit.candidates();
    double[] shares = new double[seen.count()];
    for (int row : drawn) {
      shares[row] += 1.0 / drawn.length;
    }
    double[] redrawn = seen.sums(shares);
    for (int j = 0; j < redrawn.length; j++) {
      redrawn[j] -= full[j];
    }
    return redrawn;
  }

  /**
   * What the shares of a new model's rows have beyond those of the rows that it is fitted to.
   *
   * @param redrawn what the made-up private rows have beyond the law that they were drawn from. Not
   *     modified.
   */
  private double[] ofModel(PrivateRows behind, SimulatedNoise noise, Seed own, double[] redrawn) {
    int count = (int) Math.min(MomentReplicates.MOST_OF_MODEL, Math.max(FEWEST_OF_MODEL, fit.n()));
    Table rows =
        refit
            .orElseThrow()
            .apply(behind, noise)
            .sample(count, own.child("rows"), (phase, part) -> goOn.run());
    double[] ofModel = weights.map().shares().sharesOf(rows);
    int moments = redrawn.length - ofModel.length;
    for (int j = 0; j < ofModel.length; j++) {
      ofModel[j] -= full[moments + j] + redrawn[moments + j];
    }
    return ofModel;
  }

  /**
   * How far moments are off in the root of their mean square, in deviations of noise and chance.
   */
  private double strayed(double[] shift) {
    double[] variances = fit.variances();
    double sum = 0;
    for (int j = 0; j < variances.length; j++) {
      sum += shift[j] * shift[j] / (variances[j] + 1.0 / fit.n());
    }
    return Math.sqrt(sum / variances.length);
  }
}

package tare.weight;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.gate.Mechanism;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.inference.Replicates;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.MomentWeights;
import tare.model.ShareFeatures;
import tare.model.TiltMap;
import tare.progress.Progress;
import tare.random.Seed;
import tare.table.Table;
import tare.table.Weights;

/*
 * A parametric bootstrap of everything behind the gate. The best estimate of the private rows' law
 * is the released one: the model's rows, tilted. For each replicate
 *
 *   1. as many rows as there are private ones are drawn from it, independently;
 *   2. the very same mechanisms, generator and moments, are run on them, with noise of the same laws
 *      from a seed;
 *   3. the release's own candidates, moved as a generator would have followed the new private rows
 *      and by a draw of what it may be off (TrustInRows), are tilted to the new moments and to the
 *      new model's coarse shares of every column, with the same slack;
 *   4. the released rows are tilted so that their moments and coarse shares differ from their own by
 *      as much as the replicate's differ from the full estimate's, starting from exponential weights,
 *      which stand for the drawing of the released rows themselves.
 *
 * Of a new model nothing but its shares is asked. Its rows, tilted as the release's were, would come
 * to the same moments and shares, as the moments were bought and the shares are held: a few parts in
 * a hundred apart, for several times the time (docs/notes/replicate-inference.md).
 *
 * Steps 1 and 2 take long. Where n is large only some replicates are made by them. The others draw
 * the moments from their law (rows of the released law by chance, plus noise); on top comes, with a
 * random sign, what a new model's shares had beyond those of the rows that it was fitted to: the
 * generator's noise. (One Newton step instead of a tilt is not enough where far rows carry a moment:
 * widths came out five times too large.)
 *
 * In step 4 everything that moments and coarse shares explain varies as in the replicate, and what
 * they do not explain varies as among so many independent rows. A ratio of the two models' densities
 * would say more in principle, but over many columns its variance drowns what it says. Moments that
 * follow from others in the released rows ask for nothing by themselves, and those that few of these
 * rows carry are followed no further than such rows can sensibly weigh.
 *
 * Reads public rows alone: docs/proofs/moment-weights.md.
 */

/** Replicate weights for rows that were weighed or resampled by moments. */
public final class MomentReplicates {

  /** With more private rows than this as many made-up ones would not fit one machine. */
  private static final long MOST_REFITTED = 5_000_000;

  /** How many, when nobody chose. */
  public static final int DEFAULT_COUNT = 50;

  /** Rows of a new model that a rerun looks at, at the most: each thread holds them. */
  public static final int MOST_OF_MODEL = 80_000;

  /** Candidates that are tilted anew. */
  private static final int TILTED = 20_000;

  /** Up to so many private rows every replicate is a whole rerun. */
  private static final long FEW_ROWS = 8_000;

  private static final int FEWEST_RERUNS = 8;

  /** What a rerun takes beside a replicate by chance, about, where rows are few; */
  private static final int PARTS_OF_RERUN = 4;

  /** and so many rows to read take as long as one. */
  private static final long ROWS_OF_A_PART = 50_000;

  /**
   * A tilt of a replicate is near enough when what it misses, squared, is this part of what noise
   * and the drawing of the private rows make of its target.
   */
  private static final double NEAR_ENOUGH = 5e-3;

  /**
   * How the generator was fitted, to be done again.
   *
   * @param fitter made the mechanism
   * @param task with which it was made
   */
  public record Refit(GeneratorFitter fitter, GeneratorTask task) {

    /**
     * Empty for generators that take too long to be fitted as often, those that are trained, and
     * where there are too many rows.
     */
    public static Optional<Refit> possible(GeneratorFitter fitter, GeneratorTask task) {
      return fitter.knowsRatio() || task.n() > MOST_REFITTED
          ? Optional.empty()
          : Optional.of(new Refit(fitter, task));
    }
  }

  private final MomentFit fit;
  private final boolean refits;
  private final Seed seed;
  private final Progress progress;
  private final AtomicInteger done = new AtomicInteger();
  private String phase = "making replicates";
  private double parts = 1;
  private final TiltMap joint;
  private final TiltedCandidates some;
  private final FollowingRows following;
  private final Reruns reruns;

  private MomentReplicates(
      MomentFit fit,
      MomentWeights weights,
      Optional<Refit> refit,
      Table candidates,
      Seed seed,
      Progress progress) {
    this.fit = fit;
    this.seed = seed;
    this.progress = progress;
    TiltMap map = weights.map();
    boolean known = map.shares().width() > 0;
    refits = refit.isPresent() && known && !fit.buysShares();
    joint = known ? map : map.withShares(ShareFeatures.of(candidates));
    TiltRows seen = fit.candidates();
    TiltRows joined = known ? seen : joint.rows(candidates, seen);
    double[] slack = fit.slack(weights);
    double[] tilted =
        ReplicateLaw.shares(new Weights(weights.logWeights(seen, candidates)).meanOne());
    int few = Math.min(TILTED, candidates.rowCount());
    some =
        new TiltedCandidates(
            seen.first(few),
            joined.first(few),
            HeldShares.of(weights.held(), fit.cells(), few).base(),
            Arrays.copyOf(tilted, few),
            weights.theta(),
            slack,
            NEAR_ENOUGH * fit.targetVariance(),
            this::goOn);
    following = new FollowingRows(fit, weights, some, slack);
    reruns =
        new Reruns(
            fit,
            weights,
            refit.filter(again -> refits).map(this::columns),
            candidates,
            tilted,
            joined.sums(tilted),
            slack,
            some,
            following,
            seed,
            this::goOn);
  }

  /** Fits the columns of the generator to other rows. */
  private Mechanism<FittedGenerator> columns(Refit again) {
    return again.fitter().columnsOf(again.task().withProgress((phase, part) -> goOn()));
  }

  /**
   * Prepares replicate weights.
   *
   * @param fit what was bought
   * @param weights what came of it
   * @param refit how the generator was fitted; empty when its uncertainty is left out
   * @param candidates the rows that were tilted
   * @param progress hears how many are made
   */
  public static MomentReplicates of(
      MomentFit fit,
      MomentWeights weights,
      Optional<Refit> refit,
      Table candidates,
      Seed seed,
      Progress progress) {
    return new MomentReplicates(fit, weights, refit, candidates, seed, progress);
  }

  /**
   * The replicate weights of the released rows.
   *
   * @param law of this release
   * @param own the released rows' own weights, mean one. Not modified.
   */
  public Replicates weigh(ReplicateLaw law, Table released, double[] own) {
    phase = "weighing replicates";
    parts = law.shifts().length;
    done.set(0);
    return law.weigh(released, own, "", this::goOn, () -> counted(law, 1));
  }

  /** Makes so many replicates, and what gives them to any rows of the release's law. */
  public ReplicateLaw law(int count) {
    return new ReplicateLaw(
        joint,
        shifts(count),
        seed,
        ReplicateWords.covers(refits),
        ReplicateWords.leavesOut(fit.plan().set(), refits, reruns.drawnAgain()));
  }

  private double[][] shifts(int count) {
    int usual = fit.n() <= FEW_ROWS ? count : (int) (count * FEW_ROWS / fit.n());
    // What a rerun without a refit would buy, chance tells as well: only the moments differ.
    boolean noRefit = !refits && fit.n() > FEW_ROWS;
    int whole = noRefit ? 0 : Math.min(count, Math.max(FEWEST_RERUNS, usual));
    int ofRerun = (int) (PARTS_OF_RERUN + fit.n() / ROWS_OF_A_PART);
    parts = (double) whole * ofRerun + count - whole;
    Reruns.Rerun[] rerun =
        IntStream.range(0, whole)
            .parallel()
            .mapToObj(b -> counted(reruns.rerun(b), ofRerun))
            .toArray(Reruns.Rerun[]::new);
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(b -> b < whole ? rerun[b].shift() : counted(byChance(b, rerun), 1))
        .toArray(double[][]::new);
  }

  /** Tells how far all replicates together are. */
  private void goOn() {
    progress.at(phase, Math.min(1, done.get() / parts));
  }

  private <R> R counted(R result, int ofParts) {
    done.addAndGet(ofParts);
    goOn();
    return result;
  }

  /** A replicate of moments by chance. @param rerun tells of the generator's noise */
  private double[] byChance(int replicate, Reruns.Rerun[] rerun) {
    RandomGenerator random = seed.child("replicate " + replicate).stream("moments");
    double[] redrawn = some.redrawn(fit.n(), random);
    double[] change = redrawn.clone();
    double[] variances = fit.variances();
    for (int j = 0; j < variances.length; j++) {
      change[j] += Math.sqrt(variances[j]) * random.nextGaussian();
    }
    double[] ofModel = new double[0];
    if (rerun.length > 0) {
      double sign = random.nextBoolean() ? 1 : -1;
      double[] known = rerun[replicate % rerun.length].ofModel();
      ofModel = Arrays.stream(known).map(each -> sign * each).toArray();
    }
    following.follow(change, redrawn, ofModel, random);
    return some.moved(change).by();
  }
}

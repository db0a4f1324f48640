package tare.weight;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.inference.Replicates;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.MomentWeights;
import tare.model.ShareFeatures;
import tare.model.TiltMap;
import tare.noise.SimulatedNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.table.PickedRows;
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

  /** Candidates that are tilted anew. */
  private static final int TILTED = 20_000;

  /**
   * Rows of a new model, which are drawn evenly: at least so many, and as many as there are private
   * ones, and their shares are as good as the model's.
   */
  private static final int FEWEST_OF_MODEL = 20_000;

  /** And at most so many: each thread holds them. */
  public static final int MOST_OF_MODEL = 80_000;

  /** Up to so many private rows every replicate is a whole rerun. */
  private static final long FEW_ROWS = 8_000;

  private static final int FEWEST_RERUNS = 8;

  /** What a rerun takes beside a replicate by chance, about, where rows are few; */
  private static final int PARTS_OF_RERUN = 4;

  /** and so many rows to read take as long as one. */
  private static final long ROWS_OF_A_PART = 50_000;

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
  private final MomentWeights weights;
  private final Optional<Mechanism<FittedGenerator>> refit;
  private final Table candidates;
  private final Seed seed;
  private final Progress progress;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger drawnAgain = new AtomicInteger();
  private String phase = "making replicates";
  private double parts = 1;
  private final TiltMap joint;
  private final TiltRows seen;
  private final double[] slack;
  private final double[] target;
  private final double[] cumulative;
  private final double[] full;
  private final double[] modelled;
  private final TiltedCandidates some;
  private final double fewestEffective;

  private MomentReplicates(
      MomentFit fit,
      MomentWeights weights,
      Optional<Refit> refit,
      Table candidates,
      Seed seed,
      Progress progress) {
    this.fit = fit;
    this.weights = weights;
    this.refit =
        refit
            .filter(again -> weights.map().shares().width() > 0 && !fit.buysShares())
            .map(
                again ->
                    again.fitter().columnsOf(again.task().withProgress((phase, part) -> goOn())));
    this.candidates = candidates;
    this.seed = seed;
    this.progress = progress;
    joint =
        weights.map().shares().width() > 0
            ? weights.map()
            : weights.map().withShares(ShareFeatures.of(candidates));
    slack = fit.slack(weights);
    seen = fit.candidates();
    modelled = seen.indicatorSums(seen.even());
    TiltRows joined = joined(seen, candidates);
    double[] tilted =
        ReplicateLaw.shares(new Weights(weights.logWeights(seen, candidates)).meanOne());
    fewestEffective = FALLEN_APART * effective(tilted);
    full = joined.sums(tilted);
    target = TiltedCandidates.target(full, slack, weights.theta());
    cumulative = tilted.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
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
        ReplicateWords.covers(refit.isPresent()),
        ReplicateWords.leavesOut(fit.plan().set(), refit.isPresent(), drawnAgain.get()));
  }

  private double[][] shifts(int count) {
    int reruns = fit.n() <= FEW_ROWS ? count : (int) (count * FEW_ROWS / fit.n());
    // What a rerun without a refit would buy, chance tells as well: only the moments differ.
    boolean noRefit = refit.isEmpty() && fit.n() > FEW_ROWS;
    int whole = noRefit ? 0 : Math.min(count, Math.max(FEWEST_RERUNS, reruns));
    int ofRerun = (int) (PARTS_OF_RERUN + fit.n() / ROWS_OF_A_PART);
    parts = (double) whole * ofRerun + count - whole;
    Rerun[] rerun =
        IntStream.range(0, whole)
            .parallel()
            .mapToObj(b -> counted(rerun(b), ofRerun))
            .toArray(Rerun[]::new);
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

  /**
   * A replicate by steps 1 to 3.
   *
   * @param ofModel what its model's shares add to those of the rows that it was fitted to
   * @param shift how far its moments and shares are from those of the full estimate
   * @param sound whether its tilt has come to rest on rows enough, near its moments
   */
  private record Rerun(double[] ofModel, double[] shift, boolean sound) {}

  /**
   * A rerun of a release whose weights are sound. In about one of a thousand a noised model loses a
   * column's law, and the tilt is left with a handful of rows. A release like that is told not to
   * be used; so replicates, which speak for one that is, leave such reruns out and say so.
   */
  private Rerun rerun(int replicate) {
    Rerun rerun = rerun(seed.child("replicate " + replicate));
    for (int again = 1; again < MOST_TRIES && !rerun.sound(); again++) {
      drawnAgain.incrementAndGet();
      rerun = rerun(seed.child("replicate " + replicate).child("again " + again));
    }
    return rerun;
  }

  /** Read half a dozen times: side by side where they are few, else where they lie. */
  private Table rows(int[] made) {
    return (long) made.length * candidates.schema().columnCount() <= MOST_COPIED
        ? candidates.select(made)
        : new PickedRows(candidates, made, read -> goOn());
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
    follow(change, redrawn, ofModel, own.stream("what rows are off"));
    TiltedCandidates.Moved moved = some.moved(change);
    boolean sound = effective(moved.tilted()) >= fewestEffective && strayed(moved.by()) <= RUN_OFF;
    return new Rerun(ofModel, moved.by(), sound);
  }

  /** What drawn candidates have more of each moment and share than the weighted candidates. */
  private double[] redrawn(int[] drawn) {
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
    int count = (int) Math.min(MOST_OF_MODEL, Math.max(FEWEST_OF_MODEL, fit.n()));
    Table rows =
        refit
            .orElseThrow()
            .apply(behind, noise)
            .sample(count, own.child("rows"), (phase, part) -> goOn());
    double[] ofModel = weights.map().shares().sharesOf(rows);
    int moments = redrawn.length - ofModel.length;
    for (int j = 0; j < ofModel.length; j++) {
      ofModel[j] -= full[moments + j] + redrawn[moments + j];
    }
    return ofModel;
  }

  /**
   * Lets the rows that are tilted follow other private rows, as the generator would have. What a
   * tilt costs is reckoned from where its rows are, and slack lets it fall back to there; so the
   * target changes by what brings the rows there for nothing.
   *
   * @param change of the target. Modified: moments and shares of the generator's own rows.
   * @param redrawn what the other private rows have beyond the law of the release. Not modified.
   * @param ofModel what the generator's shares have beyond those. Not modified.
   */
  private void follow(double[] change, double[] redrawn, double[] ofModel, RandomGenerator random) {
    double[] coefficients = fit.coefficients(redrawn, weights, random);
    for (int j = 0; j < coefficients.length; j++) {
      change[j] += slack[j] * coefficients[j];
    }
    if (fit.buysShares() || change.length == coefficients.length) {
      return;
    }
    double[] followed = some.moves(coefficients);
    for (int j = coefficients.length; j < change.length; j++) {
      int share = j - coefficients.length;
      double wanted = redrawn[j] + (ofModel.length > 0 ? ofModel[share] : 0);
      double loose = slack[j] < PossibleMoments.NOTHING_ASKED ? slack[j] : 0;
      change[j] = wanted + loose / modelled[share] * (wanted - followed[j]);
    }
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

  /** A replicate of moments by chance. @param rerun tells of the generator's noise */
  private double[] byChance(int replicate, Rerun[] rerun) {
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
    follow(change, redrawn, ofModel, random);
    return some.moved(change).by();
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

  /** Rows with coarse shares in any case. */
  private TiltRows joined(TiltRows seen, Table rows) {
    return joint == weights.map() ? seen : joint.rows(rows, seen);
  }
}

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
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.HeldCells;
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
 *   3. rows of the new model are tilted to the new moments, with the same slack;
 *   4. the released rows are tilted so that their moments, and the coarse shares of every column,
 *      differ from their own by as much as the replicate's differ from the full estimate's, starting
 *      from exponential weights, which stand for the drawing of the released rows themselves.
 *
 * Steps 1 to 3 take as long as a release. Where n is large only some replicates are made by them. The
 * others draw the moments from their law (rows of the released law by chance, plus noise) and tilt
 * the candidates of the release to them; on top comes, with a random sign, what one of the refits had
 * beyond such a tilt to its own moments: the generator's uncertainty given the moments. (One Newton
 * step instead of a tilt is not enough where far rows carry a moment: widths came out five times too
 * large.)
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

  /** Rows of each new model that are tilted at least, and candidates that are tilted anew. */
  private static final int REPLICATE_ROWS = 20_000;

  /**
   * Rows of each new model over private ones: their drawing is no part of what a replicate is there
   * to show, and with as many as there are private rows it would count as much as these.
   */
  private static final int ROWS_PER_PRIVATE = 4;

  /** And at most so many: each thread holds them. */
  public static final int MOST_REPLICATE_ROWS = 80_000;

  /** Up to so many private rows every replicate is a whole rerun. */
  private static final long FEW_ROWS = 8_000;

  private static final int FEWEST_RERUNS = 8;

  /** Up to so many cells of made-up rows are copied out of the candidates, by every thread. */
  private static final long MOST_COPIED = 2_000_000;

  /**
   * A rerun whose tilt leaves this part of the effective rows that the release's own leaves has
   * fallen apart: its model cannot have the bought moments.
   */
  private static final double FALLEN_APART = 0.1;

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
  private double parts = 1;
  private final TiltMap joint;
  private final TiltRows seen;
  private final double[] ridge;
  private final double[] target;
  private final double[] cumulative;
  private final double[] full;
  private final TiltedCandidates some;
  private final double nearEnough;
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
        refit.map(
            again -> again.fitter().mechanism(again.task().withProgress((phase, part) -> goOn())));
    this.candidates = candidates;
    this.seed = seed;
    this.progress = progress;
    joint =
        weights.map().shares().width() > 0
            ? weights.map()
            : weights.map().withShares(ShareFeatures.of(candidates));
    ridge = fit.slack(weights);
    nearEnough = NEAR_ENOUGH * fit.targetVariance();
    seen = fit.candidates();
    TiltRows joined = joined(seen, candidates);
    double[] tilted =
        ReplicateLaw.shares(new Weights(weights.logWeights(seen, candidates)).meanOne());
    fewestEffective = FALLEN_APART * effective(tilted);
    full = joined.sums(tilted);
    target = TiltedCandidates.target(full, ridge, weights.theta());
    cumulative = tilted.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
    int few = Math.min(REPLICATE_ROWS, candidates.rowCount());
    some =
        new TiltedCandidates(
            seen.first(few),
            joined.first(few),
            HeldShares.of(weights.held(), fit.cells(), few).base(),
            Arrays.copyOf(tilted, few),
            weights.theta(),
            ridge,
            nearEnough,
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
    return law.weigh(released, own, "", this::goOn, () -> counted(law));
  }

  /** Makes so many replicates, and what gives them to any rows of the release's law. */
  public ReplicateLaw law(int count) {
    return new ReplicateLaw(
        joint,
        shifts(count),
        seed,
        ReplicateWords.covers(refit.isPresent()),
        ReplicateWords.leavesOut(refit.isPresent(), drawnAgain.get()));
  }

  private double[][] shifts(int count) {
    int reruns = fit.n() <= FEW_ROWS ? count : (int) (count * FEW_ROWS / fit.n());
    // What a rerun without a refit would buy, chance tells as well: only the moments differ.
    boolean byChance = refit.isEmpty() && fit.n() > FEW_ROWS;
    int whole = byChance ? 0 : Math.min(count, Math.max(FEWEST_RERUNS, reruns));
    parts = whole + count;
    Rerun[] rerun =
        IntStream.range(0, whole).parallel().mapToObj(b -> counted(rerun(b))).toArray(Rerun[]::new);
    double[][] ofRefits =
        Arrays.stream(whole < count ? rerun : new Rerun[0])
            .parallel()
            .map(each -> difference(each.shift(), some.moved(each.change())))
            .toArray(double[][]::new);
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(b -> b < whole ? rerun[b].shift() : bySameCandidates(b, ofRefits))
        .toArray(double[][]::new);
  }

  /** Tells how far all replicates together are; by reruns in the main. */
  private void goOn() {
    progress.at("making replicates", Math.min(1, done.get() / parts));
  }

  private <R> R counted(R result) {
    done.incrementAndGet();
    goOn();
    return result;
  }

  /**
   * A replicate by steps 1 to 3.
   *
   * @param change how far the moments that were bought in it, and the shares of its private rows,
   *     are from those of the release
   * @param shift how far its moments and shares are from those of the full estimate
   * @param sound whether its tilt has come to rest on rows enough, near its moments
   */
  private record Rerun(double[] change, double[] shift, boolean sound) {}

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
    double[] change = Arrays.copyOf(bought, weights.map().size());
    System.arraycopy(seen.shares(made), 0, change, bought.length, change.length - bought.length);
    for (int j = 0; j < change.length; j++) {
      change[j] -= j < bought.length ? target[j] : full[j];
    }
    if (refit.isEmpty()) {
      return new Rerun(change, some.moved(change), true);
    }
    Table rows =
        refit
            .get()
            .apply(behind, noise)
            .sample(rowsOfRerun(), own.child("rows"), (phase, part) -> goOn());
    TiltRows others = weights.map().rows(rows);
    EntropyTilt.Solution tilted = tilted(others, rows, fit.target(bought, others));
    double[] shift = difference(joined(others, rows).sums(tilted.shares()), full);
    boolean sound = effective(tilted.shares()) >= fewestEffective && strayed(shift) <= RUN_OFF;
    return new Rerun(change, shift, sound);
  }

  /** Tilts the rows of a rerun as those of the release were. */
  private EntropyTilt.Solution tilted(TiltRows others, Table rows, double[] wanted) {
    HeldCells known = weights.held();
    return HeldShares.of(known, known.cells(rows), rows.rowCount())
        .tilted(
            new HeldShares.Wanted(others, wanted, ridge, some.hessian(), nearEnough, this::goOn),
            weights.theta(),
            MomentFit.ridge(weights),
            fit.cellVariance())
        .solution();
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

  private int rowsOfRerun() {
    return (int)
        Math.min(MOST_REPLICATE_ROWS, Math.max(REPLICATE_ROWS, ROWS_PER_PRIVATE * fit.n()));
  }

  /**
   * A replicate by chance.
   *
   * @param ofRefits what each rerun had beyond a tilt of the candidates to its own moments
   */
  private double[] bySameCandidates(int replicate, double[][] ofRefits) {
    RandomGenerator random = seed.child("replicate " + replicate).stream("moments");
    double[] shift = some.moved(changeByChance(random));
    if (ofRefits.length > 0) {
      double sign = random.nextBoolean() ? 1 : -1;
      double[] ofRefit = ofRefits[replicate % ofRefits.length];
      RowKernel.PLAIN.addScaled(sign, ofRefit, 0, shift, 0, shift.length);
    }
    return shift;
  }

  /**
   * What other private rows, and other noise on what is bought of them, change. The noise of shares
   * comes with the generator's uncertainty.
   */
  private double[] changeByChance(RandomGenerator random) {
    double[] change = some.redrawn(fit.n(), random);
    double[] variances = fit.variances();
    for (int j = 0; j < variances.length; j++) {
      change[j] += Math.sqrt(variances[j]) * random.nextGaussian();
    }
    return change;
  }

  private static double[] difference(double[] a, double[] b) {
    double[] difference = a.clone();
    for (int j = 0; j < difference.length; j++) {
      difference[j] -= b[j];
    }
    return difference;
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

package tare.weight;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tare.accounting.PrivacyEvent;
import tare.kernel.linear.Cholesky;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.TiltRows;
import tare.mechanism.NoisedSum;
import tare.model.FittedGenerator;
import tare.model.HeldCells;
import tare.model.MomentWeights;
import tare.model.ShareFeatures;
import tare.model.TiltMap;
import tare.model.WeightDescription;
import tare.progress.Progress;
import tare.schema.RefusedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Moments on their way to weights: what is bought, and the tilt of synthetic rows towards it. */
public final class MomentFit {

  /** With more rows than this a tilt begins with so many of them. */
  private static final int MANY_ROWS = 20_000;

  /**
   * A tilt is near enough when what it misses, squared, is this part of what noise and the drawing
   * of the private rows make of its target.
   */
  static final double NEAR_ENOUGH = 1e-4;

  /** The same for fewer rows, of what their own drawing makes of their moments. */
  private static final double NEAR_START = 0.05;

  /**
   * The rule of three: rows that none of so many is like may still have a probability of three over
   * their number. Two rare levels that no candidate has together say next to nothing of their
   * product; a million rows bought it so surely that its coefficient came out as 39, and rows that
   * had both then weighed e to the 957.
   */
  private static final double UNSEEN_ROWS = 3;

  /** From so many rows on that carry a moment, unseen ones tell ever less against them. */
  private static final double FEW_CARRY = 10;

  /**
   * The variance of the noise in a cell of a pair over that in a count of a column: tables of pairs
   * are many, and each has a smaller part of the budget.
   */
  private static final double NOISE_OF_PAIRS = 4;

  /** What the description calls as how many rows the synthetic ones counted, one by one. */
  private static final String WORTH_OF = "rows_worth_of";

  /** A coarse share of a number is the sum of about so many counts. */
  private static final double COUNTS_PER_SHARE = 2;

  private final MomentPlan plan;
  private final MomentOptions options;
  private final TiltMap map;
  private final TiltRows synthetic;
  private final double[] shareVariances;
  private final int[] groups;
  private final HeldCells known;
  private final char[][] cells;
  private final double cellVariance;
  private final Progress progress;
  private @Nullable PossibleMoments possible;
  private double @Nullable [] unseen;
  private int @Nullable [] following;

  private MomentFit(MomentPlan plan, MomentOptions options, WeightTask task) {
    this.plan = plan;
    this.options = options;
    ShareFeatures shares = buysShares() ? plan.shares() : shares(task);
    this.map = new TiltMap(plan.features(), plan.moments(), shares);
    this.synthetic = map.rows(task.synthetic());
    double noise = task.countNoise().orElse(0) / task.n();
    double[] variances = plan.variances();
    this.shareVariances =
        buysShares()
            ? Arrays.copyOfRange(variances, plan.moments().size(), variances.length)
            : shareVariances(shares, noise);
    this.groups = plan.groups(shares);
    FittedGenerator generator = task.generator();
    this.known =
        generator == null || task.countNoise().isEmpty() || surerThanItsRows()
            ? HeldCells.NONE
            : HeldCells.of(task.synthetic(), generator.knownPairs());
    this.cells = known.cells(task.synthetic());
    this.cellVariance = NOISE_OF_PAIRS * noise * noise;
    this.progress = task.progress();
  }

  /** Those of a generator that counts columns: its rows have them already. */
  private static ShareFeatures shares(WeightTask task) {
    return task.countNoise().isPresent() ? ShareFeatures.of(task.synthetic()) : ShareFeatures.NONE;
  }

  /** Whether coarse shares are bought with the moments, and not the generator's. */
  boolean buysShares() {
    return plan.shares().width() > 0;
  }

  /** The variance that noise gives each coarse share of a generator that counts columns. */
  private static double[] shareVariances(ShareFeatures shares, double noise) {
    boolean[] numbers = shares.ofNumbers();
    double[] variances = new double[numbers.length];
    for (int j = 0; j < variances.length; j++) {
      variances[j] = (numbers[j] ? COUNTS_PER_SHARE : 1) * noise * noise;
    }
    return variances;
  }

  /**
   * Settles what is bought, from public things alone.
   *
   * @throws RefusedException when moments cannot work here
   */
  public static MomentFit of(WeightTask task, MomentOptions options) {
    if (!(task.before().whole().delta() > 0)) {
      throw new RefusedException(
          "Moment weights need a delta above 0, for Gaussian noise. Got: 0. Give the weights a delta,"
              + " or use beta-debiased weights.");
    }
    // A unit of several rows moves the sum by as many bounds: its noise is as many times larger.
    double multiplier =
        task.schema().rowsPerUnit() * task.before().lastNoiseMultiplier(PrivacyEvent.Gaussian::new);
    return new MomentFit(MomentPurchase.plan(task, multiplier, options), options, task);
  }

  MomentPlan plan() {
    return plan;
  }

  /** The mechanism that reads private rows: a noised sum of scaled moments. */
  public NoisedSum mechanism() {
    return plan.mechanism();
  }

  /**
   * The mean moments that a noised sum estimates, brought back to what rows can have, and then the
   * shares that are bought. @param sum Not modified.
   */
  double[] means(double[] sum) {
    double[] means = plan.means(sum);
    double[] moments = possible().nearest(Arrays.copyOf(means, plan.moments().size()));
    System.arraycopy(moments, 0, means, 0, moments.length);
    return means;
  }

  private synchronized PossibleMoments possible() {
    PossibleMoments known = possible;
    if (known == null) {
      known =
          PossibleMoments.of(
              synthetic.momentsAlone(), plan.moments().width(), plan.momentVariances(), this::step);
      possible = known;
    }
    return known;
  }

  /** The variance that noise gives each mean moment and bought share. */
  double[] variances() {
    return plan.variances();
  }

  /** The public row count. */
  long n() {
    return plan.n();
  }

  /** The slack with which weights meet their moments and hold their shares. */
  double[] slack(MomentWeights weights) {
    return slack(worth(weights));
  }

  private double[] slack(double[] worth) {
    return slack(worth, synthetic.count());
  }

  /** The same for as many candidates as there are when weights are settled. */
  double[] slack(MomentWeights weights, long candidates) {
    return slack(worth(weights), candidates);
  }

  private double[] slack(double[] worth, long candidates) {
    double[] slack = Arrays.copyOf(possible().slack(worth), map.size());
    if (surerThanItsRows()) {
      double[] unseen = unseen();
      for (int j = 0; j < unseen.length; j++) {
        slack[j] = Math.max(slack[j], unseen[j] / candidates);
      }
    }
    for (int j = 0; j < shareVariances.length; j++) {
      int place = plan.moments().size() + j;
      slack[place] = worth[place] * shareVariances[j];
    }
    if (surerThanItsRows()) {
      for (int j : following()) {
        slack[j] = PossibleMoments.NOTHING_ASKED;
      }
    }
    return slack;
  }

  /**
   * Shares that follow from moments, which are held by these alone. The model has them a hair
   * different from what was bought; asked for both, a fit to a million rows gave a level's share
   * and its mean coefficients of 225 and more against each other, which are not the same in rows
   * that the radius shortens.
   */
  private synchronized int[] following() {
    int[] known = following;
    if (known == null) {
      known =
          shareVariances.length == 0
              ? new int[0]
              : PossibleMoments.sharesThatFollow(synthetic, plan.momentVariances(), this::step);
      following = known;
    }
    return known;
  }

  /**
   * What rows that no synthetic one is like might add to the squares of each moment, summed:
   * nothing to speak of where many rows carry the moment, as then it is known what such rows are
   * like.
   */
  private synchronized double[] unseen() {
    double[] known = unseen;
    if (known == null) {
      double[] reach = synthetic.reach();
      double[] variances = synthetic.variances(synthetic.even());
      known = new double[reach.length];
      for (int j = 0; j < known.length; j++) {
        double most = reach[j] * reach[j];
        double carried = Math.max(1, synthetic.count() * variances[j] / (FEW_CARRY * most));
        known[j] = UNSEEN_ROWS * most / (carried * carried);
      }
      unseen = known;
    }
    return known;
  }

  /** Whether private rows are so many that chance in the synthetic ones counts beside theirs. */
  boolean surerThanItsRows() {
    return MomentPurchase.surer(plan.n(), synthetic.count());
  }

  /** The synthetic rows, as a tilt sees them. */
  TiltRows candidates() {
    return synthetic;
  }

  /** A tilt of rows that stand for the synthetic ones. */
  EntropyTilt tilt(TiltRows rows, double[] base) {
    return new EntropyTilt(rows, base, this::step);
  }

  /**
   * What rows are tilted to: bought moments, and the shares that they have already where none are
   * bought.
   *
   * @param bought Not modified.
   */
  double[] target(double[] bought, TiltRows rows) {
    double[] target = rows.sums(rows.even());
    System.arraycopy(bought, 0, target, 0, bought.length);
    return target;
  }

  double logNoise() {
    return plan.logNoise();
  }

  /** The weights that follow from a noised sum. @param sum Not modified. */
  public MomentWeights weights(double[] sum) {
    double[] bought = means(sum);
    Tilted tilted = tilted(bought);
    return new MomentWeights(map, tilted.solution.theta(), tilted.held, describe(tilted, bought));
  }

  /** The cells of the candidates whose shares are held. Not copied. */
  char[][] cells() {
    return cells;
  }

  /** As many independent rows as the synthetic ones were worth, moment by moment and share. */
  private double[] worth(MomentWeights weights) {
    double[] worth = new double[map.size()];
    JsonNode known = weights.description().details().path(WORTH_OF);
    Arrays.setAll(worth, j -> known.path(j).asDouble());
    return worth;
  }

  /**
   * Coefficients, one per moment, that move the synthetic rows before a tilt: by as much as other
   * private rows would have moved them, and by a draw of what they are off.
   *
   * @param moved what other private rows change in each moment. Not modified.
   */
  double[] coefficients(double[] moved, MomentWeights weights, RandomGenerator random) {
    return possible().trust().coefficients(moved, worth(weights), plan.moments().size(), random);
  }

  /** How many steps a tilt takes is not known beforehand. */
  private void step() {
    progress.at("estimating weights");
  }

  private record Tilted(EntropyTilt.Solution solution, HeldCells held, RowsWorth worth) {}

  /** Tilts the synthetic rows as far as they are not believed. */
  private Tilted tilted(double[] bought) {
    double[] target = target(bought, synthetic);
    double[] moments = Arrays.copyOf(bought, plan.moments().size());
    RowsWorth worth = possible().worth(moments, groups, options.leastWorth(), this::step);
    double[] slack = slack(worth.of(groups));
    Start start = start(target, slack);
    HeldShares.Tilted tilted =
        HeldShares.of(known, cells, synthetic.count())
            .tilted(
                new HeldShares.Wanted(
                    synthetic, target, slack, start.hessian, start.tolerance, this::step),
                start.theta,
                worth.common(),
                cellVariance);
    return new Tilted(tilted.solution(), tilted.before().held(), worth);
  }

  /**
   * The squared length of what noise and the drawing of the private rows make of the target, where
   * moments have unit variance.
   */
  double targetVariance() {
    return Arrays.stream(plan.variances()).map(variance -> variance + 1.0 / plan.n()).sum();
  }

  /**
   * Where a tilt of all rows begins.
   *
   * @param hessian there
   * @param tolerance how near its end the tilt is to come
   */
  private record Start(double[] theta, Cholesky hessian, double tolerance) {}

  /**
   * Many rows are tilted from where fewer of them have come to rest. Where the target is surer than
   * fewer rows' own moments, which chance moves by one over their number, they follow it no further
   * than that: else they would come to rest where the others cannot be.
   */
  private Start start(double[] target, double[] slack) {
    int few = Math.min(MANY_ROWS, synthetic.count());
    TiltRows some = synthetic.first(few);
    EntropyTilt fewer = tilt(some, some.even());
    double[] loose = Arrays.stream(slack).map(own -> Math.max(own, 1.0 / few)).toArray();
    double tolerance = NEAR_START * target.length / few;
    double[] near = fewer.solve(target, loose, new double[target.length], tolerance).theta();
    return new Start(near, fewer.hessian(near, slack), NEAR_ENOUGH * targetVariance());
  }

  private WeightDescription describe(Tilted tilted, double[] bought) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("bought", plan.set().words());
    details.put("shares_bought", plan.shares().width());
    details.put("moments", plan.moments().size());
    details.put("free_moments", possible().free());
    details.put("bound", plan.bound());
    details.put("n", plan.n());
    details.put("rows_worth", tilted.worth.common());
    ArrayNode worthOf = details.putArray(WORTH_OF);
    Arrays.stream(tilted.worth.of(groups)).forEach(worthOf::add);
    details.put("misfit", tilted.solution.misfit(bought, plan.variances()) / plan.moments().size());
    double[] theta = tilted.solution.theta();
    double[] logWeights = synthetic.products(theta);
    tilted.held.addTo(logWeights, cells);
    details.put(MomentWeights.LARGEST, Arrays.stream(logWeights).max().orElseThrow());
    MomentWeights.describe(details, map, theta, tilted.held);
    return new WeightDescription(
        Moments.NAME, "gaussian", plan.noiseMultiplier(), plan.logNoise(), details);
  }
}

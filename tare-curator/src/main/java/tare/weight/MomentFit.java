package tare.weight;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tare.accounting.PrivacyEvent;
import tare.kernel.regression.EntropyTilt;
import tare.mechanism.NoisedSum;
import tare.model.MomentFeatures;
import tare.model.MomentWeights;
import tare.model.WeightDescription;
import tare.progress.Progress;
import tare.schema.RefusedException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Moments on their way to weights: what is bought, and the tilt of synthetic rows towards it. */
public final class MomentFit {

  /** The largest noise in a log weight at which a set of moments is still bought. */
  private static final double MOST_LOG_NOISE = 0.7;

  /** With more rows than this a tilt begins with so many of them. */
  private static final int MANY_ROWS = 20_000;

  /**
   * A tilt is near enough when what it misses, squared, is this part of what noise and the drawing
   * of the private rows make of its target.
   */
  private static final double NEAR_ENOUGH = 1e-4;

  /** The same for fewer rows, of what their own drawing makes of their moments. */
  private static final double NEAR_START = 0.05;

  private static final double LARGEST_RIDGE = 1e6;
  private static final int RIDGE_STEPS = 30;

  private final MomentPlan plan;
  private final MomentOptions options;
  private final double[] synthetic;
  private final int rows;
  private final Progress progress;
  private @Nullable PossibleMoments possible;

  private MomentFit(MomentPlan plan, MomentOptions options, WeightTask task) {
    this.plan = plan;
    this.options = options;
    this.rows = task.synthetic().rowCount();
    this.synthetic = plan.features().encode(task.synthetic());
    this.progress = task.progress();
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
    return new MomentFit(plan(task, multiplier, options), options, task);
  }

  private static MomentPlan plan(WeightTask task, double multiplier, MomentOptions options) {
    MomentFeatures features = MomentFeatures.fitted(task.synthetic(), List.of());
    // Only where pairs with outcomes are bought must a row's outcomes be bounded by themselves.
    MomentFeatures outcomesFirst =
        task.schema().outcomes().isEmpty()
            ? features
            : MomentFeatures.fitted(task.synthetic(), task.schema().outcomes());
    double noise = Double.NaN;
    for (MomentSet set : MomentSet.values()) {
      boolean pairs = set == MomentSet.OUTCOME_PAIRS;
      if ((!pairs || outcomesFirst.leading() > 0) && options.allows(set)) {
        MomentPlan plan =
            MomentPlan.of(pairs ? outcomesFirst : features, set, multiplier, task.n());
        noise = plan.logNoise();
        if (noise <= MOST_LOG_NOISE || options.set().isPresent() || set == MomentSet.MEANS) {
          return plan;
        }
      }
    }
    if (Double.isNaN(noise)) {
      throw new RefusedException(
          "Pairs with outcomes need a declared outcome that varies among the synthetic rows. Got:"
              + " none. Give a column of the schema \"tare:role\": \"outcome\", or buy other"
              + " moments.");
    }
    throw new RefusedException(
        String.format(
            Locale.ROOT,
            "Moments of %d coordinates would give a log weight privacy noise of about %.2g, and more than"
                + " %.2g does not pay. Raise epsilon, leave columns out, declare an outcome"
                + " (\"tare:role\": \"outcome\"), or do without.",
            features.width(),
            noise,
            MOST_LOG_NOISE));
  }

  MomentPlan plan() {
    return plan;
  }

  /** The mechanism that reads private rows: a noised sum of scaled moments. */
  public NoisedSum mechanism() {
    return plan.mechanism();
  }

  /**
   * The mean moments that a noised sum estimates, brought back to what rows can have. @param sum
   * Not modified.
   */
  double[] means(double[] sum) {
    return possible().nearest(plan.means(sum));
  }

  private synchronized PossibleMoments possible() {
    PossibleMoments known = possible;
    if (known == null) {
      known = PossibleMoments.of(plan.tilt(synthetic, rows, this::step), plan.variances());
      possible = known;
    }
    return known;
  }

  /** The variance that noise gives each mean moment. */
  double[] variances() {
    return plan.variances();
  }

  /** The public row count. */
  long n() {
    return plan.n();
  }

  /** The slack with which weights meet their moments. */
  double[] slack(MomentWeights weights) {
    return possible().slack(weights.description().details().path("ridge").asDouble());
  }

  double logNoise() {
    return plan.logNoise();
  }

  /** The weights that follow from a noised sum. @param sum Not modified. */
  public MomentWeights weights(double[] sum) {
    double[] target = means(sum);
    Tilted tilted = tilted(target);
    return new MomentWeights(
        plan.features(), plan.moments(), tilted.solution.theta(), describe(tilted, target));
  }

  /** How many steps a tilt takes is not known beforehand. */
  private void step() {
    progress.at("estimating weights");
  }

  record Tilted(EntropyTilt.Solution solution, double ridge) {}

  /** Tilts the synthetic rows, with a ridge by the discrepancy principle. */
  Tilted tilted(double[] target) {
    EntropyTilt tilt = plan.tilt(synthetic, rows, this::step);
    double[] variances = plan.variances();
    double ridge = options.slack();
    EntropyTilt.Solution solution = first(tilt, target, possible().slack(ridge));
    double allowed = options.misfit() * target.length;
    for (int i = 0; i < RIDGE_STEPS && ridge < LARGEST_RIDGE; i++) {
      if (solution.misfit(target, variances) >= allowed) {
        break;
      }
      ridge *= 1.5;
      solution = tilt.solve(target, possible().slack(ridge), solution.theta());
    }
    return new Tilted(solution, ridge);
  }

  /**
   * The squared length of what noise and the drawing of the private rows make of the target, where
   * moments have unit variance.
   */
  double targetVariance() {
    return Arrays.stream(plan.variances()).map(variance -> variance + 1.0 / plan.n()).sum();
  }

  /**
   * Many rows are tilted from where fewer of them have come to rest. Where the target is surer than
   * fewer rows' own moments, which chance moves by one over their number, they follow it no further
   * than that: else they would come to rest where the others cannot be.
   */
  private EntropyTilt.Solution first(EntropyTilt tilt, double[] target, double[] slack) {
    double[] zeros = new double[target.length];
    if (rows <= MANY_ROWS) {
      return tilt.solve(target, slack, zeros);
    }
    double[] some = Arrays.copyOf(synthetic, MANY_ROWS * plan.moments().width());
    EntropyTilt fewer = plan.tilt(some, MANY_ROWS, this::step);
    double[] loose = Arrays.stream(slack).map(own -> Math.max(own, 1.0 / MANY_ROWS)).toArray();
    double[] near =
        fewer.solve(target, loose, zeros, NEAR_START * target.length / MANY_ROWS).theta();
    return tilt.solve(
        target, slack, near, fewer.hessian(near, slack), NEAR_ENOUGH * targetVariance());
  }

  private WeightDescription describe(Tilted tilted, double[] target) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("bought", plan.set().words());
    details.put("moments", plan.moments().size());
    details.put("free_moments", possible().free());
    details.put("bound", plan.bound());
    details.put("n", plan.n());
    details.put("ridge", tilted.ridge);
    details.put("misfit", tilted.solution.misfit(target, plan.variances()) / plan.moments().size());
    MomentWeights.describe(details, plan.features(), plan.moments(), tilted.solution.theta());
    return new WeightDescription(
        Moments.NAME, "gaussian", plan.noiseMultiplier(), plan.logNoise(), details);
  }
}

package tare.weight;

import java.util.Arrays;
import java.util.List;
import tare.accounting.AnalyticGaussian;
import tare.kernel.regression.EntropyTilt;
import tare.mechanism.NoisedSum;
import tare.model.MomentFeatures;
import tare.model.MomentWeights;
import tare.model.WeightDescription;
import tare.schema.RefusedException;
import tare.table.Table;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Moments on their way to weights: what is bought, and the tilt of synthetic rows towards it. */
final class MomentFit {

  /** The largest noise in a log weight at which a set of moments is still bought. */
  private static final double MOST_LOG_NOISE = 0.7;

  private static final double LARGEST_RIDGE = 1e6;
  private static final int RIDGE_STEPS = 30;

  private final MomentPlan plan;
  private final MomentOptions options;
  private final double[] synthetic;
  private final int rows;

  private MomentFit(MomentPlan plan, MomentOptions options, Table synthetic) {
    this.plan = plan;
    this.options = options;
    this.rows = synthetic.rowCount();
    this.synthetic = plan.features().encode(synthetic);
  }

  static MomentFit of(WeightTask task, MomentOptions options) {
    if (!(task.budget().delta() > 0)) {
      throw new RefusedException(
          "Moment weights need a delta above 0, for Gaussian noise. Got: 0. Give the weights a delta,"
              + " or use beta-debiased weights.");
    }
    List<Integer> outcomes = List.of();
    MomentFeatures features = MomentFeatures.fitted(task.synthetic(), outcomes);
    double multiplier = AnalyticGaussian.sigma(task.budget());
    return new MomentFit(plan(features, multiplier, task.n(), options), options, task.synthetic());
  }

  private static MomentPlan plan(
      MomentFeatures features, double multiplier, long n, MomentOptions options) {
    if (options.set().isPresent()) {
      return MomentPlan.of(features, options.set().get(), multiplier, n);
    }
    MomentPlan last = null;
    for (MomentSet set : MomentSet.values()) {
      if (set != MomentSet.OUTCOME_PAIRS || features.leading() > 0) {
        last = MomentPlan.of(features, set, multiplier, n);
        if (last.logNoise() <= MOST_LOG_NOISE) {
          return last;
        }
      }
    }
    return java.util.Objects.requireNonNull(last);
  }

  MomentPlan plan() {
    return plan;
  }

  NoisedSum mechanism() {
    return plan.mechanism();
  }

  double logNoise() {
    return plan.logNoise();
  }

  /** The weights that follow from a noised sum. @param sum Not modified. */
  MomentWeights weights(double[] sum) {
    double[] target = plan.means(sum);
    Tilted tilted = tilted(target);
    return new MomentWeights(
        plan.features(), plan.moments(), tilted.solution.theta(), describe(tilted, target));
  }

  record Tilted(EntropyTilt.Solution solution, double ridge) {}

  /** Tilts the synthetic rows, with a ridge by the discrepancy principle. */
  Tilted tilted(double[] target) {
    EntropyTilt tilt = plan.tilt(synthetic, rows);
    double[] variances = plan.variances();
    double ridge = options.slack();
    EntropyTilt.Solution solution =
        tilt.solve(target, scaled(variances, ridge), new double[target.length]);
    double allowed = options.misfit() * target.length;
    for (int i = 0; i < RIDGE_STEPS && ridge < LARGEST_RIDGE; i++) {
      if (solution.misfit(target, variances) >= allowed) {
        break;
      }
      ridge *= 1.5;
      solution = tilt.solve(target, scaled(variances, ridge), solution.theta());
    }
    return new Tilted(solution, ridge);
  }

  static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  private WeightDescription describe(Tilted tilted, double[] target) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("bought", plan.set().words());
    details.put("moments", plan.moments().size());
    details.put("bound", plan.bound());
    details.put("n", plan.n());
    details.put("ridge", tilted.ridge);
    details.put("misfit", tilted.solution.misfit(target, plan.variances()) / plan.moments().size());
    MomentWeights.describe(details, plan.features(), plan.moments(), tilted.solution.theta());
    return new WeightDescription(
        Moments.NAME, "gaussian", plan.noiseMultiplier(), plan.logNoise(), details);
  }
}

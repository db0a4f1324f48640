package tare.weight;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import tare.gate.Mechanism;
import tare.kernel.tail.LogWeights;
import tare.mechanism.NoisedStatistic;
import tare.model.Features;
import tare.model.FittedWeights;
import tare.model.LogisticWeights;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.model.SharedNoise;
import tare.model.WeightDescription;
import tare.noise.BoundedStatistic;
import tare.noise.VectorNoise;
import tare.schema.RefusedException;
import tare.table.RowPass;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Weights from a logistic regression whose coefficients carry privacy noise: log w(x) = beta.x,
 * with or without the correction log b(x) that makes the weight unbiased over the noise.
 */
abstract sealed class BetaWeights implements WeightEstimator permits BetaNoised, BetaDebiased {

  private final LogisticOptions options;
  private final boolean debiased;

  BetaWeights(LogisticOptions options, boolean debiased) {
    this.options = options;
    this.debiased = debiased;
  }

  public final LogisticOptions options() {
    return options;
  }

  @Override
  public final boolean choosesEventByRows() {
    return options.law().isEmpty();
  }

  @Override
  public final Mechanism<FittedWeights> mechanism(WeightTask task) {
    return new BetaMechanism(plan(task), task);
  }

  /** The coefficients of the regression, noised once. */
  private final class BetaMechanism implements NoisedStatistic<double[], double[], FittedWeights> {

    private final Plan plan;
    private final WeightTask task;

    BetaMechanism(Plan plan, WeightTask task) {
      this.plan = plan;
      this.task = task;
    }

    @Override
    public String purpose() {
      return "fit weights: " + name();
    }

    @Override
    public BoundedStatistic<RowPass, double[]> statistic() {
      return plan.noise.statistic();
    }

    @Override
    public VectorNoise law() {
      return plan.noise.noise();
    }

    @Override
    public FittedWeights published(double[] noised) {
      return fitted(plan, noised, task);
    }
  }

  @Override
  public final OptionalDouble expectedLogNoise(WeightTask task) {
    return OptionalDouble.of(plan(task).logNoiseSd());
  }

  /** Everything that is settled before a private row is read. */
  private record Plan(LogisticFit fit, double lambda, CoefficientNoise noise) {
    double logNoiseSd() {
      return Math.sqrt(noise.correction().variance() * fit.meanSquaredLength());
    }
  }

  private Plan plan(WeightTask task) {
    LogisticFit fit = new LogisticFit(task, options);
    Plan best =
        laws(task).stream()
            .map(law -> plan(task, fit, law))
            .min(Comparator.comparing(this::outsideDomain).thenComparing(Plan::logNoiseSd))
            .orElseThrow();
    if (outsideDomain(best)) {
      throw refusal(task, best);
    }
    return best;
  }

  private List<NoiseLaw> laws(WeightTask task) {
    boolean gaussianPossible = task.budget().delta() > 0;
    if (options.law().isPresent()) {
      if (options.law().get() == NoiseLaw.GAUSSIAN && !gaussianPossible) {
        throw new RefusedException(
            "Gaussian noise needs a delta above 0. Got: 0. Give the weights a delta, or use"
                + " spherical noise.");
      }
      return List.of(options.law().get());
    }
    return Arrays.stream(NoiseLaw.values())
        .filter(law -> law != NoiseLaw.GAUSSIAN || gaussianPossible)
        .toList();
  }

  private Plan plan(WeightTask task, LogisticFit fit, NoiseLaw law) {
    double lambda = options.lambda().orElseGet(() -> lambda(task, fit, law));
    return new Plan(fit, lambda, noise(task, fit, law, lambda));
  }

  private double lambda(WeightTask task, LogisticFit fit, NoiseLaw law) {
    double unitNoise =
        Math.sqrt(noise(task, fit, law, 1).correction().variance() * fit.meanSquaredLength());
    return LambdaRule.lambda(unitNoise, fit.meanSquare());
  }

  private static CoefficientNoise noise(
      WeightTask task, LogisticFit fit, NoiseLaw law, double lambda) {
    return CoefficientNoise.calibrated(
        law, fit.coefficients(lambda), fit.features().width(), task.budget());
  }

  private boolean outsideDomain(Plan plan) {
    return debiased && !(reach(plan) < 1);
  }

  /** Over all rows that the features can make, so that every row can be weighed later. */
  private static double reach(Plan plan) {
    Features features = plan.fit.features();
    return plan.noise.correction().reach(features.radius(), features.largestCoordinate());
  }

  private static RefusedException refusal(WeightTask task, Plan plan) {
    // The reach falls as 1/eps and as 1/lambda; a hair more than the edge keeps b(x) above zero.
    double factor = reach(plan) * 1.001;
    return new RefusedException(
        String.format(
            Locale.ROOT,
            "Unbiased weights do not exist here: %s noise of scale %.3g on rows of length up to"
                + " %.3g gives exp(zeta.x) no expectation. No row was read for them. They exist with"
                + " epsilon >= %.4g, or with lambda >= %.4g, for the weights%s; or use beta-noised.",
            plan.noise.correction().law().label(),
            plan.noise.correction().scale(),
            plan.fit.features().radius(),
            task.budget().epsilon() * factor,
            plan.lambda * factor,
            plan.noise.correction().law() == NoiseLaw.GAUSSIAN || task.budget().delta() > 0
                ? ""
                : ", or with a delta above 0 (Gaussian noise)"));
  }

  private FittedWeights fitted(Plan plan, double[] coefficients, WeightTask task) {
    NoiseCorrection correction = debiased ? plan.noise.correction() : null;
    LogisticWeights weights =
        new LogisticWeights(
            plan.fit.features(), coefficients, correction, describe(plan, coefficients));
    ObjectNode details = weights.description().details();
    double[] logWeights =
        LogisticWeights.logWeights(
            plan.fit.synthetic(), plan.fit.syntheticRows(), coefficients, correction);
    SharedNoise.of(
            plan.noise.correction(),
            plan.fit.synthetic(),
            LogWeights.shares(logWeights),
            task.seed())
        .describe(details);
    return weights;
  }

  private WeightDescription describe(Plan plan, double[] coefficients) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("lambda", plan.lambda);
    details.put("lambda_source", options.lambda().isPresent() ? "given" : "public numbers");
    details.put("sensitivity_l2", plan.fit.coefficients(plan.lambda).bound());
    details.put("radius", plan.fit.features().radius());
    details.put("debiased", debiased);
    LogisticWeights.describe(details, plan.fit.features(), "noised_coefficients", coefficients);
    return new WeightDescription(
        name(),
        plan.noise.correction().law().label(),
        plan.noise.correction().scale(),
        plan.logNoiseSd(),
        details);
  }
}

package tare.weight;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import tare.gate.Mechanism;
import tare.kernel.linear.Rows;
import tare.mechanism.NoisedStatistic;
import tare.model.FittedWeights;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.model.RowWeights;
import tare.model.WeightDescription;
import tare.noise.BoundedStatistic;
import tare.noise.VectorNoise;
import tare.schema.RefusedException;
import tare.table.RowPass;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Logistic weights with noise on every row's log weight instead of on the coefficients. The
 * coefficients stay secret, so only the rows of the fit have weights.
 *
 * <p>One private row moves the vector of all log weights X beta by at most sigma_max(X) R / (n
 * lambda) in L2, where sigma_max, the largest singular value of the encoded synthetic rows, is
 * public. The noise is shifted so that exp(noise) has expectation one. Proof:
 * docs/proofs/output-noise.md.
 */
abstract sealed class OutputWeights implements WeightEstimator permits OutputLaplace, OutputNorm {

  private final LogisticOptions options;
  private final NoiseLaw law;

  OutputWeights(LogisticOptions options, NoiseLaw law) {
    if (options.law().isPresent() && options.law().get() != law) {
      throw new IllegalArgumentException(
          "The law of this method is fixed: " + law.label() + ". Got: " + options.law().get());
    }
    this.options = options;
    this.law = law;
  }

  /** Everything that is settled before a private row is read. */
  private record Plan(
      LogisticFit fit, double lambda, double singularValue, CoefficientNoise noise) {
    double logNoiseSd() {
      return Math.sqrt(noise.correction().variance());
    }
  }

  /** log(1/E[exp(zeta)]) for one row's noise zeta, or NaN where that does not exist. */
  private static double shift(NoiseCorrection noise) {
    double[] unit = new double[noise.coordinates()];
    unit[0] = 1;
    return noise.logCorrection(unit, 0);
  }

  private Plan plan(WeightTask task) {
    if (law == NoiseLaw.GAUSSIAN && !(task.budget().delta() > 0)) {
      throw new RefusedException(
          "Gaussian noise needs a delta above 0. Got: 0. Give the weights a delta, or use"
              + " output-laplace.");
    }
    LogisticFit fit = new LogisticFit(task, options);
    double singularValue =
        Rows.largestSingularValue(fit.synthetic(), fit.syntheticRows(), fit.features().width());
    double unitNoise = Math.sqrt(noise(task, fit, singularValue, 1).correction().variance());
    double lambda =
        options.lambda().orElseGet(() -> LambdaRule.lambda(unitNoise, fit.meanSquare()));
    Plan plan = new Plan(fit, lambda, singularValue, noise(task, fit, singularValue, lambda));
    if (Double.isNaN(shift(plan.noise.correction()))) {
      throw refusal(task, plan);
    }
    return plan;
  }

  private CoefficientNoise noise(
      WeightTask task, LogisticFit fit, double singularValue, double lambda) {
    return CoefficientNoise.calibrated(
        law, logWeights(fit, singularValue, lambda), fit.syntheticRows(), task.budget());
  }

  /** The log weights of the synthetic rows: a linear map of the coefficients. */
  private static BoundedStatistic<RowPass, double[]> logWeights(
      LogisticFit fit, double singularValue, double lambda) {
    return fit.coefficients(lambda)
        .then(
            singularValue,
            coefficients -> Rows.products(fit.synthetic(), fit.syntheticRows(), coefficients));
  }

  private RefusedException refusal(WeightTask task, Plan plan) {
    double factor = plan.noise.correction().reach(1, 1) * 1.001;
    return new RefusedException(
        String.format(
            Locale.ROOT,
            "Unbiased weights do not exist here: %s noise of scale %.3g on a log weight gives"
                + " exp(noise) no expectation. No row was read for them. They exist with epsilon >= %.4g,"
                + " or with lambda >= %.4g, for the weights; or use beta-debiased.",
            law.label(),
            plan.noise.correction().scale(),
            task.budget().epsilon() * factor,
            plan.lambda * factor));
  }

  @Override
  public final OptionalDouble expectedLogNoise(WeightTask task) {
    return OptionalDouble.of(plan(task).logNoiseSd());
  }

  @Override
  public final Mechanism<FittedWeights> mechanism(WeightTask task) {
    return new OutputMechanism(plan(task), task);
  }

  /** The log weights of the task's rows, each noised. */
  private final class OutputMechanism
      implements NoisedStatistic<double[], double[], FittedWeights> {

    private final Plan plan;
    private final WeightTask task;

    OutputMechanism(Plan plan, WeightTask task) {
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
      double shift = shift(plan.noise.correction());
      double[] shifted = Arrays.stream(noised).map(logWeight -> logWeight + shift).toArray();
      return new RowWeights(task.synthetic(), shifted, describe(plan));
    }
  }

  private WeightDescription describe(Plan plan) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("lambda", plan.lambda);
    details.put("lambda_source", options.lambda().isPresent() ? "given" : "public numbers");
    details.put("sensitivity_l2", logWeights(plan.fit, plan.singularValue, plan.lambda).bound());
    details.put("largest_singular_value", plan.singularValue);
    details.put("radius", plan.fit.features().radius());
    details.put("row_noise_variance", rowVariance(plan.noise.correction()));
    return new WeightDescription(
        name(), law.label(), plan.noise.correction().scale(), plan.logNoiseSd(), details);
  }

  /** The variance of exp(noise), infinite where that does not exist. */
  static double rowVariance(NoiseCorrection noise) {
    double[] one = new double[noise.coordinates()];
    one[0] = 1;
    double[] two = new double[noise.coordinates()];
    two[0] = 2;
    double log = 2 * noise.logCorrection(one, 0) - noise.logCorrection(two, 0);
    return Double.isNaN(log) ? Double.POSITIVE_INFINITY : Math.expm1(log);
  }
}

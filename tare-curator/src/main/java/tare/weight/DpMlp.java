package tare.weight;

import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.StepRule;
import tare.learn.Clipping;
import tare.learn.DpSgd;
import tare.learn.DpSgdPlan;
import tare.learn.Training;
import tare.model.FittedWeights;
import tare.model.MlpWeights;
import tare.model.WeightDescription;
import tare.noise.NoiseSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Weights from a neural network with one hidden layer, trained by DP-SGD to tell private from
 * synthetic rows: log w(x) is its logit. Finds what a logistic regression cannot: curvature,
 * interactions, holes.
 *
 * <p>Steps, lots, rate and noise are settled from public numbers before a row is read. Synthetic
 * rows take part in every step and cost nothing. Where n times epsilon is too small to learn
 * anything, weights stay near one.
 */
public final class DpMlp implements WeightEstimator {

  /** The part of iterates, counted from the end, whose mean is the fit. */
  private static final double AVERAGED_PART = 0.5;

  /** Fewer public rows in a lot would add chance of their own. */
  private static final int LEAST_PUBLIC_LOT = 256;

  private final MlpOptions options;

  /** The method with the usual options. */
  public DpMlp() {
    this(MlpOptions.DEFAULTS);
  }

  /** The method with options of one's own. */
  public DpMlp(MlpOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return "dp-mlp";
  }

  @Override
  public Mechanism<FittedWeights> mechanism(WeightTask task) {
    MlpFit fit = new MlpFit(task, options.hiddenWidth());
    double samplingRate = options.samplingRate(task.n());
    DpSgdPlan plan =
        DpSgdPlan.calibrated(
                task.budget(),
                samplingRate,
                options.steps(),
                options.clip(),
                samplingRate * task.n())
            .withClipping(Clipping.LOGIT);
    return new DpMlpTraining(fit, plan);
  }

  /** One training. */
  private final class DpMlpTraining implements Mechanism<FittedWeights> {

    private final MlpFit fit;
    private final DpSgdPlan plan;

    DpMlpTraining(MlpFit fit, DpSgdPlan plan) {
      this.fit = fit;
      this.plan = plan;
    }

    @Override
    public String purpose() {
      return "fit weights: " + name();
    }

    @Override
    public PrivacyEvent event() {
      return plan.event();
    }

    @Override
    public FittedWeights apply(PrivateRows privateRows, NoiseSource noise) {
      return trained(fit, plan, privateRows, noise);
    }
  }

  private FittedWeights trained(
      MlpFit fit, DpSgdPlan plan, PrivateRows privateRows, NoiseSource noise) {
    Training training =
        new Training(
            StepRule.Adam.withRate(options.rateFor(plan)),
            (int) Math.max(LEAST_PUBLIC_LOT, Math.round(plan.lotSize())),
            1,
            AVERAGED_PART);
    float[] parameters =
        training.run(
            DpSgd.privately(plan, fit.newPass(), Loss.LOG, fit.lots(privateRows), noise),
            fit.initialParameters(),
            fit.synthetic(),
            fit.stream("order of synthetic rows"),
            fit.progress());
    return new MlpWeights(fit.inputs(), fit.shape(), parameters, describe(fit, plan, parameters));
  }

  private WeightDescription describe(MlpFit fit, DpSgdPlan plan, float[] parameters) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("steps", plan.steps());
    details.put("sampling_rate", plan.samplingRate());
    details.put("noise_multiplier", plan.noiseMultiplier());
    details.put("clip", plan.clip());
    details.put("clipped_by", "gradient of the logit");
    details.put("rate", options.rateFor(plan));
    MlpWeights.describe(details, fit.inputs(), fit.shape(), parameters);
    return new WeightDescription(
        name(), "gaussian", plan.noiseMultiplier() * plan.clip(), Double.NaN, details);
  }
}

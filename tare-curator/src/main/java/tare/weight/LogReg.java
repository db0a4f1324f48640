package tare.weight;

import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.model.FittedWeights;
import tare.model.LogisticWeights;
import tare.model.WeightDescription;
import tare.noise.NoiseSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Logistic weights without noise: not private. For experiments, to see what privacy costs; its
 * event is {@link PrivacyEvent.NonPrivate}, which no budget covers.
 */
public final class LogReg implements WeightEstimator {

  private final LogisticOptions options;

  /** The method with the usual options. */
  public LogReg() {
    this(LogisticOptions.DEFAULTS);
  }

  /** The method with options of one's own. */
  public LogReg(LogisticOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return "logreg";
  }

  @Override
  public boolean isPrivate() {
    return false;
  }

  @Override
  public Mechanism<FittedWeights> mechanism(WeightTask task) {
    LogisticFit fit = new LogisticFit(task, options);
    // Without noise a penalty is there for stability only: that of one row's prior.
    double lambda = options.lambda().orElse(1.0 / task.n());
    return new OpenLogisticFit(fit, lambda);
  }

  /** One fit, without privacy. */
  private final class OpenLogisticFit implements Mechanism<FittedWeights> {

    private final LogisticFit fit;
    private final double lambda;

    OpenLogisticFit(LogisticFit fit, double lambda) {
      this.fit = fit;
      this.lambda = lambda;
    }

    @Override
    public String purpose() {
      return "fit weights without privacy: " + name();
    }

    @Override
    public PrivacyEvent event() {
      return new PrivacyEvent.NonPrivate();
    }

    @Override
    public FittedWeights apply(PrivateRows privateRows, NoiseSource noise) {
      double[] coefficients = fit.coefficients(lambda).of(privateRows).value();
      ObjectNode details = JsonNodeFactory.instance.objectNode();
      details.put("lambda", lambda);
      LogisticWeights.describe(details, fit.features(), "coefficients", coefficients);
      return new LogisticWeights(
          fit.features(), coefficients, null, new WeightDescription(name(), "none", 0, 0, details));
    }
  }
}

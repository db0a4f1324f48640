package tare.weight;

import tare.model.NoiseLaw;

/** Gaussian noise of standard deviation gamma on every log weight, with mean -gamma^2/2. */
public final class OutputNorm extends OutputWeights {

  public OutputNorm() {
    this(LogisticOptions.DEFAULTS);
  }

  public OutputNorm(LogisticOptions options) {
    super(options, NoiseLaw.GAUSSIAN);
  }

  @Override
  public String name() {
    return "output-norm";
  }
}

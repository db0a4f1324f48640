package tare.weight;

import tare.model.NoiseLaw;

/** Gaussian noise of standard deviation gamma on every log weight, with mean -gamma^2/2. */
public final class OutputNorm extends OutputWeights {

  /** The method with the usual options. */
  public OutputNorm() {
    this(LogisticOptions.DEFAULTS);
  }

  /** The method with options of one's own. */
  public OutputNorm(LogisticOptions options) {
    super(options, NoiseLaw.GAUSSIAN);
  }

  @Override
  public String name() {
    return "output-norm";
  }
}

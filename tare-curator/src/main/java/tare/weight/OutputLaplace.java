package tare.weight;

import tare.model.NoiseLaw;

/**
 * Laplace noise of scale rho on every log weight, calibrated by sqrt(N) times the L2 sensitivity,
 * with location log(1 - rho^2). Exists for rho below 1; the variance is finite below 1/2.
 */
public final class OutputLaplace extends OutputWeights {

  /** The method with the usual options. */
  public OutputLaplace() {
    this(LogisticOptions.DEFAULTS);
  }

  /** The method with options of one's own. */
  public OutputLaplace(LogisticOptions options) {
    super(options, NoiseLaw.LAPLACE);
  }

  @Override
  public String name() {
    return "output-laplace";
  }
}

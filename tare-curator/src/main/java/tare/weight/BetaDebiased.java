package tare.weight;

/**
 * Logistic weights from noised coefficients, corrected for the noise: log w(x) = beta.x + log b(x).
 *
 * <p>For every fixed row the expectation over the noise is the weight without noise. Weights that
 * are then normalised are only consistent, not unbiased. Settings for which the expectation does
 * not exist are refused before anything is charged.
 */
public final class BetaDebiased extends BetaWeights {

  /** The method with the usual options. */
  public BetaDebiased() {
    this(LogisticOptions.DEFAULTS);
  }

  /** The method with options of one's own. */
  public BetaDebiased(LogisticOptions options) {
    super(options, true);
  }

  @Override
  public String name() {
    return "beta-debiased";
  }
}

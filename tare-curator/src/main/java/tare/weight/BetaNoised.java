package tare.weight;

/** Logistic weights from noised coefficients: log w(x) = beta.x. Biased upwards by 1/b(x). */
public final class BetaNoised extends BetaWeights {

  /** The method with the usual options. */
  public BetaNoised() {
    this(LogisticOptions.DEFAULTS);
  }

  /** The method with options of one's own. */
  public BetaNoised(LogisticOptions options) {
    super(options, false);
  }

  @Override
  public String name() {
    return "beta-noised";
  }
}

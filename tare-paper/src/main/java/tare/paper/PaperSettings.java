package tare.paper;

import tare.weight.LogisticOptions;
import tare.weight.NoiseLaw;

/**
 * The settings of [1] where it states them and they are sound; delta = 1/n - 1e-6, which protects
 * nobody, is among them. Its noise by the L2 sensitivity of Laplace draws is not: that is no
 * guarantee.
 */
final class PaperSettings {

  /** Features scaled to a box and independent Laplace noise, by the L1 sensitivity. */
  static final LogisticOptions LOGISTIC =
      LogisticOptions.DEFAULTS
          .withFeatures(LogisticOptions.FeatureKind.BOX)
          .withLaw(NoiseLaw.LAPLACE);

  private PaperSettings() {}
}

package tare.paper;

import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.model.FeatureKind;
import tare.model.NoiseLaw;
import tare.schema.Schema;
import tare.weight.LogisticOptions;

/**
 * The settings of [1] where it states them and they are sound; delta = 1/n - 1e-6, which protects
 * nobody, is among them. Its noise by the L2 sensitivity of Laplace draws is not: that is no
 * guarantee.
 */
final class PaperSettings {

  /** Features scaled to a box and independent Laplace noise, by the L1 sensitivity. */
  static final LogisticOptions LOGISTIC =
      LogisticOptions.DEFAULTS.withFeatures(FeatureKind.BOX).withLaw(NoiseLaw.LAPLACE);

  private static final int SMALL = 200;

  private PaperSettings() {}

  /**
   * A generator with the settings of [1]: for GANs clip 1, lots of 64 (32 for a small table) and
   * 100 epochs; others as they are. Rates of descent are ours, and so are the widths of private
   * GANs: as many hidden units as columns, as in [1], make rows of a generator that learns from
   * waves lie on a thin sheet (docs/notes/gan-defaults.md, section 11).
   */
  static GeneratorFitter generator(GeneratorFitter fitter, Schema schema, long n) {
    if (!(fitter instanceof Gan gan)) {
      return fitter;
    }
    GanOptions options =
        GanOptions.DEFAULTS.withClip(1).withLotSize(n < SMALL ? 32 : 64).withEpochs(100);
    return gan.withOptions(
        gan.learnsFromWaves(schema) ? options : options.withHiddenWidth(schema.columnCount()));
  }
}

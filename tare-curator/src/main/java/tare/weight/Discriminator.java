package tare.weight;

import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorFitter;
import tare.model.DensityRatio;
import tare.model.FittedWeights;
import tare.model.RatioWeights;
import tare.noise.NoiseSource;
import tare.schema.RefusedException;

/**
 * Weights from a GAN's own discriminator: exp(logit). They cost nothing, being computed from a
 * model that the gate has let out; the ledger shows an event of no cost.
 *
 * <p>Only for generators whose discriminator was trained with log loss on real and made-up rows in
 * equal number. PrivBayes has no discriminator, and a Wasserstein critic gives no ratio.
 */
public record Discriminator() implements WeightEstimator {

  @Override
  public String name() {
    return RatioWeights.METHOD;
  }

  @Override
  public boolean isFree() {
    return true;
  }

  @Override
  public void requireUsableWith(GeneratorFitter generator) {
    if (!generator.knowsRatio()) {
      throw unusable(generator.name());
    }
  }

  @Override
  public Mechanism<FittedWeights> mechanism(WeightTask task) {
    if (!(task.generator() instanceof DensityRatio ratio)) {
      throw unusable(task.generator() == null ? "rows of another tool" : task.generator().kind());
    }
    return new Free(ratio);
  }

  private static RefusedException unusable(String what) {
    return new RefusedException(
        "Discriminator weights need a generator with a log-loss discriminator (gan, cgan, dpgan, dpcgan,"
            + " pate-gan). Got: "
            + what
            + ". Use beta-debiased weights instead.");
  }

  /** Reads no row at all. */
  private record Free(DensityRatio ratio) implements Mechanism<FittedWeights> {

    @Override
    public String purpose() {
      return "weights from the discriminator";
    }

    @Override
    public PrivacyEvent event() {
      return new PrivacyEvent.None();
    }

    @Override
    public FittedWeights apply(PrivateRows privateRows, NoiseSource noise) {
      return new RatioWeights(ratio);
    }
  }
}

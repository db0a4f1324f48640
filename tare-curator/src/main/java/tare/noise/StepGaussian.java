package tare.noise;

import tare.accounting.PrivacyEvent;
import tare.schema.RefusedException;

/**
 * Exact discrete Gaussian noise on vectors of whole steps that one row moves by many. Costs what
 * continuous Gaussian noise of the stated multiplier costs (docs/proofs/vector.md).
 */
public final class StepGaussian implements PrivacyLaw<long[], long[]> {

  private final double noiseMultiplier;
  private final double sensitivity;
  private final DiscreteGaussian law;

  private StepGaussian(double noiseMultiplier, double sensitivity) {
    requireMultiplier(noiseMultiplier);
    this.noiseMultiplier = noiseMultiplier;
    this.sensitivity = sensitivity;
    this.law = DiscreteGaussian.of(sigmaFor(noiseMultiplier, sensitivity));
  }

  /** Noise with a standard deviation of {@code noiseMultiplier} times the L2 sensitivity. */
  public static StepGaussian of(double noiseMultiplier, double l2Sensitivity) {
    return new StepGaussian(noiseMultiplier, l2Sensitivity);
  }

  /**
   * The sigma at which the discrete Gaussian law costs no more than continuous noise of a
   * multiplier: the square root of (multiplier * sensitivity)^2 + 16, rounded up. Four steps of
   * standard deviation are what a continuous draw needs to become a discrete one by randomised
   * rounding (docs/proofs/discrete-gaussian.md).
   */
  private static double sigmaFor(double noiseMultiplier, double sensitivity) {
    double continuous = noiseMultiplier * sensitivity;
    return Math.sqrt(continuous * continuous + 16) * (1 + 0x1p-48);
  }

  /** The parameter of the law, close to the standard deviation. */
  public double sigma() {
    return law.sigma();
  }

  @Override
  public Norm norm() {
    return Norm.L2;
  }

  @Override
  public double sensitivity() {
    return sensitivity;
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.Gaussian(noiseMultiplier);
  }

  @Override
  public long[] noised(Exact<long[]> exact, NoiseSource noise) {
    requireCovers(exact.norm(), exact.bound());
    return addTo(exact.value(), noise);
  }

  /** A noised copy of a vector. @param steps Not modified. */
  long[] addTo(long[] steps, NoiseSource noise) {
    return law.addToAll(steps, noise);
  }

  /** Refuses a multiplier that no grid of this house can hold. */
  public static void requireMultiplier(double noiseMultiplier) {
    if (!(noiseMultiplier >= 1e-3 && noiseMultiplier <= 1e6)) {
      throw new RefusedException(
          "The noise multiplier must be in [0.001, 1000000]. Got: " + noiseMultiplier);
    }
  }
}

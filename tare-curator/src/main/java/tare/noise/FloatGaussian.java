package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * Gaussian noise in floating point for long sums of clipped vectors, as training draws it.
 *
 * @param noiseMultiplier standard deviation over the clip
 * @param clip the most that one row moves the sum, in L2
 */
public record FloatGaussian(double noiseMultiplier, double clip) {

  /** The event of one sum. */
  public PrivacyEvent event() {
    return new PrivacyEvent.Gaussian(noiseMultiplier);
  }

  /** Starts a sum as its noise, so that there is none without. @param sum Modified. */
  public void begin(float[] sum, NoiseSource noise) {
    noise.fillGaussian((float) (noiseMultiplier * clip), sum, 0, sum.length);
  }
}

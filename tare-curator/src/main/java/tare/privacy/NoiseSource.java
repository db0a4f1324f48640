package tare.privacy;

/**
 * Privacy noise. A source for real data draws from a cryptographically secure generator and has no
 * seed, so noise can be neither repeated nor guessed.
 */
public interface NoiseSource {

  /** 64 uniform random bits. */
  long nextLong();

  /** A uniform whole number in {@code [0, bound)}, {@code bound > 0}, without bias. */
  long nextLong(long bound);

  /** Fills an array with independent N(0, sd^2) draws in floating point. @param out Modified. */
  void fillGaussian(double sd, double[] out, int from, int length);

  /** Fills an array with independent N(0, sd^2) draws in floating point. @param out Modified. */
  void fillGaussian(float sd, float[] out, int from, int length);
}

package tare.noise;

/**
 * Privacy noise. A source for real data draws from a cryptographically secure generator and has no
 * seed, so noise can be neither repeated nor guessed.
 */
public interface NoiseSource {

  /** 64 uniform random bits. */
  long nextLong();

  /** A uniform whole number in {@code [0, bound)}, {@code bound > 0}, without bias. */
  default long nextLong(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("The bound must be positive. Got: " + bound);
    }
    // Lemire (2019): the high half of bits * bound is uniform once the few low halves that would
    // favour some values are turned away.
    long bits = nextLong();
    long low = bits * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      long favoured = Long.remainderUnsigned(-bound, bound);
      while (Long.compareUnsigned(low, favoured) < 0) {
        bits = nextLong();
        low = bits * bound;
      }
    }
    // The high half of an unsigned product from the signed one; bound has no sign bit.
    return Math.multiplyHigh(bits, bound) + ((bits >> 63) & bound);
  }

  /** Fills an array with independent N(0, sd^2) draws in floating point. @param out Modified. */
  void fillGaussian(double sd, double[] out, int from, int length);

  /** Fills an array with independent N(0, sd^2) draws in floating point. @param out Modified. */
  void fillGaussian(float sd, float[] out, int from, int length);
}

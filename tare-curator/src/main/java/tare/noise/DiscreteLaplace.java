package tare.noise;

import java.math.BigInteger;
import tare.accounting.PrivacyEvent;
import tare.schema.RefusedException;

/**
 * The discrete Laplace law on the whole numbers, P[x] proportional to exp(-|x| / scale), drawn
 * exactly.
 *
 * <p>After Canonne, Kamath and Steinke (2020), Algorithm 2. The scale is taken as the rational
 * number that the double is, and every decision is made in whole-number arithmetic.
 */
public final class DiscreteLaplace implements IntegerNoise {

  /** The smallest scale: with less, noise would be zero but for one draw in 10^444. */
  public static final double MIN_SCALE = 0x1p-10;

  /** The largest scale; count on a coarser grid instead of using more. */
  public static final double MAX_SCALE = 0x1p50;

  private final double scale;
  // scale = numerator / 2^shift
  private final long numerator;
  private final int shift;

  private DiscreteLaplace(double scale) {
    if (!(scale >= MIN_SCALE && scale <= MAX_SCALE)) {
      throw new RefusedException(
          "The scale of discrete Laplace noise must be in [2^-10, 2^50]. Got: "
              + scale
              + ". Choose another grid.");
    }
    this.scale = scale;
    int exponent = Math.getExponent(scale);
    long significand = (Double.doubleToLongBits(scale) & ((1L << 52) - 1)) | (1L << 52);
    int denominatorBits = 52 - exponent;
    int common = Math.min(Long.numberOfTrailingZeros(significand), denominatorBits);
    this.numerator = significand >>> common;
    this.shift = denominatorBits - common;
  }

  /** The law with a scale in [2^-10, 2^50]. */
  public static DiscreteLaplace of(double scale) {
    return new DiscreteLaplace(scale);
  }

  /** One draw with a scale in [2^-10, 2^50]. */
  public static long sample(NoiseSource noise, double scale) {
    return new DiscreteLaplace(scale).sample(noise);
  }

  /** The scale. */
  public double scale() {
    return scale;
  }

  /** One draw; clamped to the range of a long, which no one will live to see. */
  @Override
  public long sample(NoiseSource noise) {
    return sample(noise, numerator, shift);
  }

  /** One draw with scale {@code numerator / 2^shift}. */
  static long sample(NoiseSource noise, long numerator, int shift) {
    while (true) {
      // x = u + numerator * v is geometric: P[x] proportional to exp(-x / numerator).
      long u = noise.nextLong(numerator);
      if (!ExactBernoulli.expMinusFraction(noise, u, numerator)) {
        continue;
      }
      long v = 0;
      while (ExactBernoulli.expMinusOne(noise)) {
        v++;
      }
      long magnitude = magnitude(u, numerator, v, shift);
      boolean negative = noise.nextLong() < 0;
      if (!negative) {
        return magnitude;
      }
      if (magnitude != 0) {
        return -magnitude; // Zero has one sign only: the other is drawn again.
      }
    }
  }

  private static long magnitude(long u, long numerator, long v, int shift) {
    long product = numerator * v;
    if (Math.multiplyHigh(numerator, v) == 0 && product >= 0 && product + u >= 0) {
      return (product + u) >>> shift;
    }
    return BigInteger.valueOf(numerator)
        .multiply(BigInteger.valueOf(v))
        .add(BigInteger.valueOf(u))
        .shiftRight(shift)
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.DiscreteLaplace(scale, 1);
  }

  @Override
  public String toString() {
    return "discrete Laplace, scale " + scale;
  }
}

package tare.noise;

import java.math.BigInteger;
import tare.accounting.PrivacyEvent;
import tare.schema.RefusedException;

/**
 * The discrete Gaussian law on the whole numbers, P[x] proportional to exp(-x^2 / (2 sigma^2)),
 * drawn exactly.
 *
 * <p>After Canonne, Kamath and Steinke (2020), Algorithm 3: a discrete Laplace draw y of whole
 * scale t = floor(sigma) + 1 is kept with probability exp(-g), g = (|y| - sigma^2/t)^2 / (2
 * sigma^2). Sigma is taken as the rational number that the double is.
 */
public final class DiscreteGaussian implements IntegerNoise {

  /*
   * How a coin of probability exp(-g) is both exact and fast. g is a fraction of several hundred
   * bits. Fixed-point whole-number arithmetic encloses it in an interval of width 4 * 2^-gBits; a
   * uniform number is compared with the ends of that interval, and only when it falls between them
   * (about once in 2^40 draws) is the comparison carried out on the full fraction. The outcome is
   * that of the full fraction every time.
   *
   * Enclosure. With c = sigma^2/t let cFix = floor(c 2^dBits), d = |y| 2^dBits - cFix <= 2^62, and
   * inverse = floor(2^h / (2 sigma^2)) < 2^62 with gBits = 2 dBits + h - 128. Then g 2^gBits =
   * (d - a)^2 (inverse + b) / 2^128 with a, b in [0, 1). Writing square = floor(d^2 / 2^64) < 2^60,
   * (d - a)^2 / 2^64 lies in (square - 0.6, square + 1.1), and so g 2^gBits lies within 2 of
   * floor(square * inverse / 2^64): 1.1/4 for the square, 1/16 for b, 1 for the floor.
   */

  /** The smallest sigma: with less, noise would be zero but for one draw in 10^227000. */
  public static final double MIN_SIGMA = 0x1p-10;

  /** The largest sigma; use a coarser grid instead of more. */
  public static final double MAX_SIGMA = 0x1p50;

  private static final long SLACK = 2;

  private final double sigma;
  private final long t;
  private final BigInteger sigmaSquaredScaled; // sigma^2 * 4^scaleBits
  private final int scaleBits;
  private final BigInteger denominator; // of g, exactly
  private final long largestFast;
  private final int dBits;
  private final long cFix;
  private final long inverse;
  private final int gBits;

  private DiscreteGaussian(double sigma) {
    if (!(sigma >= MIN_SIGMA && sigma <= MAX_SIGMA)) {
      throw new RefusedException(
          "The sigma of discrete Gaussian noise must be in [2^-10, 2^50]. Got: "
              + sigma
              + ". Choose another grid.");
    }
    this.sigma = sigma;
    t = (long) Math.floor(sigma) + 1;
    scaleBits = 52 - Math.getExponent(sigma);
    long significand = (Double.doubleToLongBits(sigma) & ((1L << 52) - 1)) | (1L << 52);
    sigmaSquaredScaled = BigInteger.valueOf(significand).pow(2);
    BigInteger wholeT = BigInteger.valueOf(t);
    // g = (|y| t 4^s - m^2)^2 / (2 m^2 4^s t^2), where sigma = m / 2^s.
    denominator = sigmaSquaredScaled.shiftLeft(2 * scaleBits + 1).multiply(wholeT).multiply(wholeT);

    int bits = wholeT.bitLength();
    dBits = 56 - bits;
    largestFast = 64 * t;
    cFix =
        sigmaSquaredScaled
            .shiftLeft(dBits)
            .divide(wholeT.shiftLeft(2 * scaleBits))
            .longValueExact();
    BigInteger one = BigInteger.ONE.shiftLeft(2 * scaleBits);
    BigInteger twoSigmaSquared = sigmaSquaredScaled.shiftLeft(1);
    int h = 62 + twoSigmaSquared.bitLength() - one.bitLength();
    BigInteger quotient = one.shiftLeft(h).divide(twoSigmaSquared);
    if (quotient.bitLength() > 62) {
      h--;
      quotient = one.shiftLeft(h).divide(twoSigmaSquared);
    }
    inverse = quotient.longValueExact();
    gBits = 2 * dBits + h - 128;
  }

  /** The law with a sigma in [2^-10, 2^50]. */
  public static DiscreteGaussian of(double sigma) {
    return new DiscreteGaussian(sigma);
  }

  /**
   * One draw with a sigma in [2^-10, 2^50]. For many draws keep {@link #of}, which prepares once.
   */
  public static long sample(NoiseSource noise, double sigma) {
    return new DiscreteGaussian(sigma).sample(noise);
  }

  /** The parameter, close to the standard deviation. */
  public double sigma() {
    return sigma;
  }

  /** One draw. */
  @Override
  public long sample(NoiseSource noise) {
    while (true) {
      long y = DiscreteLaplace.sample(noise, t, 0);
      if (accept(noise, Math.abs(y))) {
        return y;
      }
    }
  }

  /** Heads with probability exp(-g). */
  boolean accept(NoiseSource noise, long magnitude) {
    if (magnitude > largestFast) {
      return acceptPlainly(noise, magnitude);
    }
    long d = (magnitude << dBits) - cFix;
    long g = Math.multiplyHigh(Math.multiplyHigh(d, d), inverse);
    long low = g - SLACK;
    long high = g + SLACK;
    if (low < 0 || low >>> gBits != high >>> gBits) {
      return acceptPlainly(noise, magnitude);
    }
    if (!ExactBernoulli.expMinusWhole(noise, low >>> gBits)) {
      return false;
    }
    long mask = (1L << gBits) - 1;
    long fractionLow = low & mask;
    long fractionHigh = high & mask;
    long k = 1;
    while (below(noise, fractionLow, fractionHigh, magnitude) && noise.nextLong(k) == 0) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** Heads with probability the fractional part of g, known to lie strictly between the ends. */
  private boolean below(NoiseSource noise, long low, long high, long magnitude) {
    long prefix = noise.nextLong() >>> (64 - gBits);
    if (prefix < low) {
      return true;
    }
    if (prefix >= high) {
      return false;
    }
    return ExactBernoulli.restBelow(
        noise, prefix, gBits, numerator(magnitude).mod(denominator), denominator);
  }

  /** The same decision on the full fraction, without enclosure. */
  boolean acceptPlainly(NoiseSource noise, long magnitude) {
    return ExactBernoulli.expMinus(noise, numerator(magnitude), denominator);
  }

  /** The ends of the enclosure of g 2^gBits, and between them its exact whole part. */
  BigInteger[] enclosure(long magnitude) {
    long d = (magnitude << dBits) - cFix;
    long g = Math.multiplyHigh(Math.multiplyHigh(d, d), inverse);
    return new BigInteger[] {
      BigInteger.valueOf(g - SLACK),
      numerator(magnitude).shiftLeft(gBits).divide(denominator),
      BigInteger.valueOf(g + SLACK)
    };
  }

  private BigInteger numerator(long magnitude) {
    return BigInteger.valueOf(magnitude)
        .multiply(BigInteger.valueOf(t))
        .shiftLeft(2 * scaleBits)
        .subtract(sigmaSquaredScaled)
        .pow(2);
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.DiscreteGaussian(sigma, 1);
  }

  @Override
  public String toString() {
    return "discrete Gaussian, sigma " + sigma;
  }
}

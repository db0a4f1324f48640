package tare.noise;

import java.math.BigInteger;

/**
 * Coins that fall heads with probability exp(-x) for rational x, exactly: whole-number arithmetic
 * on uniform bits decides, and no floating point has a say.
 *
 * <p>After Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * Algorithm 1: for x in [0, 1] toss coins of probability x/1, x/2, x/3, ... until the first tails;
 * it comes at an odd toss with probability 1 - x + x^2/2 - x^3/6 + ... = exp(-x). A coin of
 * probability x/k is heads when two independent coins of probabilities x and 1/k both are.
 */
final class ExactBernoulli {

  private ExactBernoulli() {}

  /** Heads with probability exp(-1). */
  static boolean expMinusOne(NoiseSource noise) {
    // The first coin has probability 1/1 and needs no toss.
    long k = 2;
    while (noise.nextLong(k) == 0) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** Heads with probability exp(-times). */
  static boolean expMinusWhole(NoiseSource noise, long times) {
    for (long i = 0; i < times; i++) {
      if (!expMinusOne(noise)) {
        return false;
      }
    }
    return true;
  }

  /** Heads with probability exp(-a/b), 0 <= a <= b, b > 0. */
  static boolean expMinusFraction(NoiseSource noise, long a, long b) {
    long k = 1;
    while (noise.nextLong(b) < a && noise.nextLong(k) == 0) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** Heads with probability exp(-count * factor / 2^shift), for 0 <= shift <= 62. */
  static boolean expMinusDyadic(NoiseSource noise, long count, long factor, int shift) {
    long high = Math.multiplyHigh(count, factor);
    long low = count * factor;
    if (shift == 0 || high >>> shift != 0) {
      return expMinus(
          noise,
          BigInteger.valueOf(count).multiply(BigInteger.valueOf(factor)),
          BigInteger.ONE.shiftLeft(shift));
    }
    long whole = (high << (64 - shift)) | (low >>> shift);
    if (whole < 0) {
      whole = Long.MAX_VALUE; // Two to the power 63 heads in a row: the loop has ended long before.
    }
    if (!expMinusWhole(noise, whole)) {
      return false;
    }
    long fraction = low & ((1L << shift) - 1);
    return expMinusFraction(noise, fraction, 1L << shift);
  }

  /** Heads with probability exp(-a/b), a >= 0, b > 0; plain and slow. */
  static boolean expMinus(NoiseSource noise, BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(b);
    for (BigInteger i = parts[0]; i.signum() > 0; i = i.subtract(BigInteger.ONE)) {
      if (!expMinusOne(noise)) {
        return false;
      }
    }
    BigInteger fraction = parts[1];
    long k = 1;
    while (nextBelow(noise, b).compareTo(fraction) < 0 && noise.nextLong(k) == 0) {
      k++;
    }
    return (k & 1) == 1;
  }

  /**
   * Whether a uniform number whose first binary digits are {@code prefix} lies below a/b. The
   * remaining digits are drawn as they are needed, and on average two suffice.
   */
  static boolean restBelow(
      NoiseSource noise, long prefix, int prefixBits, BigInteger a, BigInteger b) {
    BigInteger[] digits = a.shiftLeft(prefixBits).divideAndRemainder(b);
    int order = BigInteger.valueOf(prefix).compareTo(digits[0]);
    while (order == 0) {
      digits = digits[1].shiftLeft(32).divideAndRemainder(b);
      order = BigInteger.valueOf(noise.nextLong() >>> 32).compareTo(digits[0]);
    }
    return order < 0;
  }

  /** A uniform whole number below the bound, by rejection. */
  static BigInteger nextBelow(NoiseSource noise, BigInteger bound) {
    int bits = bound.subtract(BigInteger.ONE).bitLength();
    while (true) {
      byte[] bytes = new byte[(bits + 7) / 8 + 1];
      for (int i = 1; i < bytes.length; i++) {
        bytes[i] = (byte) noise.nextLong();
      }
      BigInteger draw = new BigInteger(bytes).shiftRight((8 - bits % 8) % 8);
      if (draw.compareTo(bound) < 0) {
        return draw;
      }
    }
  }
}

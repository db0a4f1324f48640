package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;
import static tare.testkit.StatisticalAssertions.assertProportion;
import static tare.testkit.StatisticalAssertions.chiSquaredPValue;

import java.math.BigInteger;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A million draws of each sampler against the exact law. Each assertion has a false-alarm rate of
 * 1e-6 over seeds (the seed is fixed, so the outcome is too), and each has a twin that shows that
 * the same million draws reject a scale five per cent off.
 */
class SamplersTest {

  private static final int DRAWS = 1_000_000;

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 3.7, 10, 40.5, 1000.1})
  void discreteLaplaceFollowsItsLaw(double scale) {
    NoiseSource noise = new SeededNoise(1);
    DiscreteLaplace law = DiscreteLaplace.of(scale);
    long[] histogram = histogram(() -> law.sample(noise), halfWidth(scale * 14), binWidth(scale));
    assertFollows(histogram, masses(histogram, laplace(scale), binWidth(scale)), RARE);
    assertThat(
            chiSquaredPValue(histogram, masses(histogram, laplace(scale * 1.05), binWidth(scale))))
        .isLessThan(RARE);
    assertThat(
            chiSquaredPValue(histogram, masses(histogram, laplace(scale / 1.05), binWidth(scale))))
        .isLessThan(RARE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.4, 1, 2.5, 4, 33.3, 1000.1})
  void discreteGaussianFollowsItsLaw(double sigma) {
    NoiseSource noise = new SeededNoise(2);
    DiscreteGaussian law = DiscreteGaussian.of(sigma);
    long[] histogram = histogram(() -> law.sample(noise), halfWidth(sigma * 6), binWidth(sigma));
    assertFollows(histogram, masses(histogram, gaussian(sigma), binWidth(sigma)), RARE);
    assertThat(
            chiSquaredPValue(histogram, masses(histogram, gaussian(sigma * 1.05), binWidth(sigma))))
        .isLessThan(RARE);
    assertThat(
            chiSquaredPValue(histogram, masses(histogram, gaussian(sigma / 1.05), binWidth(sigma))))
        .isLessThan(RARE);
  }

  /** The enclosure may never change a decision, so both ways accept with the same probability. */
  @ParameterizedTest
  @ValueSource(doubles = {0.7, 5.3, 65536, 1e9})
  void theFullFractionAcceptsAsOftenAsTheEnclosure(double sigma) {
    NoiseSource noise = new SeededNoise(3);
    DiscreteGaussian law = DiscreteGaussian.of(sigma);
    long magnitude = (long) (1.6 * sigma) + 1;
    double t = Math.floor(sigma) + 1;
    double distance = magnitude - sigma * sigma / t;
    double probability = Math.exp(-distance * distance / (2 * sigma * sigma));
    long heads = 0;
    int trials = 20_000;
    for (int i = 0; i < trials; i++) {
      heads += law.acceptPlainly(noise, magnitude) ? 1 : 0;
    }
    assertProportion(heads, trials, probability, RARE);
    heads = 0;
    for (int i = 0; i < trials; i++) {
      heads += law.accept(noise, magnitude) ? 1 : 0;
    }
    assertProportion(heads, trials, probability, RARE);
  }

  /** The proof of the enclosure, checked on the full fraction for many magnitudes and sigmas. */
  @Test
  void theEnclosureHoldsTheFullFraction() {
    double[] sigmas = {0x1p-10, 0.01, 0.3, 1, Math.nextUp(1.0), 3.7, 1e3 / 3, 1e9 / 7, 0x1p50};
    for (double sigma : sigmas) {
      DiscreteGaussian law = DiscreteGaussian.of(sigma);
      long largest = 64 * ((long) Math.floor(sigma) + 1);
      long step = Math.max(1, largest / 997);
      for (long magnitude = 0; magnitude <= largest; magnitude += step) {
        BigInteger[] ends = law.enclosure(magnitude);
        assertThat(ends[1]).isGreaterThan(ends[0]).isLessThan(ends[2]);
      }
    }
  }

  @Test
  void coinsFallAsOftenAsTheyShould() {
    NoiseSource noise = new SeededNoise(4);
    int trials = 200_000;
    long one = 0;
    long third = 0;
    long dyadic = 0;
    long big = 0;
    for (int i = 0; i < trials; i++) {
      one += ExactBernoulli.expMinusOne(noise) ? 1 : 0;
      third += ExactBernoulli.expMinusFraction(noise, 1, 3) ? 1 : 0;
      dyadic += ExactBernoulli.expMinusDyadic(noise, 11, 3, 4) ? 1 : 0;
      big += ExactBernoulli.expMinus(noise, BigInteger.valueOf(4), BigInteger.valueOf(3)) ? 1 : 0;
    }
    assertProportion(one, trials, Math.exp(-1), RARE);
    assertProportion(third, trials, Math.exp(-1 / 3.0), RARE);
    assertProportion(dyadic, trials, Math.exp(-33 / 16.0), RARE);
    assertProportion(big, trials, Math.exp(-4 / 3.0), RARE);
  }

  @Test
  void theRestOfAUniformNumberIsComparedExactly() {
    NoiseSource noise = new SeededNoise(5);
    // 3/8 + 1/24 = 5/12: given the digits 0.011, the rest lies below with probability 1/3.
    long below = 0;
    int trials = 100_000;
    for (int i = 0; i < trials; i++) {
      below +=
          ExactBernoulli.restBelow(noise, 3, 3, BigInteger.valueOf(5), BigInteger.valueOf(12))
              ? 1
              : 0;
    }
    assertProportion(below, trials, 1 / 3.0, RARE);
    assertThat(ExactBernoulli.restBelow(noise, 2, 3, BigInteger.valueOf(5), BigInteger.valueOf(12)))
        .isTrue();
    assertThat(ExactBernoulli.restBelow(noise, 4, 3, BigInteger.valueOf(5), BigInteger.valueOf(12)))
        .isFalse();
  }

  @Test
  void boundedDrawsAreUniform() {
    NoiseSource noise = new SeededNoise(6);
    long[] histogram = new long[7];
    long[] large = new long[3];
    // Two thirds of the range: a plain remainder would fill the first third twice as often.
    long bound = 6_148_914_691_236_517_205L;
    for (int i = 0; i < 300_000; i++) {
      histogram[(int) noise.nextLong(7)]++;
      large[(int) (noise.nextLong(bound) / (bound / 3 + 1))]++;
    }
    double[] sevenths = new double[7];
    java.util.Arrays.fill(sevenths, 1 / 7.0);
    assertFollows(histogram, sevenths, RARE);
    assertFollows(large, new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, RARE);
    assertThatThrownBy(() -> noise.nextLong(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void extremeScalesAreDrawnOrRefused() {
    NoiseSource noise = new SeededNoise(7);
    assertThat(DiscreteLaplace.sample(noise, DiscreteLaplace.MIN_SCALE)).isZero();
    assertThat(DiscreteGaussian.sample(noise, DiscreteGaussian.MIN_SIGMA)).isZero();
    assertThat(Math.abs(DiscreteLaplace.sample(noise, DiscreteLaplace.MAX_SCALE)))
        .isBetween(1L << 20, 1L << 56);
    assertThat(Math.abs(DiscreteGaussian.sample(noise, DiscreteGaussian.MAX_SIGMA)))
        .isBetween(1L << 20, 1L << 54);
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-4, 1e16}) {
      assertThatThrownBy(() -> DiscreteLaplace.of(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[2^-10, 2^50]");
      assertThatThrownBy(() -> DiscreteGaussian.of(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[2^-10, 2^50]");
    }
  }

  private static LongToDoubleFunction laplace(double scale) {
    return x -> Math.exp(-Math.abs(x) / scale);
  }

  private static LongToDoubleFunction gaussian(double sigma) {
    return x -> Math.exp(-(double) x * x / (2 * sigma * sigma));
  }

  private static int halfWidth(double span) {
    return (int) Math.ceil(span) + 3;
  }

  /** Odd, so that bins are symmetric about zero. */
  private static int binWidth(double scale) {
    return 2 * (int) (scale / 20) + 1;
  }

  /** Counts draws in bins of a width, symmetric about zero; the outer bins take all beyond. */
  private static long[] histogram(LongSupplier sampler, int halfWidth, int binWidth) {
    int half = (halfWidth + binWidth - 1) / binWidth;
    long[] histogram = new long[2 * half + 1];
    for (int i = 0; i < DRAWS; i++) {
      long bin = Math.floorDiv(sampler.getAsLong() + binWidth / 2, (long) binWidth);
      histogram[(int) Math.max(-half, Math.min(half, bin)) + half]++;
    }
    return histogram;
  }

  /** The exact masses of the same bins, tails included. */
  private static double[] masses(long[] histogram, LongToDoubleFunction weight, int binWidth) {
    int half = histogram.length / 2;
    double[] masses = new double[histogram.length];
    double total = 0;
    long reach = 4L * half * binWidth + 100;
    for (long x = -reach; x <= reach; x++) {
      long bin = Math.floorDiv(x + binWidth / 2, (long) binWidth);
      double mass = weight.applyAsDouble(x);
      masses[(int) Math.max(-half, Math.min(half, bin)) + half] += mass;
      total += mass;
    }
    for (int i = 0; i < masses.length; i++) {
      masses[i] /= total;
    }
    return masses;
  }
}

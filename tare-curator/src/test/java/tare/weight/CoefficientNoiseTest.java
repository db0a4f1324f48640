package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tare.accounting.Accounting;
import tare.accounting.AnalyticGaussian;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.model.NoiseLaw;
import tare.model.SharedNoise;
import tare.noise.BoundedStatistic;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.testkit.StatisticalAssertions;

class CoefficientNoiseTest {

  private static final PrivacyBudget ONE = new PrivacyBudget(1, 1e-6);
  private static final int DRAWS = 20_000;

  /**
   * The mean of exp(zeta.x) b(x) is 1 within five standard errors (false-alarm rate 6e-7 each by
   * the normal approximation); without b(x) it is not.
   */
  @ParameterizedTest
  @CsvSource({
    "LAPLACE, 2, 0.10",
    "LAPLACE, 6, 0.04",
    "LAPLACE, 31, 0.01",
    "SPHERICAL, 2, 0.15",
    "SPHERICAL, 6, 0.08",
    "SPHERICAL, 31, 0.02",
    "GAUSSIAN, 2, 0.05",
    "GAUSSIAN, 6, 0.03",
    "GAUSSIAN, 31, 0.01"
  })
  void debiasedWeightsHaveTheMeanOfTheExactOnes(NoiseLaw law, int p, double sensitivity) {
    CoefficientNoise noise = calibrated(law, sensitivity, p, ONE);
    double[] x = vector(p, 1.0);
    double[] coefficients = vector(p, 0.3);
    double exact = dot(coefficients, x);
    SeededNoise source = new SeededNoise(20 + p);
    double[] plain = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      plain[i] = Math.exp(dot(noise.noise().addTo(coefficients, source), x) - exact);
    }
    double b = Math.exp(noise.correction().logCorrection(x, 0));
    double[] debiased = Arrays.stream(plain).map(w -> w * b).toArray();

    assertThat(standardErrorsFromOne(debiased)).isLessThan(5);
    assertThat(standardErrorsFromOne(plain)).isGreaterThan(5);
  }

  /** Noise for a vector that one row moves by so much, in L2. */
  static CoefficientNoise calibrated(
      NoiseLaw law, double bound, int coordinates, PrivacyBudget budget) {
    return CoefficientNoise.calibrated(
        law,
        new BoundedStatistic<>(rows -> new double[coordinates], Norm.L2, bound),
        coordinates,
        budget);
  }

  private static double standardErrorsFromOne(double[] draws) {
    double mean = Arrays.stream(draws).average().orElseThrow();
    double variance =
        Arrays.stream(draws).map(d -> (d - mean) * (d - mean)).sum() / (draws.length - 1.0);
    return Math.abs(mean - 1) / Math.sqrt(variance / draws.length);
  }

  @Test
  void laplaceCoordinatesAreLaplace() {
    CoefficientNoise noise = calibrated(NoiseLaw.LAPLACE, 0.3, 4, ONE);
    double rho = noise.correction().scale();
    assertThat(rho).isCloseTo(2 * 0.3, within(1e-5)); // sqrt(4) times the L2 sensitivity
    StatisticalAssertions.assertFollows(
        draws(noise, 5_000, z -> z[1]),
        z -> z < 0 ? Math.exp(z / rho) / 2 : 1 - Math.exp(-z / rho) / 2,
        StatisticalAssertions.RARE);
  }

  @Test
  void gaussianCoordinatesAreGaussian() {
    CoefficientNoise noise = calibrated(NoiseLaw.GAUSSIAN, 0.3, 4, ONE);
    StatisticalAssertions.assertFollows(
        draws(noise, 5_000, z -> z[3]),
        z -> Erf.erfc(-z / noise.correction().scale() / Math.sqrt(2)) / 2,
        StatisticalAssertions.RARE);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "5", "31"})
  void sphericalLengthIsGammaAndDirectionUniform(int p) {
    CoefficientNoise noise = calibrated(NoiseLaw.SPHERICAL, 0.3, p, ONE);
    double s = noise.correction().scale();
    StatisticalAssertions.assertFollows(
        draws(noise, 5_000, CoefficientNoiseTest::length),
        r -> Gamma.regularizedGammaP(p, r / s),
        StatisticalAssertions.RARE);
    // The squared cosine with any axis has mean 1/p; the cosine with it has mean 0.
    StatisticalAssertions.assertMean(
        draws(noise, 5_000, z -> z[0] / length(z)), 0, StatisticalAssertions.RARE);
    if (p > 1) {
      StatisticalAssertions.assertMean(
          draws(noise, 5_000, z -> Math.pow(z[p - 1] / length(z), 2)),
          1.0 / p,
          StatisticalAssertions.RARE);
    }
  }

  @ParameterizedTest
  @EnumSource(NoiseLaw.class)
  void theStatedVarianceIsThatOfTheDraws(NoiseLaw law) {
    CoefficientNoise noise = calibrated(law, 0.1, 3, ONE);
    StatisticalAssertions.assertMean(
        draws(noise, DRAWS, z -> z[2] * z[2]),
        noise.correction().variance(),
        StatisticalAssertions.RARE);
  }

  @ParameterizedTest
  @EnumSource(NoiseLaw.class)
  void noisedCoefficientsLieOnAPowerOfTwoGrid(NoiseLaw law) {
    CoefficientNoise noise = calibrated(law, 1e-3, 5, ONE);
    double step = noise.noise().grid();
    assertThat(step).isEqualTo(Math.scalb(1.0, Math.getExponent(step)));
    for (double value : noise.noise().addTo(vector(5, 0.7), new SeededNoise(4))) {
      assertThat(value / step).isEqualTo(Math.rint(value / step));
    }
  }

  /** The exact generating function of the discrete law, next to the continuous formula we use. */
  @Test
  void theCorrectionOfTheDiscreteLaplaceLawIsTheContinuousOne() {
    CoefficientNoise noise = calibrated(NoiseLaw.LAPLACE, 0.4, 1, ONE);
    double step = noise.noise().grid();
    double t = noise.correction().scale() / step;
    for (double x : new double[] {0.01, 0.5, 1, 2}) {
      // b = 1 - 4 q sinh(h/2)^2 / (1 - q)^2 with q = exp(-1/t) and h = step x.
      double q = Math.exp(-1 / t);
      double oneMinusQ = -Math.expm1(-1 / t);
      double sinh = Math.sinh(step * x / 2);
      double exact = 1 - 4 * q * sinh * sinh / (oneMinusQ * oneMinusQ);
      assertThat(Math.exp(noise.correction().logCorrection(new double[] {x}, 0)))
          .isCloseTo(exact, within(1e-9));
    }
  }

  @Test
  void outsideItsDomainTheCorrectionIsNotANumberRatherThanClipped() {
    for (NoiseLaw law : new NoiseLaw[] {NoiseLaw.LAPLACE, NoiseLaw.SPHERICAL}) {
      CoefficientNoise noise = calibrated(law, 1, 2, ONE);
      double edge = 1 / noise.correction().scale();
      assertThat(noise.correction().logCorrection(new double[] {1.001 * edge, 0}, 0)).isNaN();
      assertThat(noise.correction().logCorrection(new double[] {0.999 * edge, 0}, 0)).isNegative();
      assertThat(noise.correction().reach(1.001 * edge, 1.001 * edge)).isGreaterThan(1);
    }
  }

  /** No law costs more than it was given, and none wastes it. */
  @ParameterizedTest
  @EnumSource(NoiseLaw.class)
  void theEventCostsTheBudget(NoiseLaw law) {
    for (double epsilon : new double[] {0.05, 1, 7}) {
      PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
      PrivacyEvent event = calibrated(law, 0.02, 12, budget).noise().event();
      double cost =
          event instanceof PrivacyEvent.Gaussian gaussian
              ? AnalyticGaussian.epsilon(gaussian.noiseMultiplier(), 1e-6)
              : Accounting.epsilon(event, 0);
      assertThat(cost).isBetween(epsilon * 0.999, epsilon * (1 + 1e-12));
    }
  }

  @Test
  void weightsWithoutEpsilonAreRefused() {
    assertThatThrownBy(() -> calibrated(NoiseLaw.SPHERICAL, 1, 2, new PrivacyBudget(0, 1e-6)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("epsilon above 0");
  }

  /** The covariance factor is that of the draws themselves. */
  @ParameterizedTest
  @EnumSource(NoiseLaw.class)
  void theSharedNoiseFactorIsTheCovarianceOfDebiasedWeights(NoiseLaw law) {
    int p = 3;
    CoefficientNoise noise = calibrated(law, 0.03, p, ONE);
    double[] rows = {0.9, -0.4, 0.7, 0.5, 0.6, 0.8};
    SeededNoise source = new SeededNoise(11);
    double[] products = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      double[] z = noise.noise().addTo(new double[p], source);
      double a =
          z[0] * rows[0]
              + z[1] * rows[1]
              + z[2] * rows[2]
              + noise.correction().logCorrection(rows, 0);
      double b =
          z[0] * rows[3]
              + z[1] * rows[4]
              + z[2] * rows[5]
              + noise.correction().logCorrection(rows, 3);
      products[i] = Math.expm1(a) * Math.expm1(b);
    }
    StatisticalAssertions.assertMean(
        products, SharedNoise.factor(noise.correction(), rows, 0, 1), StatisticalAssertions.RARE);
  }

  private interface OfDraw {
    double of(double[] noise);
  }

  private static double[] draws(CoefficientNoise noise, int count, OfDraw statistic) {
    SeededNoise source = new SeededNoise(99);
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] =
          statistic.of(noise.noise().addTo(new double[noise.correction().coordinates()], source));
    }
    return values;
  }

  private static double length(double[] z) {
    return Math.sqrt(dot(z, z));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  private static double[] vector(int p, double most) {
    RandomGenerator random = new Seed(p).stream("vector");
    return random.doubles(p, -most, most).toArray();
  }
}

package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyBudget;
import tare.audit.DpTester.Options;
import tare.audit.DpTester.Result;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;

/**
 * The tester is tested on laws whose loss is known in closed form. False-alarm rate of each
 * acceptance: 1e-6 over seeds. The power of each rejection is measured over seeds in the audit.
 */
class DpTesterTest {

  private static final double TOO_LITTLE = 1 / 1.175;

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2})
  void discreteLaplaceStandsAtItsClaimAndFallsWithLessNoise(double epsilon) {
    Claim claim = Claim.of(epsilon, 0);
    assertThat(laplaceCount(1 / epsilon, claim, 1).accepted()).isTrue();
    assertThat(laplaceCount(TOO_LITTLE / epsilon, claim, 2).accepted()).isFalse();
  }

  private static Result laplaceCount(double scale, Claim claim, long seed) {
    NoiseSource noise = new SeededNoise(seed);
    DiscreteLaplace law = DiscreteLaplace.of(scale);
    return DpTester.test(
        () -> 100 + law.sample(noise),
        () -> 101 + law.sample(noise),
        claim,
        Attack.<Long>cells(),
        Options.DEFAULTS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.8, 2, 3})
  void discreteGaussianStandsAtItsClaimAndFallsWithLessNoise(double sigma) {
    Claim claim =
        new Claim(
            List.of(
                new PrivacyBudget(0, gaussianDelta(sigma, 0)),
                new PrivacyBudget(0.2, gaussianDelta(sigma, 0.2)),
                new PrivacyBudget(1, gaussianDelta(sigma, 1))));
    for (Attack<Long> attack : List.of(Attack.<Long>number(), Attack.<Long>cells())) {
      assertThat(gaussianCount(sigma, claim, attack, 3).accepted()).isTrue();
      assertThat(gaussianCount(sigma * TOO_LITTLE, claim, attack, 4).accepted()).isFalse();
    }
  }

  private static Result gaussianCount(double sigma, Claim claim, Attack<Long> attack, long seed) {
    NoiseSource noise = new SeededNoise(seed);
    DiscreteGaussian law = DiscreteGaussian.of(sigma);
    return DpTester.test(
        () -> law.sample(noise),
        () -> 1 + law.sample(noise),
        claim,
        attack,
        Options.DEFAULTS.withSamples(250_000));
  }

  /** The exact delta of the discrete Gaussian on neighbours one apart, summed over the support. */
  private static double gaussianDelta(double sigma, double epsilon) {
    double total = 0;
    double excess = 0;
    for (int x = -200; x <= 200; x++) {
      double p = Math.exp(-x * x / (2 * sigma * sigma));
      double q = Math.exp(-(x - 1.0) * (x - 1.0) / (2 * sigma * sigma));
      total += p;
      excess += Math.max(0, p - Math.exp(epsilon) * q);
    }
    return excess / total;
  }

  /** Of 20 seeds each, all rejections succeed: power above 0.86 at confidence 0.95. */
  @Tag("audit")
  @Test
  void tooLittleNoiseIsFoundWhateverTheSeed() {
    Claim pure = Claim.of(1, 0);
    Claim gaussian = Claim.of(0, gaussianDelta(3, 0));
    for (int seed = 100; seed < 120; seed++) {
      assertThat(laplaceCount(TOO_LITTLE, pure, seed).accepted()).isFalse();
      assertThat(gaussianCount(3 * TOO_LITTLE, gaussian, Attack.number(), seed).accepted())
          .isFalse();
    }
  }

  @Test
  void vectorsAreToldApartByALearnedDirection() {
    double[] shift = {0.6, 0, -0.8, 0, 0};
    // Continuous Gaussian, shift of length 1, sigma 2: delta(0) = 2 Phi(1/4) - 1 = 0.19741.
    Claim claim = Claim.of(0, 0.19741265);
    assertThat(gaussianVector(shift, 2, claim, 5).accepted()).isTrue();
    assertThat(gaussianVector(shift, 2 * TOO_LITTLE, claim, 6).accepted()).isFalse();
  }

  private static Result gaussianVector(double[] shift, double sigma, Claim claim, long seed) {
    NoiseSource noise = new SeededNoise(seed);
    Supplier<double[]> zero =
        () -> {
          double[] out = new double[shift.length];
          noise.fillGaussian(sigma, out, 0, out.length);
          return out;
        };
    Supplier<double[]> shifted =
        () -> {
          double[] out = zero.get();
          for (int j = 0; j < out.length; j++) {
            out[j] += shift[j];
          }
          return out;
        };
    return DpTester.test(zero, shifted, claim, Attack.vector(), Options.DEFAULTS);
  }

  /** An output that one neighbour alone can give is found, however rare it is made. */
  @Test
  void anOutputThatOnlyOneNeighbourCanGiveIsFound() {
    NoiseSource noise = new SeededNoise(7);
    Supplier<String> honest = () -> noise.nextLong(2) == 0 ? "a" : "b";
    Supplier<String> telling = () -> noise.nextLong(100) == 0 ? "c" : honest.get();
    Result result =
        DpTester.test(honest, telling, Claim.of(1, 0.001), Attack.cells(), Options.DEFAULTS);
    assertThat(result.accepted()).isFalse();
    assertThat(result.epsilonLowerBound()).isGreaterThan(3);
    assertThat(result.summary()).contains("VIOLATED").contains("eps = 1");
  }

  @Test
  void theLowerBoundIsCloseBelowTheTruth() {
    Result result = laplaceCount(1, Claim.of(1, 0), 8);
    assertThat(result.epsilonLowerBound()).isBetween(0.95, 1.0);
    assertThat(result.summary()).contains("stands");
  }

  /**
   * At a false-alarm rate of 0.2 on a claim that is met with equality, of 200 tests at most 40 are
   * expected to reject; 68 or more would come once in a million runs.
   */
  @Test
  void falseAlarmsAreNoMoreThanStated() {
    int rejected = 0;
    int missed = 0;
    for (int run = 0; run < 200; run++) {
      NoiseSource noise = new SeededNoise(1000 + run);
      DiscreteLaplace law = DiscreteLaplace.of(1);
      Result result =
          DpTester.test(
              () -> law.sample(noise),
              () -> 1 + law.sample(noise),
              Claim.of(1, 0),
              Attack.<Long>cells(),
              new Options(2_000, 0.2, 0.8));
      rejected += result.accepted() ? 0 : 1;
      missed += result.epsilonLowerBound() > 1 ? 1 : 0;
    }
    assertThat(rejected).isLessThan(68);
    assertThat(missed).isLessThan(68);
  }

  /** Reference: scipy 1.10, beta.ppf(0.025, 5, 96) and beta.ppf(0.975, 6, 95). */
  @Test
  void clopperPearsonMatchesTheBetaQuantiles() {
    assertThat(ClopperPearson.lower(5, 100, 0.025)).isCloseTo(0.016431879182, within(1e-10));
    assertThat(ClopperPearson.upper(5, 100, 0.025)).isCloseTo(0.112834911105, within(1e-10));
    assertThat(ClopperPearson.lower(0, 100, 0.025)).isZero();
    assertThat(ClopperPearson.upper(0, 100, 0.025))
        .isCloseTo(1 - Math.pow(0.025, 0.01), within(1e-12));
    assertThat(ClopperPearson.upper(100, 100, 0.025)).isEqualTo(1);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new Options(10, 0.1, 0.9)).hasMessageContaining("at least 100");
    assertThatThrownBy(() -> new Options(1000, 0, 0.9)).hasMessageContaining("(0, 1)");
    assertThatThrownBy(() -> new Options(1000, 0.1, 1)).hasMessageContaining("(0, 1)");
    assertThatThrownBy(() -> new Claim(List.of())).hasMessageContaining("at least one");
    Attack<Long> none = (one, other) -> List.of();
    assertThatThrownBy(
            () -> DpTester.test(() -> 1L, () -> 1L, Claim.of(1, 0), none, Options.DEFAULTS))
        .hasMessageContaining("no score");
  }
}

package tare.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class StatisticalAssertionsTest {

  private final RandomGenerator random =
      RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(20261115);

  /** By hand: with two degrees of freedom the upper tail is exp(-statistic/2). */
  @Test
  void chiSquaredHasTheClosedFormAtTwoDegrees() {
    assertThat(
            StatisticalAssertions.chiSquaredPValue(
                new long[] {30, 50, 120}, new double[] {0.2, 0.3, 0.5}))
        .isCloseTo(Math.exp(-(100 / 40.0 + 100 / 60.0 + 400 / 100.0) / 2), within(1e-12));
  }

  @Test
  void chiSquaredPoolsRareCellsOnBothEnds() {
    long[] observed = {1, 0, 48, 51, 0, 0};
    double[] probabilities = {0.005, 0.005, 0.49, 0.49, 0.005, 0.005};
    assertThat(StatisticalAssertions.chiSquaredPValue(observed, probabilities))
        .isCloseTo(0.8414805811217938, within(1e-9)); // 1/50 + 1/50, one degree: erfc(sqrt(0.02))
  }

  /** By hand: 2 P[Binomial(10, 1/2) <= 1] = 22/1024. */
  @Test
  void binomialIsExact() {
    assertThat(StatisticalAssertions.binomialPValue(1, 10, 0.5))
        .isCloseTo(22.0 / 1024, within(1e-12));
    assertThat(StatisticalAssertions.binomialPValue(0, 10, 0.5))
        .isCloseTo(2.0 / 1024, within(1e-12));
    assertThat(StatisticalAssertions.binomialPValue(10, 10, 0.5))
        .isCloseTo(2.0 / 1024, within(1e-12));
    assertThat(StatisticalAssertions.binomialPValue(5, 10, 0.5)).isEqualTo(1);
  }

  @Test
  void trueLawsPassAndFalseOnesDoNot() {
    double[] uniforms = random.doubles(20_000).toArray();
    StatisticalAssertions.assertFollows(uniforms, x -> x, StatisticalAssertions.RARE);
    StatisticalAssertions.assertMean(uniforms, 0.5, StatisticalAssertions.RARE);
    assertThatThrownBy(
            () ->
                StatisticalAssertions.assertFollows(
                    uniforms, x -> x * x, StatisticalAssertions.RARE))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(
            () -> StatisticalAssertions.assertMean(uniforms, 0.52, StatisticalAssertions.RARE))
        .isInstanceOf(AssertionError.class);
  }

  /** The rate itself: of 2,000 true cases at rate 0.05, a share near 0.05 fails. */
  @Test
  void theFalseAlarmRateIsTheStatedOne() {
    double[] die = {1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0};
    long alarms = 0;
    for (int run = 0; run < 2_000; run++) {
      long[] observed = new long[6];
      for (int i = 0; i < 600; i++) {
        observed[random.nextInt(6)]++;
      }
      alarms += StatisticalAssertions.chiSquaredPValue(observed, die) <= 0.05 ? 1 : 0;
    }
    assertThat(alarms / 2_000.0).isBetween(0.03, 0.07);
  }
}

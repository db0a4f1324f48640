package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.DiscreteGaussian;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.testkit.ReferenceTable;

class CalibrationTest {

  static List<ReferenceTable.Row> reference() {
    return ReferenceTable.read(CalibrationTest.class, "calibration.csv").rows();
  }

  @ParameterizedTest
  @MethodSource("reference")
  void noiseOfSampledGaussians(ReferenceTable.Row row) {
    Accountant accountant =
        row.text("accountant").equals("PLD") ? new PldAccountant() : new RdpAccountant();
    PrivacyBudget target = new PrivacyBudget(row.number("target_eps"), row.number("delta"));
    DoubleFunction<PrivacyEvent> eventAt =
        sigma ->
            new Repeated(new PoissonSampled(row.number("q"), new Gaussian(sigma)), row.whole("T"));
    double noise = Calibration.noiseMultiplier(eventAt, target, accountant::epsilon);
    assertThat(noise / row.number("sigma")).isBetween(1 - 1e-3, 1 + 1e-3);
    assertThat(accountant.epsilon(eventAt.apply(noise), target.delta()))
        .isLessThanOrEqualTo(target.epsilon());
  }

  /** What a planner skips because of a rough scale must be what it would skip by the exact one. */
  @ParameterizedTest
  @CsvSource({"0.1, 1e-6", "1, 1e-6", "1, 1e-9", "3, 1e-5", "10, 1e-7"})
  void roughScalesAreSafeAndFewPercentOff(double epsilon, double delta) {
    PrivacyBudget target = new PrivacyBudget(epsilon, delta);
    for (int tables : new int[] {1, 6, 78, 400}) {
      for (DoubleFunction<PrivacyEvent> eventAt : families(tables)) {
        double exact = Calibration.noiseMultiplier(eventAt, target);
        double rough = Calibration.roughNoiseMultiplier(eventAt, target).orElseThrow();
        assertThat(rough / exact).as("%d tables", tables).isBetween(1 - 1e-5, 1.05);
      }
    }
  }

  /** Counts of columns, choices, counts of pairs, as generators buy them. */
  private static List<DoubleFunction<PrivacyEvent>> families(int tables) {
    return List.of(
        scale -> new Repeated(new DiscreteLaplace(scale * tables, 1, 1), tables),
        scale ->
            new Composed(
                new Repeated(new DiscreteLaplace(2 * scale * tables, 1, 1), tables),
                new Repeated(new Exponential(0.1 / (scale * tables)), tables),
                new Repeated(new DiscreteLaplace(3 * scale * tables, 1, 1), tables)),
        scale ->
            new Composed(
                new Repeated(new DiscreteGaussian(scale * Math.sqrt(tables), 1, 1), tables),
                new Repeated(new Exponential(0.3 / (scale * Math.sqrt(tables))), tables)));
  }

  @Test
  void oneGaussianIsTheAnalyticOne() {
    double noise = Calibration.noiseMultiplier(Gaussian::new, new PrivacyBudget(1, 1e-6));
    assertThat(noise).isCloseTo(AnalyticGaussian.sigma(1, 1e-6), within(1e-4));
  }

  @Test
  void pureBudgetsTakePureNoise() {
    double noise =
        Calibration.noiseMultiplier(
            scale -> new Repeated(new Laplace(scale), 4), new PrivacyBudget(0.5, 0));
    assertThat(noise).isBetween(8.0, 8.0001);
  }

  @Test
  void aFixedPartIsCountedIn() {
    PrivacyBudget target = new PrivacyBudget(1, 1e-6);
    DoubleFunction<PrivacyEvent> eventAt =
        scale -> new Composed(new Laplace(10), new Repeated(new Gaussian(scale), 5));
    double noise = Calibration.noiseMultiplier(eventAt, target);
    assertThat(Accounting.fits(eventAt.apply(noise), target)).isTrue();
    assertThat(Accounting.fits(eventAt.apply(noise * 0.9999), target)).isFalse();
  }

  @Test
  void tinyAndHugeScales() {
    assertThat(Calibration.noiseMultiplier(Laplace::new, new PrivacyBudget(1000, 0)))
        .isBetween(1e-3, 1.0001e-3);
    assertThat(Calibration.noiseMultiplier(Laplace::new, new PrivacyBudget(1e-6, 0)))
        .isBetween(1e6, 1.0001e6);
  }

  @Test
  void refusesWhatNoNoiseMeets() {
    assertThatThrownBy(
            () ->
                Calibration.noiseMultiplier(
                    scale -> new Composed(new Laplace(0.5), new Gaussian(scale)),
                    new PrivacyBudget(1, 1e-6)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("eps = 1.0, delta = 1.0E-6")
        .hasMessageContaining("Raise the budget");
  }
}

package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tare.testkit.ReferenceTable;

class AnalyticGaussianTest {

  static List<ReferenceTable.Row> reference() {
    return ReferenceTable.read(AnalyticGaussianTest.class, "analytic_gaussian.csv").rows();
  }

  static List<ReferenceTable.Row> compositions() {
    return ReferenceTable.read(AnalyticGaussianTest.class, "accounting_pure_compositions.csv")
        .rows()
        .stream()
        .filter(row -> row.text("mechanism").equals("gaussian"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("reference")
  void smallestSigma(ReferenceTable.Row row) {
    double exact = row.number("sigma_exact");
    double sigma = AnalyticGaussian.sigma(row.number("eps"), row.number("delta"));
    assertThat(sigma / exact).isBetween(1 - 1e-11, 1 + 1e-11);
    assertThat(AnalyticGaussian.delta(sigma, row.number("eps")))
        .isLessThanOrEqualTo(row.number("delta"));
  }

  @ParameterizedTest
  @MethodSource("compositions")
  void epsilonOfAComposition(ReferenceTable.Row row) {
    double sigma = row.number("param") / Math.sqrt(row.number("T"));
    assertThat(AnalyticGaussian.epsilon(sigma, row.number("delta")))
        .isCloseTo(row.number("eps_exact"), within(1e-10 * row.number("eps_exact")));
  }

  @ParameterizedTest
  @CsvSource({"1.0, 30.0", "0.1, 200.0", "20.0, 1.5", "1000.0, 0.02", "3.0, 11.0"})
  void smallDeltasKeepTheirDigits(double sigma, double epsilon) {
    double mean = 1 / (2 * sigma * sigma);
    double sd = 1 / sigma;
    // Composite Simpson on l in [epsilon, epsilon + 40 decay lengths]: the plain, slow way.
    double start = (epsilon - mean) / sd;
    double decay = Math.min(1, 1 / Math.max(1, start)) * sd;
    int steps = 400_000;
    double width = 60 * decay / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double x = i * width;
      double z = (epsilon + x - mean) / sd;
      double value = -Math.expm1(-x) * Math.exp(-(z * z - start * start) / 2);
      sum += value * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
    }
    double log = Math.log(sum * width / 3 / sd / Math.sqrt(2 * Math.PI)) - start * start / 2;
    assertThat(Math.log(AnalyticGaussian.delta(sigma, epsilon))).isCloseTo(log, within(1e-7));
  }

  @Test
  void refusesWhatNoGaussianMeets() {
    assertThatThrownBy(() -> AnalyticGaussian.sigma(1, 0))
        .hasMessage("Gaussian noise needs a delta in (0, 1). Got: 0.0");
    assertThatThrownBy(() -> AnalyticGaussian.sigma(0, 1e-6))
        .hasMessage("epsilon must be positive and finite. Got: 0.0");
  }
}

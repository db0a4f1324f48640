package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyBudget;
import tare.audit.SensitivityHunter;
import tare.audit.SensitivityHunter.Finding;
import tare.gate.PrivateRows;
import tare.kernel.linear.Rows;
import tare.model.FittedWeights;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;
import tare.testkit.StatisticalAssertions;

class OutputNoiseTest {

  @ParameterizedTest
  @ValueSource(strings = {"output-laplace", "output-norm"})
  void theNoiseFactorHasMeanOneAndTheTwinWithoutItsShiftHasNot(String name) {
    Table synthetic = Tables.mixedRows(200, 0, new Seed(1));
    Table privateRows = Tables.mixedRows(300, 1, new Seed(2));
    LogisticOptions options = LogisticOptions.DEFAULTS.withLambda(0.5);
    double epsilon = name.equals("output-laplace") ? 25 : 2;
    WeightTask task = Tables.task(synthetic, 300, epsilon, 1e-6);
    WeightEstimator estimator = WeightEstimators.named(name, options);
    double[] exact =
        new LogReg(options)
            .mechanism(task)
            .apply(PrivateRows.of(privateRows), new SeededNoise(1))
            .weigh(synthetic)
            .logWeights();
    double[] factors = new double[200 * 40];
    SeededNoise noise = new SeededNoise(3);
    double noiseSd = 0;
    for (int run = 0; run < 40; run++) {
      FittedWeights fitted = estimator.mechanism(task).apply(PrivateRows.of(privateRows), noise);
      double[] noised = fitted.weigh(synthetic).logWeights();
      noiseSd = fitted.description().expectedLogNoiseSd();
      for (int r = 0; r < 200; r++) {
        factors[200 * run + r] = Math.exp(noised[r] - exact[r]);
      }
    }
    double gamma = noiseSd;
    double rho = gamma / Math.sqrt(2);
    double shift = name.equals("output-laplace") ? Math.log(1 - rho * rho) : -gamma * gamma / 2;
    StatisticalAssertions.assertMean(factors, 1, StatisticalAssertions.RARE);
    double[] unshifted = Arrays.stream(factors).map(f -> f * Math.exp(-shift)).toArray();
    assertThat(StatisticalAssertions.meanPValue(unshifted, 1))
        .isLessThan(StatisticalAssertions.RARE);
  }

  /** Section 2: (1-r^2)^2 (1/(1-4r^2) - 1/(1-r^2)^2) and exp(g^2) - 1. */
  @Test
  void theStatedVariancesAreTheClosedForms() {
    PrivacyBudget one = new PrivacyBudget(1, 1e-6);
    NoiseCorrection laplace =
        CoefficientNoiseTest.calibrated(NoiseLaw.LAPLACE, 0.3, 1, one).correction();
    double r2 = laplace.scale() * laplace.scale();
    assertThat(OutputWeights.rowVariance(laplace))
        .isCloseTo(
            (1 - r2) * (1 - r2) * (1 / (1 - 4 * r2) - 1 / ((1 - r2) * (1 - r2))), within(1e-9));
    NoiseCorrection gaussian =
        CoefficientNoiseTest.calibrated(NoiseLaw.GAUSSIAN, 0.1, 1, one).correction();
    assertThat(OutputWeights.rowVariance(gaussian))
        .isCloseTo(Math.expm1(gaussian.scale() * gaussian.scale()), within(1e-9));
    NoiseCorrection wild =
        CoefficientNoiseTest.calibrated(NoiseLaw.LAPLACE, 0.6, 1, one).correction();
    assertThat(OutputWeights.rowVariance(wild)).isInfinite();
  }

  /** The vector of all log weights moves by at most sigma_max(X) R/(n lambda). */
  @Test
  void noNeighboursMoveTheLogWeightsFurtherThanTheBound() {
    Table synthetic = Tables.mixedRows(40, 0, new Seed(1));
    LogisticFit fit = new LogisticFit(Tables.task(synthetic, 5, 1, 1e-6), LogisticOptions.DEFAULTS);
    int p = fit.features().width();
    double bound =
        Rows.largestSingularValue(fit.synthetic(), 40, p) * fit.coefficients(0.2).bound();
    Finding finding =
        SensitivityHunter.hunt(
            Tables.mixed(),
            rows -> Rows.products(fit.synthetic(), 40, fit.coefficients(0.2).of(rows).value()),
            Norm.L2,
            new SensitivityHunter.Options(6, 3, 50, 300, new Seed(1)));
    assertThat(finding.within(bound)).as(finding.summary(bound)).isTrue();
  }
}

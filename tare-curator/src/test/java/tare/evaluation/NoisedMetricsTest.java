package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tare.audit.SensitivityHunter;
import tare.gate.PrivateRows;
import tare.kernel.regression.RocAuc;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.table.Table;

/** The metrics that may be published: their sensitivity, and that they say the right thing. */
class NoisedMetricsTest {

  private static final Table SYNTHETIC = Tables.mixed(200, 12, 2);
  private static final double[] ONES = ones(200);

  private static NoisedPairDistance pairDistance(long n) {
    return new NoisedPairDistance(SYNTHETIC, ONES, n, 1, EvaluationOptions.DEFAULTS);
  }

  @Test
  void oneRowMovesThePairDistanceByHalfOfOneOverN() {
    NoisedPairDistance distance = pairDistance(5);
    SensitivityHunter.Finding finding =
        SensitivityHunter.hunt(
            Tables.MIXED,
            rows -> distance.statistic().of(rows).value(),
            Norm.L1,
            SensitivityHunter.Options.DEFAULTS.withRestarts(6).withSteps(60));
    assertThat(finding.within(distance.statistic().bound()))
        .as(finding.summary(distance.statistic().bound()))
        .isTrue();
    // The bound is tight: a claim one percent smaller is caught.
    assertThat(finding.within(0.99 * distance.statistic().bound())).isFalse();
  }

  @Test
  void oneRowChangesOneCellOfTheRocHistogramByOne() {
    NoisedRocCurve curve = new NoisedRocCurve(SYNTHETIC, ONES, "ill", 1);
    SensitivityHunter.Finding finding =
        SensitivityHunter.hunt(
            Tables.MIXED,
            rows -> Arrays.stream(curve.statistic().of(rows).value()).asDoubleStream().toArray(),
            Norm.L1,
            SensitivityHunter.Options.DEFAULTS.withRestarts(6).withSteps(60));
    assertThat(finding.within(1)).as(finding.summary(1)).isTrue();
    assertThat(finding.within(0.99)).isFalse();
  }

  @Test
  void oneRowMovesTheSumOfErrorsByOneAtMost() {
    NoisedPredictionError error = new NoisedPredictionError(SYNTHETIC, ONES, "age", 100, 1);
    SensitivityHunter.Finding finding =
        SensitivityHunter.hunt(
            Tables.MIXED,
            rows -> error.statistic().of(rows).value(),
            Norm.L1,
            SensitivityHunter.Options.DEFAULTS.withRestarts(6).withSteps(60));
    assertThat(finding.within(1)).as(finding.summary(1)).isTrue();
  }

  @Test
  void withLittleNoiseTheyAreTheExactMetrics() {
    Table real = Tables.mixed(500, 0, 5);
    double exact =
        Metrics.marginals(2, EvaluationOptions.DEFAULTS)
            .pair(real, SYNTHETIC)
            .weigh(ONES)
            .applyAsDouble(ones(500));
    double noised =
        new NoisedPairDistance(SYNTHETIC, ONES, 500, 500, EvaluationOptions.DEFAULTS)
            .apply(PrivateRows.of(real), new SeededNoise(1));
    // Scale 1/(2 * 500 * 500) = 2e-6: fourteen scales are passed once in 10^6.
    assertThat(noised).isCloseTo(exact, within(3e-5));
  }

  @Test
  void theNoisedAreaIsNearTheExactOne() {
    Table real = Tables.mixed(2_000, 0, 5);
    LabelledRows train = LabelledRows.of(SYNTHETIC, "ill");
    LabelledRows test = LabelledRows.of(real, "ill");
    double[] scores = LinearModel.DEFAULT.train(train, ONES).predict(test.points())[1];
    boolean[] positive = new boolean[2_000];
    for (int r = 0; r < positive.length; r++) {
      positive[r] = test.labels()[r] == 1;
    }
    double exact = RocAuc.of(scores, positive, ones(2_000));
    NoisedRocCurve.Result result =
        new NoisedRocCurve(SYNTHETIC, ONES, "ill", 1)
            .apply(PrivateRows.of(real), new SeededNoise(2));
    // Twenty bins cost about 0.005 of the area and the noise of 40 counts of scale 1 about as much.
    assertThat(result.auc()).isCloseTo(exact, within(0.03));
    assertThat(exact).isGreaterThan(0.75);
  }

  @Test
  void thePredictionErrorIsThatOfTheModel() {
    Table real = Tables.mixed(500, 0, 5);
    double exact =
        new DownstreamScore(LinearModel.DEFAULT, "age", false)
            .pair(real, SYNTHETIC)
            .weigh(ONES)
            .applyAsDouble(ones(500));
    long present = Arrays.stream(real.values(0)).filter(v -> !Double.isNaN(v)).count();
    double noised =
        new NoisedPredictionError(SYNTHETIC, ONES, "age", present, 500)
            .apply(PrivateRows.of(real), new SeededNoise(3));
    assertThat(noised).isCloseTo(exact, within(1e-4));
  }

  @Test
  void theEventIsThatOfTheEpsilonAskedFor() {
    assertThat(pairDistance(100).noiseScale()).isCloseTo(1 / 200.0, within(1e-7));
    assertThatThrownBy(() -> new NoisedRocCurve(SYNTHETIC, ONES, "ward", 1))
        .hasMessage("A ROC curve needs a target with two levels. \"ward\" has not.");
    assertThatThrownBy(() -> new NoisedPredictionError(SYNTHETIC, ONES, "ill", 10, 1))
        .hasMessageContaining("needs a numeric target");
    assertThatThrownBy(() -> new NoisedRocCurve(SYNTHETIC, ONES, "ill", 0))
        .hasMessage("epsilon must be positive and finite. Got: 0.0");
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}

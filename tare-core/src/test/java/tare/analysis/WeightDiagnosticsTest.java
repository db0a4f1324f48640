package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.release.Verdict;
import tare.table.Weights;

/** Verdicts and their reasons. */
class WeightDiagnosticsTest {

  private final RandomGenerator random = new Seed(3).stream("weights");

  @Test
  void equalWeightsAreFine() {
    WeightDiagnostics diagnostics = WeightDiagnostics.of(weights(500, i -> 1.3));
    assertThat(diagnostics.ess()).isCloseTo(500, within(1e-9));
    assertThat(diagnostics.maxShare()).isCloseTo(0.002, within(1e-12));
    assertThat(diagnostics.paretoK()).isNaN();
    assertThat(diagnostics.verdict()).isEqualTo(Verdict.USE);
    assertThat(diagnostics.reasons()).hasSize(4);
  }

  @Test
  void mildWeightsAreFine() {
    WeightDiagnostics diagnostics =
        WeightDiagnostics.of(weights(5000, i -> 0.4 * random.nextGaussian()));
    assertThat(diagnostics.verdict()).isEqualTo(Verdict.USE);
    assertThat(diagnostics.ess() / 5000).isCloseTo(Math.exp(-0.16), within(0.05));
  }

  @Test
  void anInfiniteVarianceNeedsCareOrWorse() {
    WeightDiagnostics care =
        WeightDiagnostics.of(weights(10_000, i -> -0.6 * Math.log((i + 0.5) / 10_000)));
    assertThat(care.verdict()).isEqualTo(Verdict.USE_WITH_CARE);
    assertThat(String.join(" ", care.reasons()))
        .contains("Pareto k = 0.5")
        .contains("Pareto-smooth");
    WeightDiagnostics not =
        WeightDiagnostics.of(weights(10_000, i -> -0.9 * Math.log((i + 0.5) / 10_000)));
    assertThat(not.verdict()).isEqualTo(Verdict.DO_NOT_USE);
    assertThat(not.reasons()).anyMatch(reason -> reason.contains("over 0.7"));
  }

  @Test
  void oneRowThatCarriesAllIsRefused() {
    WeightDiagnostics diagnostics = WeightDiagnostics.of(weights(1000, i -> i == 7 ? 12 : 0));
    assertThat(diagnostics.verdict()).isEqualTo(Verdict.DO_NOT_USE);
    assertThat(diagnostics.maxShare()).isGreaterThan(0.99);
  }

  @Test
  void publicNoiseDecidesToo() {
    Weights weights = weights(5000, i -> 0.6 * random.nextGaussian());
    assertThat(WeightDiagnostics.of(weights, OptionalDouble.of(0.2)).verdict())
        .isEqualTo(Verdict.USE);
    WeightDiagnostics noisy = WeightDiagnostics.of(weights, OptionalDouble.of(1.5));
    assertThat(noisy.verdict()).isEqualTo(Verdict.DO_NOT_USE);
    assertThat(noisy.reasons()).anyMatch(reason -> reason.contains("sd 1.50 (over 1)"));
  }

  @Test
  void weightsThatAreMostlyNoiseAreNotToBeUsed() {
    Weights weights = weights(5000, i -> 0.4 * random.nextGaussian());
    WeightDiagnostics mostlyNoise = WeightDiagnostics.of(weights, OptionalDouble.of(0.35));
    assertThat(mostlyNoise.verdict()).isEqualTo(Verdict.DO_NOT_USE);
    assertThat(mostlyNoise.reasons())
        .singleElement()
        .asString()
        .contains("noise is the larger part");
    assertThat(WeightDiagnostics.of(weights, OptionalDouble.of(0.25)).verdict())
        .isEqualTo(Verdict.USE_WITH_CARE);
    assertThat(WeightDiagnostics.of(weights, OptionalDouble.of(0.1)).verdict())
        .isEqualTo(Verdict.USE);
  }

  /**
   * A tail that asks for care with a sampled ratio is within bounds here; one row that carries all
   * is not.
   */
  @Test
  void weightsOfMomentsAreJudgedByTheirSizeAndNotByATailTest() {
    Weights tail = weights(10_000, i -> -0.6 * Math.log((i + 0.5) / 10_000));
    assertThat(WeightDiagnostics.of(tail).verdict()).isNotEqualTo(Verdict.USE);
    assertThat(WeightDiagnostics.ofMoments(tail, 0.1).verdict()).isEqualTo(Verdict.USE);
    assertThat(WeightDiagnostics.ofMoments(weights(1000, i -> i == 7 ? 12 : 0), 0.1).verdict())
        .isEqualTo(Verdict.DO_NOT_USE);
    WeightDiagnostics little =
        WeightDiagnostics.ofMoments(weights(5000, i -> 0.2 * random.nextGaussian()), 0.19);
    assertThat(little.verdict()).isEqualTo(Verdict.USE_WITH_CARE);
    assertThat(little.reasons()).singleElement().asString().contains("left little to correct");
  }

  private static Verdict aboutNoise(WeightDiagnostics diagnostics) {
    return diagnostics.findings().stream()
        .filter(finding -> finding.reason().startsWith("Privacy noise in a log weight"))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  /**
   * The same noise that rules out an estimated ratio leaves moments usable: replicates count it.
   */
  @Test
  void noiseOfMomentsHasLinesOfItsOwn() {
    Weights some = weights(5000, i -> random.nextGaussian());
    assertThat(aboutNoise(WeightDiagnostics.ofMoments(some, 0.9))).isEqualTo(Verdict.USE);
    assertThat(aboutNoise(WeightDiagnostics.ofMoments(some, 1.5))).isEqualTo(Verdict.USE_WITH_CARE);
    assertThat(aboutNoise(WeightDiagnostics.ofMoments(some, 2.1))).isEqualTo(Verdict.DO_NOT_USE);
    assertThat(aboutNoise(WeightDiagnostics.of(some, OptionalDouble.of(1.5))))
        .isEqualTo(Verdict.DO_NOT_USE);
  }

  /** As tilts leave rows that no private row is like: a thousandth of them made up sd 9.5. */
  @Test
  void howFarBelowRowsAreThatCountForNothingTellsNothing() {
    Weights few = weights(5000, i -> i % 1000 == 0 ? -300 : 0.2 * random.nextGaussian());
    WeightDiagnostics diagnostics = WeightDiagnostics.ofMoments(few, 0.19);
    assertThat(diagnostics.verdict()).isEqualTo(Verdict.USE_WITH_CARE);
    assertThat(diagnostics.reasons()).singleElement().asString().contains("vary with sd 0.3");
  }

  @Test
  void noiseOfUnknownSizeAsksForCare() {
    Weights spotless = weights(500, i -> 0);
    assertThat(WeightDiagnostics.of(spotless).verdict()).isEqualTo(Verdict.USE);
    WeightDiagnostics unknown = WeightDiagnostics.ofUnknownNoise(spotless);
    assertThat(unknown.verdict()).isEqualTo(Verdict.USE_WITH_CARE);
    assertThat(unknown.reasons()).singleElement().asString().contains("cannot be told");
    // What is worse stays worse.
    assertThat(WeightDiagnostics.ofUnknownNoise(weights(1000, i -> i == 7 ? 12 : 0)).verdict())
        .isEqualTo(Verdict.DO_NOT_USE);
  }

  @Test
  void aWeightThatIsNoNumberIsRefusedWithItsRow() {
    assertThatThrownBy(() -> WeightDiagnostics.of(weights(5, i -> i == 2 ? Double.NaN : 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 3");
    assertThatThrownBy(() -> WeightDiagnostics.of(weights(0, i -> 0)))
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> WeightDiagnostics.of(weights(4, i -> Double.NEGATIVE_INFINITY)))
        .hasMessageContaining("above zero");
  }

  private static Weights weights(int n, IntToDoubleFunction logWeight) {
    double[] logWeights = new double[n];
    Arrays.setAll(logWeights, logWeight);
    return new Weights(logWeights);
  }
}

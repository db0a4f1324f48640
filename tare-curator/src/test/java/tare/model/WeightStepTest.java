package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.gate.PrivateRows;
import tare.kernel.tail.ParetoSmoothing;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;
import tare.table.Weights;
import tare.weight.LogReg;
import tare.weight.Tables;

class WeightStepTest {

  private static Weights heavy() {
    double[] logWeights =
        new Seed(1).stream("weights").doubles(1_000).map(u -> -0.8 * Math.log(u)).toArray();
    return new Weights(logWeights);
  }

  @Test
  void temperingIsAPower() {
    Weights weights = new Weights(new double[] {0, Math.log(4), -1});
    assertThat(new WeightStep.Temper(0.5).apply(weights).logWeights())
        .containsExactly(new double[] {0, Math.log(2), -0.5}, within(1e-15));
    assertThat(new WeightStep.Temper(0).apply(weights).logWeights())
        .containsExactly(new double[3], within(0.0));
    assertThat(weights.logWeights()[1]).isEqualTo(Math.log(4));
  }

  @Test
  void truncationCutsAtAMultipleOfTheMean() {
    Weights weights = new Weights(new double[] {Math.log(1), Math.log(2), Math.log(9)}); // mean 4
    assertThat(new WeightStep.Truncate(OptionalDouble.of(1.5)).apply(weights).logWeights())
        .containsExactly(new double[] {0, Math.log(2), Math.log(6)}, within(1e-12));
    double[] byRoot = new WeightStep.Truncate(OptionalDouble.empty()).apply(weights).logWeights();
    assertThat(byRoot[2]).isCloseTo(Math.log(4 * Math.sqrt(3)), within(1e-12));
  }

  @Test
  void paretoSmoothingIsTheKernels() {
    assertThat(new WeightStep.ParetoSmooth().apply(heavy()).logWeights())
        .isEqualTo(ParetoSmoothing.smooth(heavy().logWeights()).logWeights());
    assertThat(new WeightStep.ParetoSmooth().apply(heavy()).logWeights())
        .isNotEqualTo(heavy().logWeights());
  }

  @Test
  void stepsComposeInOrderAndEndInMeanOne() {
    WeightSteps steps = WeightSteps.parse("temper:0.5, truncate:3,psis");
    Weights weights = steps.apply(heavy());
    Weights byHand =
        new WeightStep.ParetoSmooth()
            .apply(
                new WeightStep.Truncate(OptionalDouble.of(3))
                    .apply(new WeightStep.Temper(0.5).apply(heavy())))
            .normalised();
    assertThat(weights.logWeights()).isEqualTo(byHand.logWeights());
    assertThat(Arrays.stream(weights.logWeights()).map(Math::exp).average().orElseThrow())
        .isCloseTo(1, within(1e-12));
    assertThat(steps.toJson())
        .hasToString(
            "[{\"step\":\"temper\",\"power\":0.5},{\"step\":\"truncate\",\"limit\":3.0},"
                + "{\"step\":\"psis\"},{\"step\":\"normalise\"}]");
    assertThat(WeightSteps.parse("")).isEqualTo(WeightSteps.DEFAULTS);
    assertThat(WeightSteps.parse("normalise").steps()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"temper", "temper:2", "temper:x", "truncate:0.5", "psis:3", "sharpen"})
  void wrongStepsAreRefused(String text) {
    assertThatThrownBy(() -> WeightSteps.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Log weights that are twice too large are brought back by rows the analyst may use. */
  @Test
  void calibrationRepairsOverconfidentWeights() {
    Table synthetic = Tables.gaussian(4_000, 1, 0, new Seed(1).stream("synthetic"));
    Table real = Tables.gaussian(4_000, 1, 0.5, new Seed(2).stream("real"));
    FittedWeights honest =
        new LogReg()
            .mechanism(Tables.task(synthetic, 4_000, 1, 0))
            .apply(PrivateRows.of(real), new SeededNoise(1));
    FittedWeights overconfident =
        new FittedWeights() {
          @Override
          public Weights weigh(Table rows) {
            double[] twice = honest.weigh(rows).logWeights();
            return new Weights(Arrays.stream(twice).map(w -> 2 * w).toArray());
          }

          @Override
          public WeightDescription description() {
            return honest.description();
          }
        };
    WeightStep.Calibrate step =
        WeightStep.Calibrate.fitted(
            overconfident, Tables.gaussian(1_000, 1, 0.5, new Seed(3).stream("own")), synthetic);
    double[] before = overconfident.weigh(synthetic).logWeights();
    double[] after = step.apply(new Weights(before)).logWeights();
    double[] truth = honest.weigh(synthetic).logWeights();
    assertThat(distance(after, truth)).isLessThan(distance(before, truth) / 4);
    assertThat(step.toJson().get("step").asString()).isEqualTo("calibrate");
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum / a.length);
  }
}

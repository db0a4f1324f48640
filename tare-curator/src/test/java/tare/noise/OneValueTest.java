package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyEvent;

/** What is proved, drawn and charged cannot be told apart, because a law refuses to. */
class OneValueTest {

  private static final NoiseSource NOISE = new SeededNoise(1);

  private static Exact<double[]> vector(Norm norm, double bound) {
    return new Exact<>(new double[] {1, 2}, norm, bound);
  }

  @Test
  void aLawDrawsForItsBoundAndSmallerOnes() {
    GridGaussian law = GridGaussian.of(1, 0.5, 2);
    assertThat(law.noised(vector(Norm.L2, 0.5), NOISE)).hasSize(2);
    assertThat(law.noised(vector(Norm.L2, 0.1), NOISE)).hasSize(2);
    // The Euclidean length is at most the sum of parts, so a bound in L1 will do for noise in L2.
    assertThat(law.noised(vector(Norm.L1, 0.5), NOISE)).hasSize(2);
  }

  @Test
  void aLawRefusesALargerBoundAndAnotherNorm() {
    assertThatThrownBy(
            () -> GridGaussian.of(1, 0.5, 2).noised(vector(Norm.L2, Math.nextUp(0.5)), NOISE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one row moves by 0.5 in L2 at most");
    assertThatThrownBy(() -> GridLaplace.of(1, 0.5, 2).noised(vector(Norm.L2, 0.1), NOISE))
        .hasMessageContaining("in L1 at most. Got: 0.1 in L2");
    assertThatThrownBy(
            () -> DiscreteLaplace.of(1).noised(new Exact<>(new long[1], Norm.L1, 2), NOISE))
        .hasMessageContaining("Make the law for the statistic's own bound.");
    Exact<long[]> scores = new Exact<>(new long[] {3, 4}, Norm.RANGE, 2);
    assertThat(ExponentialChoice.of(1, 1).noised(scores, NOISE)).isBetween(0, 1);
    assertThatThrownBy(() -> ExponentialChoice.ofRange(1, 1).noised(scores, NOISE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> StepGaussian.of(1, 5).noised(new Exact<>(new long[1], Norm.L2, 6), NOISE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsChargedIsWhatCanBeDrawn() {
    Uses<long[], long[]> three = new Uses<>(DiscreteLaplace.of(2), 3);
    assertThat(three.event())
        .isEqualTo(new PrivacyEvent.Repeated(DiscreteLaplace.of(2).event(), 3));
    Uses.Open<long[], long[]> open = three.open(NOISE);
    // What is drawn for makes no draw free: not that it is zero, nor that it was drawn for before.
    List<Exact<long[]>> values =
        List.of(Exact.counts(7, 8), Exact.counts(0, 0), Exact.counts(7, 8));
    values.forEach(value -> assertThat(open.noised(value)).hasSize(2));
    for (Exact<long[]> value : values) {
      assertThatThrownBy(() -> open.noised(value))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("All 3 draws that were accounted for have been taken.");
    }
    assertThat(new Uses<>(DiscreteLaplace.of(2), 0).event()).isEqualTo(new PrivacyEvent.None());
    assertThatThrownBy(() -> new Uses<>(DiscreteLaplace.of(2), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMapChangesTheBoundWithTheValue() {
    BoundedStatistic<double[], double[]> statistic =
        new BoundedStatistic<>(rows -> rows, Norm.L2, 0.5);
    BoundedStatistic<double[], double[]> tripled =
        statistic.then(3, v -> new double[] {3 * v[0], 3 * v[1]});
    assertThat(tripled.bound()).isEqualTo(1.5);
    assertThat(tripled.of(new double[] {1, 2}).value()).containsExactly(3, 6);
    assertThat(statistic.inL1(4).bound()).isEqualTo(1);
    assertThat(statistic.inL1(4).norm()).isEqualTo(Norm.L1);
    assertThat(statistic.inL1(4).inL1(4).bound()).isEqualTo(1);
    assertThat(statistic.change(new double[] {0, 0}, new double[] {3, 4})).isEqualTo(5);
  }

  @Test
  void anExactValuePrintsNothingOfItself() {
    assertThat(Exact.counts(123456)).hasToString("Exact[L1, 1.0]");
    assertThatThrownBy(() -> new Exact<>(new long[1], Norm.L1, 0))
        .hasMessage("The bound of a statistic must be positive and finite. Got: 0.0");
  }

  /** One sum of steps: the noise has the standard deviation that its event speaks of. */
  @Test
  void theNoiseOfAStepIsThatOfItsEvent() {
    FloatGaussian law = new FloatGaussian(2, 0.5);
    assertThat(law.event()).isEqualTo(new PrivacyEvent.Gaussian(2));
    float[] sum = new float[20_000];
    law.begin(sum, NOISE);
    double squares = 0;
    for (float x : sum) {
      squares += x * x;
    }
    // 20,000 draws of variance one: their mean square strays by 5 of its deviations of 0.01 once in
    // 2e6 times.
    assertThat(squares / sum.length).isCloseTo(1, within(0.05));
  }
}

package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.table.Weights;

/** Weighted means and quantiles. */
class ExpectationTest {

  @Test
  void bothMeansByHand() {
    Weights weights = new Weights(new double[] {Math.log(2), 0, Double.NEGATIVE_INFINITY});
    double[] values = {1, 4, 100};
    assertThat(Expectation.plain(values, weights).mean()).isCloseTo(2, within(1e-12));
    assertThat(Expectation.selfNormalized(values, weights).mean()).isCloseTo(2, within(1e-12));
    double[] more = {1, 4, Double.NaN};
    assertThat(Expectation.selfNormalized(more, weights).mean()).isCloseTo(2, within(1e-12));
  }

  @Test
  void weightsTakeTheShiftOff() {
    RandomGenerator random = new Seed(4).stream("shift");
    int n = 100_000;
    double[] x = new double[n];
    double[] logWeights = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = 0.5 + random.nextGaussian();
      logWeights[i] = -0.5 * x[i] + 0.125;
    }
    Weights weights = new Weights(logWeights);
    // Five standard errors: a false alarm in 2e6.
    Expectation.Estimate plain = Expectation.plain(x, weights);
    Expectation.Estimate normalized = Expectation.selfNormalized(x, weights);
    assertThat(Math.abs(plain.mean()) / plain.standardError()).isLessThan(5);
    assertThat(Math.abs(normalized.mean()) / normalized.standardError()).isLessThan(5);
    assertThat(Expectation.quantile(x, weights, 0.5)).isCloseTo(0, within(0.03));
    // The twin: unweighted, the shift shows at once.
    Expectation.Estimate raw = Expectation.selfNormalized(x, new Weights(new double[n]));
    assertThat(raw.mean() / raw.standardError()).isGreaterThan(50);
  }

  @Test
  void quantilesOfEqualWeightsAreThoseOfTheSample() {
    double[] values = {5, 1, 4, 2, 3};
    Weights equal = new Weights(new double[5]);
    assertThat(Expectation.quantile(values, equal, 0.5)).isEqualTo(3);
    assertThat(Expectation.quantile(values, equal, 0)).isEqualTo(1);
    assertThat(Expectation.quantile(values, equal, 1)).isEqualTo(5);
    assertThat(Expectation.quantile(values, equal, 0.2)).isEqualTo(1);
    assertThat(Expectation.quantile(values, equal, 0.21)).isEqualTo(2);
  }

  @Test
  void lengthsMustMatch() {
    assertThatThrownBy(() -> Expectation.plain(new double[3], new Weights(new double[2])))
        .hasMessageContaining("2 weights for 3 values");
    double[] values = new double[2];
    Arrays.fill(values, 1);
    assertThatThrownBy(() -> Expectation.quantile(values, new Weights(new double[2]), 1.5))
        .hasMessageContaining("[0, 1]");
  }
}

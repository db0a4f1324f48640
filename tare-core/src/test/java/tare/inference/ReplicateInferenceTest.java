package tare.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class ReplicateInferenceTest {

  private static final int ROWS = 200;
  private static final int COUNT = 30;

  /** The weighted mean of some values. */
  private record Mean(double[] values) implements WeightedStatistic {
    @Override
    public List<String> names() {
      return List.of("mean");
    }

    @Override
    public double[] at(double[] weights) {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < values.length; i++) {
        sum += weights[i] * values[i];
        total += weights[i];
      }
      return new double[] {sum / total};
    }

    @Override
    public double[] singleRowVariances(double[] weights) {
      double mean = at(weights)[0];
      double[] squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).toArray();
      return new Mean(squares).at(weights);
    }
  }

  /** Replicates whose spread is that of rows drawn again: exponential weights. */
  private static Replicates bootstrap(double spread, RandomGenerator random) {
    float[][] replicates = new float[COUNT][ROWS];
    for (float[] replicate : replicates) {
      double sum = 0;
      for (int i = 0; i < ROWS; i++) {
        replicate[i] = (float) (1 + spread * (random.nextExponential() - 1));
        sum += replicate[i];
      }
      for (int i = 0; i < ROWS; i++) {
        replicate[i] *= (float) (ROWS / sum);
      }
    }
    return new Replicates(replicates, List.of("the drawing of the rows"), List.of());
  }

  private static double[] ones() {
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static ReplicateInference mean(double spread, RandomGenerator random) {
    double[] values = new double[ROWS];
    Arrays.setAll(values, i -> random.nextGaussian());
    return ReplicateInference.of(
        new Mean(values), ones(), bootstrap(spread, random), OptionalLong.of(150), 0.95);
  }

  /**
   * At a true coverage of 0.945 to 0.955 the count of 800 leaves [0.91, 0.98] with chance below
   * 1e-5; replicates of half the spread cover 0.67 and are caught.
   */
  @Test
  void intervalsCoverWhatTheReplicatesCover() {
    assertThat(coverage(1)).isBetween(0.91, 0.98);
    assertThat(coverage(0.5)).isBetween(0.58, 0.78);
  }

  private static double coverage(double spread) {
    RandomGenerator random = new Seed(41).stream("coverage");
    int covered = 0;
    for (int run = 0; run < 800; run++) {
      covered += mean(spread, random).estimates().get(0).interval().contains(0) ? 1 : 0;
    }
    return covered / 800.0;
  }

  @Test
  void aReleaseIsNeverWorthMoreRowsThanThereWere() {
    RandomGenerator random = new Seed(42).stream("worth");
    // By the spread alone 200 rows, or 20,000; but there were 150.
    assertThat(mean(1, random).worthRows().getAsDouble()).isBetween(75.0, 150.0);
    assertThat(mean(0.1, random).worthRows().getAsDouble()).isEqualTo(150);
  }

  @Test
  void aNumberThatReplicatesDoNotHaveHasNoInterval() {
    WeightedStatistic fragile =
        new WeightedStatistic() {
          @Override
          public List<String> names() {
            return List.of("fragile");
          }

          @Override
          public double[] at(double[] weights) {
            return new double[] {weights[0] > 1.5 ? Double.NaN : weights[0]};
          }
        };
    // An exponential weight is over 1.5 with chance 0.22.
    ReplicateInference inference =
        ReplicateInference.of(
            fragile,
            ones(),
            bootstrap(1, new Seed(43).stream("fragile")),
            OptionalLong.of(150),
            0.95);
    assertThat(inference.failed()).isBetween(1, 20);
    assertThat(inference.estimates().get(0).value()).isEqualTo(1);
    assertThat(inference.estimates().get(0).hasInterval()).isFalse();
    assertThat(inference.estimates().get(0).pValue()).isNaN();
    assertThat(inference.worthRows()).isEmpty();
  }

  @Test
  void theIntervalOfAShareStaysBetweenZeroAndOne() {
    Interval interval = Scale.LOG_ODDS.interval(0.95, 0.02, 0.02, 2);
    assertThat(interval.lower()).isBetween(0.0, 0.02);
    assertThat(interval.upper()).isBetween(0.02, 0.2);
    Interval high = Scale.FISHER.interval(0.95, 0.99, 0.02, 2);
    assertThat(high.upper()).isBetween(0.99, 1.0);
    // At the edge there is no scale to draw on.
    assertThat(Scale.LOG_ODDS.interval(0.95, 0, 0.01, 2).upper()).isCloseTo(0.02, within(1e-12));
  }

  @Test
  void aPValueIsTheLevelAtWhichTheIntervalTouchesTheHypothesis() {
    Estimate estimate = mean(1, new Seed(44).stream("p")).estimates().get(0);
    assertThat(estimate.pValue(estimate.interval().lower())).isCloseTo(0.05, within(1e-9));
    assertThat(estimate.pValue(estimate.value())).isCloseTo(1, within(1e-12));
  }

  @Test
  void weightsOfOtherRowsAreRefused() {
    assertThatThrownBy(
            () ->
                ReplicateInference.of(
                    new Mean(new double[3]),
                    new double[3],
                    bootstrap(1, new Seed(45).stream("rows")),
                    OptionalLong.empty(),
                    0.95))
        .hasMessageContaining("same rows");
  }
}

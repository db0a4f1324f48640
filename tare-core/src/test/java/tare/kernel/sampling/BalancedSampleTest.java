package tare.kernel.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class BalancedSampleTest {

  private static final int UNITS = 20_000;
  private static final int DRAWN = 1_500;
  private static final int WIDTH = 3;

  private final RandomGenerator random = new Seed(8).stream("units");
  private final double[] features = new double[UNITS * WIDTH];
  private final double[] weights = new double[UNITS];

  BalancedSampleTest() {
    Arrays.setAll(features, i -> random.nextGaussian());
    Arrays.setAll(weights, i -> Math.exp(0.5 * features[i * WIDTH] + 0.2 * random.nextGaussian()));
  }

  private double[] wanted() {
    double[] sums = new double[WIDTH];
    double total = Arrays.stream(weights).sum();
    for (int i = 0; i < UNITS; i++) {
      for (int j = 0; j < WIDTH; j++) {
        sums[j] += DRAWN * weights[i] / total * features[i * WIDTH + j];
      }
    }
    return sums;
  }

  private double[] sums(int[] drawn) {
    double[] sums = new double[WIDTH];
    for (int i : drawn) {
      for (int j = 0; j < WIDTH; j++) {
        sums[j] += features[i * WIDTH + j];
      }
    }
    return sums;
  }

  /** Independent draws would stray by 40 rows' worth or so; these stay within a quarter of that. */
  @Test
  void theSumsComeOutRightAndNoRowComesTwice() {
    int[] drawn = BalancedSample.draw(weights, DRAWN, features, WIDTH, random);
    assertThat(Arrays.stream(drawn).distinct().count()).isEqualTo(DRAWN);
    assertThat(sums(drawn)).containsExactly(wanted(), within(10.0));
  }

  /** What all rows have alike is no reason to let the rest stray. */
  @Test
  void aFeatureFarOffZeroLoosensNoOther() {
    double[] shifted = features.clone();
    for (int i = 0; i < UNITS; i++) {
      shifted[i * WIDTH + 2] += 1_000;
    }
    int[] drawn = BalancedSample.draw(weights, DRAWN, shifted, WIDTH, random);
    assertThat(sums(drawn)).containsExactly(wanted(), within(10.0));
  }

  /** The twin: without features to balance, some of thirty draws stray further. */
  @Test
  void withoutBalanceTheSumsStray() {
    double furthest = 0;
    for (int i = 0; i < 30; i++) {
      double[] sums = sums(BalancedSample.draw(weights, DRAWN, new double[0], 0, random));
      furthest = Math.max(furthest, Math.abs(sums[1] - wanted()[1]));
    }
    assertThat(furthest).isGreaterThan(25);
  }

  /**
   * Every unit is drawn in proportion to its weight: in 3,000 draws of 2 from 4 a share strays from
   * its expectation by five standard deviations less than once in a million times.
   */
  @Test
  void unitsAreDrawnInProportionToTheirWeights() {
    double[] four = {0.3, 0.9, 0.5, 0.3};
    int[] counts = new int[4];
    for (int i = 0; i < 3_000; i++) {
      for (int unit : BalancedSample.draw(four, 2, new double[0], 0, random)) {
        counts[unit]++;
      }
    }
    for (int unit = 0; unit < 4; unit++) {
      assertThat(counts[unit] / 3_000.0).isCloseTo(four[unit], within(5 * 0.5 / Math.sqrt(3_000)));
    }
  }

  @Test
  void aWeightThatIsTooLargeForOneRowComesSeveralTimes() {
    int[] drawn = BalancedSample.draw(new double[] {8, 1, 1}, 5, new double[0], 0, random);
    assertThat(Arrays.stream(drawn).filter(unit -> unit == 0).count()).isEqualTo(4);
    assertThat(drawn).hasSize(5);
  }
}

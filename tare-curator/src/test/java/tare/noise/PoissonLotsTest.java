package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

class PoissonLotsTest {

  /**
   * Every row's share of lots, and every neighbouring pair's, within 5.8 standard deviations: over
   * the 59 comparisons a false alarm comes with probability below 59 * 6.7e-9 < 1e-6.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.2, 0.5, 0.9})
  void rowsEnterIndependentlyAtTheRate(double rate) {
    RandomGenerator random = new Seed(7).stream("lots");
    PoissonLots lots = new PoissonLots(rate, random::nextLong);
    int rows = 30;
    int draws = 40_000;
    int[] single = new int[rows];
    int[] pairs = new int[rows - 1];
    for (int d = 0; d < draws; d++) {
      int previous = -1;
      for (int row : lots.draw(rows)) {
        single[row]++;
        if (row > 0 && previous == row - 1) {
          pairs[row - 1]++;
        }
        previous = row;
      }
    }
    for (int count : single) {
      assertThat(standardised(count, draws, rate)).isBetween(-5.8, 5.8);
    }
    for (int count : pairs) {
      assertThat(standardised(count, draws, rate * rate)).isBetween(-5.8, 5.8);
    }
  }

  /** The twin: the same bound tells a rate that is off by a tenth. */
  @Test
  void theBoundTellsAWrongRate() {
    RandomGenerator random = new Seed(8).stream("lots");
    PoissonLots lots = new PoissonLots(0.22, random::nextLong);
    int count = 0;
    for (int d = 0; d < 40_000; d++) {
      count += lots.draw(1).length;
    }
    assertThat(standardised(count, 40_000, 0.2)).isGreaterThan(5.8);
  }

  @Test
  void takesEveryRowAtRateOneAndNoneOfNone() {
    PoissonLots all = new PoissonLots(1, new Seed(1).stream("all")::nextLong);
    assertThat(all.draw(4)).containsExactly(0, 1, 2, 3);
    assertThat(new PoissonLots(0.5, new Seed(1).stream("none")::nextLong).draw(0)).isEmpty();
  }

  @Test
  void standsTheExtremesOfItsBits() {
    assertThat(new PoissonLots(0.5, () -> -1L).draw(3)).containsExactly(0, 1, 2);
    assertThat(new PoissonLots(1e-300, () -> 0L).draw(1_000)).isEmpty();
  }

  @Test
  void refusesARateThatIsNoProbability() {
    assertThatThrownBy(() -> new PoissonLots(0, () -> 0L))
        .hasMessage("The sampling rate must be in (0, 1]. Got: 0.0");
  }

  private static double standardised(int count, int draws, double p) {
    return (count - draws * p) / Math.sqrt(draws * p * (1 - p));
  }
}

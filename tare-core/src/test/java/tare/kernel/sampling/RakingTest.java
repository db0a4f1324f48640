package tare.kernel.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class RakingTest {

  private static final int ROWS = 600;
  private static final double TOTAL = 1_000;

  private final RandomGenerator random = new Seed(3).stream("rows");

  /** Tables of five and of twelve cells, with counts that fit no rows. */
  private List<Raking.Margin> margins(double slack) {
    List<Raking.Margin> margins = new ArrayList<>();
    for (int cells : new int[] {5, 12, 12}) {
      char[] of = new char[ROWS];
      for (int r = 0; r < ROWS; r++) {
        of[r] = (char) random.nextInt(cells);
      }
      double[] counts = new double[cells];
      Arrays.setAll(counts, i -> TOTAL / cells * (0.6 + 0.8 * random.nextDouble()));
      counts[1] = -3;
      double[] slacks = new double[cells];
      Arrays.setAll(slacks, i -> slack * (1 + i));
      margins.add(new Raking.Margin(of, counts, slacks, new double[cells]));
    }
    return margins;
  }

  /**
   * What the weights minimise, written down plainly: relative entropy to even weights, and squared
   * misses.
   */
  private static double loss(double[] weights, List<Raking.Margin> margins) {
    double loss = 0;
    for (double weight : weights) {
      loss += weight * Math.log(weight * ROWS / TOTAL);
    }
    for (Raking.Margin margin : margins) {
      double[] sums = margin.sums(weights);
      for (int i = 0; i < sums.length; i++) {
        double miss = sums[i] - margin.counts()[i];
        loss += miss * miss / (2 * margin.slacks()[i]);
      }
    }
    return loss;
  }

  /** The slow, plain twin: mirror descent on the same loss. */
  private static double[] plainly(List<Raking.Margin> margins) {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, TOTAL / ROWS);
    for (int step = 0; step < 60_000; step++) {
      double[] slopes = new double[ROWS];
      for (Raking.Margin margin : margins) {
        double[] sums = margin.sums(weights);
        for (int r = 0; r < ROWS; r++) {
          int cell = margin.cells()[r];
          slopes[r] += (sums[cell] - margin.counts()[cell]) / margin.slacks()[cell];
        }
      }
      double sum = 0;
      for (int r = 0; r < ROWS; r++) {
        double slope = slopes[r] + Math.log(weights[r] * ROWS / TOTAL);
        weights[r] *= Math.exp(-0.005 * slope);
        sum += weights[r];
      }
      for (int r = 0; r < ROWS; r++) {
        weights[r] *= TOTAL / sum;
      }
    }
    return weights;
  }

  @Test
  void theWeightsAreThoseOfThePlainWay() {
    List<Raking.Margin> margins = margins(20);
    double[] plain = plainly(margins);
    double[] weights = Raking.weights(ROWS, TOTAL, margins, 2_000);
    assertThat(Arrays.stream(weights).sum()).isCloseTo(TOTAL, within(1e-6));
    assertThat(weights).containsExactly(plain, within(0.02));
    assertThat(loss(weights, margins)).isCloseTo(loss(plain, margins), within(0.01));
  }

  /** The twin of that: what a few sweeps leave undone is seen. */
  @Test
  void oneSweepIsNotEnough() {
    List<Raking.Margin> margins = margins(20);
    double best = loss(plainly(margins), margins);
    double[] weights = Raking.weights(ROWS, TOTAL, margins, 1);
    assertThat(loss(weights, margins)).isGreaterThan(best + 0.01);
  }

  @Test
  void sweepsGoOnFromTheLogarithmsThatAreThere() {
    List<Raking.Margin> margins = margins(1);
    Raking.weights(ROWS, TOTAL, margins, 3);
    double[] further = Raking.weights(ROWS, TOTAL, margins, 3);
    List<Raking.Margin> others =
        margins.stream()
            .map(m -> new Raking.Margin(m.cells(), m.counts(), m.slacks(), m.logs().clone()))
            .toList();
    others.forEach(m -> Arrays.fill(m.logs(), 0));
    assertThat(further).containsExactly(Raking.weights(ROWS, TOTAL, others, 6), within(1e-6));
  }

  @Test
  void countsThatRowsCanMeetAreMet() {
    char[] cells = {0, 0, 1, 1, 1};
    double[] counts = {6, 4};
    double[] slacks = {1e-9, 1e-9};
    List<Raking.Margin> margins = List.of(new Raking.Margin(cells, counts, slacks, new double[2]));
    assertThat(Raking.weights(5, 10, margins, 5))
        .containsExactly(new double[] {3, 3, 4 / 3.0, 4 / 3.0, 4 / 3.0}, within(1e-6));
  }

  @Test
  void aMarginOfAnotherLengthIsRefused() {
    assertThatThrownBy(
            () -> new Raking.Margin(new char[4], new double[3], new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3, 2 and 3");
  }
}

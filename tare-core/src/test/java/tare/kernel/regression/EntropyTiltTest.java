package tare.kernel.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class EntropyTiltTest {

  private static final int ROWS = 4_000;
  private static final int WIDTH = 4;

  private final double[] rows = gaussian(ROWS * WIDTH);
  private final QuadraticMoments all = QuadraticMoments.all(WIDTH);

  private static double[] gaussian(int values) {
    RandomGenerator random = new Seed(4).stream("rows");
    double[] rows = new double[values];
    Arrays.setAll(rows, i -> random.nextGaussian());
    return rows;
  }

  private static double[] filled(int size, double value) {
    double[] array = new double[size];
    Arrays.fill(array, value);
    return array;
  }

  private EntropyTilt tilt(QuadraticMoments moments) {
    return new EntropyTilt(seen(moments), filled(ROWS, 1.0 / ROWS));
  }

  private TiltRows seen(QuadraticMoments moments) {
    return new TiltRows(rows, ROWS, moments);
  }

  /** Sums and products one row at a time. */
  @Test
  void momentsAgreeWithTheSlowWay() {
    double[] weights = gaussian(ROWS);
    double[] theta = gaussian(all.size());
    double[] sums = new double[all.size()];
    double[] products = new double[ROWS];
    double[] one = new double[all.size()];
    for (int r = 0; r < ROWS; r++) {
      all.put(rows, r * WIDTH, one, 0);
      for (int j = 0; j < one.length; j++) {
        sums[j] += weights[r] * one[j];
        products[r] += theta[j] * one[j];
      }
    }
    assertThat(all.size()).isEqualTo(4 + 10);
    assertThat(seen(all).sums(weights)).containsExactly(sums, within(1e-8));
    assertThat(seen(all).products(theta)).containsExactly(products, within(1e-10));
  }

  /** The mean of N(0, 1) moves to 1/2 by exp(x/2), and nothing else moves. */
  @Test
  void withoutSlackTheTargetIsReached() {
    QuadraticMoments means = QuadraticMoments.first(WIDTH);
    double[] target = {0.5, 0, 0, 0};
    EntropyTilt.Solution solution =
        tilt(means).solve(target, filled(WIDTH, 1e-12), new double[WIDTH]);
    assertThat(solution.means()).containsExactly(target, within(1e-6));
    assertThat(solution.theta()[0]).isCloseTo(0.5, within(0.05));
    assertThat(Arrays.stream(solution.shares()).sum()).isCloseTo(1, within(1e-12));
  }

  /** The misses are the slack times the coefficients: the condition of a minimum. */
  @Test
  void withSlackTheMissIsWhatItCosts() {
    double[] target = gaussian(all.size());
    double[] slack = filled(all.size(), 0.3);
    EntropyTilt.Solution solution = tilt(all).solve(target, slack, new double[all.size()]);
    for (int j = 0; j < target.length; j++) {
      assertThat(target[j] - solution.means()[j])
          .isCloseTo(slack[j] * solution.theta()[j], within(1e-4));
    }
  }

  /** A negative mean square cannot be: the solution exists all the same. */
  @Test
  void aTargetThatNoRowsCanHaveIsApproached() {
    double[] target = new double[all.size()];
    target[WIDTH] = -0.2;
    EntropyTilt.Solution solution =
        tilt(all).solve(target, filled(all.size(), 0.01), new double[all.size()]);
    assertThat(solution.means()[WIDTH]).isBetween(0.0, 0.3);
  }

  /**
   * Far out and hardly held back, the way is longer than any number of steps; it ends all the same.
   */
  @Test
  void whatCannotBeReachedInTimeIsStillATilt() {
    double[] target = filled(all.size(), 40);
    EntropyTilt.Solution solution =
        tilt(all).solve(target, filled(all.size(), 1e-14), filled(all.size(), 0));
    assertThat(Arrays.stream(solution.shares()).sum()).isCloseTo(1, within(1e-9));
    assertThat(solution.theta()).doesNotContain(Double.NaN);
    assertThat(solution.misfit(target, filled(all.size(), 1)))
        .isLessThan(Arrays.stream(target).map(t -> t * t).sum());
  }

  /** The square of a coordinate that is always one carries nothing, whatever was bought for it. */
  @Test
  void whatDoesNotVaryMovesNoWeight() {
    for (int r = 0; r < ROWS; r++) {
      rows[r * WIDTH] = 1;
    }
    double[] target = seen(all).sums(filled(ROWS, 1.0 / ROWS));
    target[0] = 1.7;
    target[WIDTH] = 0.4;
    EntropyTilt.Solution solution =
        tilt(all).solve(target, filled(all.size(), 0.01), new double[all.size()]);
    for (double share : solution.shares()) {
      assertThat(share * ROWS).isCloseTo(1, within(1e-3));
    }
  }

  @Test
  void baseSharesAreTheStart() {
    double[] base = new double[ROWS];
    for (int r = 0; r < ROWS; r++) {
      base[r] = 2.0 * (r + 1) / ROWS / (ROWS + 1);
    }
    double[] target = seen(all).sums(base);
    EntropyTilt.Solution solution =
        new EntropyTilt(seen(all), base)
            .solve(target, filled(all.size(), 1e-6), new double[all.size()]);
    assertThat(solution.shares()).containsExactly(base, within(1e-9));
    assertThat(solution.misfit(target, filled(all.size(), 1))).isLessThan(1e-12);
  }
}

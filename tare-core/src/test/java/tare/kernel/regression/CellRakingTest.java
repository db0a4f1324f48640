package tare.kernel.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class CellRakingTest {

  private static final int ROWS = 600;
  private static final int[] SIZES = {6, 4, 3};

  /** Three groups; in the last one a row of eight has no cell. */
  private static char[][] cells(RandomGenerator random) {
    char[][] cells = new char[SIZES.length][ROWS];
    for (int r = 0; r < ROWS; r++) {
      int first = random.nextInt(SIZES[0]);
      cells[0][r] = (char) first;
      cells[1][r] = (char) Math.min(SIZES[1] - 1, (first + random.nextInt(3)) / 2);
      cells[2][r] = random.nextInt(8) == 0 ? CellRaking.NONE : (char) random.nextInt(SIZES[2]);
    }
    return cells;
  }

  private static double[] even() {
    double[] even = new double[ROWS];
    Arrays.fill(even, 1.0 / ROWS);
    return even;
  }

  private static double[] uneven(RandomGenerator random) {
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, r -> Math.exp(0.5 * random.nextGaussian()) / ROWS);
    return weights;
  }

  private static double[] raked(CellRaking raking, double[] start, double slack, int rounds) {
    double[] weights = start.clone();
    double[] coefficients = new double[raking.size()];
    double[] wanted = raking.sums(even());
    for (int i = 0; i < rounds; i++) {
      raking.rake(weights, wanted, slack, coefficients);
    }
    return weights;
  }

  @Test
  void sumsAreThoseOfAPlainLoop() {
    char[][] cells = cells(new Seed(1).stream("rows"));
    double[] weights = uneven(new Seed(2).stream("rows"));
    double[] plain = new double[13];
    int[] from = {0, 6, 10};
    for (int g = 0; g < 3; g++) {
      for (int r = 0; r < ROWS; r++) {
        if (cells[g][r] != CellRaking.NONE) {
          plain[from[g] + cells[g][r]] += weights[r];
        }
      }
    }
    assertThat(new CellRaking(cells, SIZES).sums(weights)).containsExactly(plain, within(1e-15));
  }

  @Test
  void weightsAreThoseOfTheCoefficients() {
    CellRaking raking = new CellRaking(cells(new Seed(1).stream("rows")), SIZES);
    double[] start = uneven(new Seed(3).stream("rows"));
    double[] weights = start.clone();
    double[] coefficients = new double[raking.size()];
    raking.rake(weights, raking.sums(even()), 1e-4, coefficients);
    double[] logs = new double[ROWS];
    raking.addProducts(coefficients, logs);
    for (int r = 0; r < ROWS; r++) {
      assertThat(weights[r]).isCloseTo(start[r] * Math.exp(logs[r]), within(1e-15));
    }
  }

  @Test
  void withNextToNoSlackCellsHaveWhatIsWanted() {
    CellRaking raking = new CellRaking(cells(new Seed(1).stream("rows")), SIZES);
    double[] have = raking.sums(raked(raking, uneven(new Seed(4).stream("rows")), 1e-12, 200));
    assertThat(have).containsExactly(raking.sums(even()), within(1e-7));
  }

  /** The dual's gradient is zero: each cell misses its share by the slack times its coefficient. */
  @Test
  void slackIsWhatIsMissed() {
    CellRaking raking = new CellRaking(cells(new Seed(1).stream("rows")), SIZES);
    double[] weights = uneven(new Seed(5).stream("rows"));
    double[] coefficients = new double[raking.size()];
    double[] wanted = raking.sums(even());
    double slack = 0.02;
    for (int i = 0; i < 300; i++) {
      raking.rake(weights, wanted, slack, coefficients);
    }
    double[] have = raking.sums(weights);
    double farthest = 0;
    for (int c = 0; c < have.length; c++) {
      assertThat(have[c] + slack * coefficients[c]).isCloseTo(wanted[c], within(1e-8));
      farthest = Math.max(farthest, Math.abs(have[c] - wanted[c]));
    }
    assertThat(farthest).isGreaterThan(1e-3); // else nothing was asked
  }

  @Test
  void cellsThatContradictEachOtherAreMetHalfWay() {
    char[] one = new char[10];
    CellRaking raking = new CellRaking(new char[][] {one, one}, new int[] {1, 1});
    double[] weights = new double[10];
    Arrays.fill(weights, 0.1);
    double[] coefficients = new double[2];
    for (int i = 0; i < 500; i++) {
      raking.rake(weights, new double[] {2, 0.5}, 0.1, coefficients);
    }
    assertThat(Arrays.stream(weights).sum()).isBetween(0.5, 2.0);
    double sum = Arrays.stream(weights).sum();
    assertThat(sum + 0.1 * coefficients[0]).isCloseTo(2, within(1e-3));
    assertThat(sum + 0.1 * coefficients[1]).isCloseTo(0.5, within(1e-3));
  }

  @Test
  void aCellWithoutRowsAsksForNothing() {
    assertThat(CellRaking.move(0, 0.3, 1e-6, 0)).isZero();
    double move = CellRaking.move(1e-9, 0.3, 1e-6, -2);
    assertThat(1e-9 * Math.exp(move) + 1e-6 * (-2 + move)).isCloseTo(0.3, within(1e-8));
  }

  @Test
  void rowAfterRowTheSameCells() {
    char[][] cells = cells(new Seed(1).stream("rows"));
    int[] byRow = new CellRaking(cells, SIZES).byRow(ROWS);
    for (int r = 0; r < ROWS; r++) {
      assertThat(byRow[3 * r]).isEqualTo(cells[0][r]);
      assertThat(byRow[3 * r + 1]).isEqualTo(6 + cells[1][r]);
      assertThat(byRow[3 * r + 2])
          .isEqualTo(cells[2][r] == CellRaking.NONE ? -1 : 10 + cells[2][r]);
    }
    assertThat(new CellRaking(cells, SIZES).first(5).byRow(5)).isEqualTo(Arrays.copyOf(byRow, 15));
  }
}

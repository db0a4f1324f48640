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

  /**
   * Cells of twenty groups with five each: their counts stray by far less than by themselves, and
   * features beside them are kept as before.
   */
  @Test
  void countsOfCellsComeOutRightToo() {
    int groups = 20;
    int size = 5;
    int[] cells = new int[UNITS * groups];
    Arrays.setAll(
        cells, i -> i % 37 == 0 ? -1 : i % groups * size + (int) (size * random.nextDouble()));
    BalancedSample.RowFeatures both = new Celled(cells, groups, size);
    int[] drawn = BalancedSample.draw(weights, DRAWN, WIDTH, both, random);
    int[] plain = BalancedSample.draw(weights, DRAWN, features, WIDTH, random);
    assertThat(strayed(cells, groups, size, drawn))
        .isLessThan(0.6 * strayed(cells, groups, size, plain));
    assertThat(sums(drawn)).containsExactly(wanted(), within(20.0));
  }

  /** The root mean square of what counts of cells are off by. */
  private double strayed(int[] cells, int groups, int size, int[] drawn) {
    double[] off = new double[groups * size];
    double total = Arrays.stream(weights).sum();
    for (int i = 0; i < UNITS; i++) {
      for (int g = 0; g < groups; g++) {
        int cell = cells[i * groups + g];
        off[Math.max(0, cell)] -= cell < 0 ? 0 : DRAWN * weights[i] / total;
      }
    }
    for (int i : drawn) {
      for (int g = 0; g < groups; g++) {
        int cell = cells[i * groups + g];
        off[Math.max(0, cell)] += cell < 0 ? 0 : 1;
      }
    }
    return Math.sqrt(Arrays.stream(off).map(x -> x * x).average().orElseThrow());
  }

  /** Features and cells, which together count as much as these. */
  private final class Celled implements BalancedSample.RowFeatures {
    private final int[] cells;
    private final int groups;
    private final int size;

    Celled(int[] cells, int groups, int size) {
      this.cells = cells;
      this.groups = groups;
      this.size = size;
    }

    @Override
    public void put(int row, double[] out) {
      System.arraycopy(features, row * WIDTH, out, 0, WIDTH);
    }

    @Override
    public double squares(int rows, int width) {
      return 2.0 * rows * width;
    }

    @Override
    public int groups() {
      return groups;
    }

    @Override
    public int cells() {
      return groups * size;
    }

    @Override
    public int cell(int row, int group) {
      return cells[row * groups + group];
    }

    @Override
    public double height(int cell) {
      return Math.sqrt(WIDTH / (double) groups);
    }
  }
}

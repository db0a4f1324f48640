package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class TableShrinkageTest {

  private static final double TOTAL = 400;
  private static final int SIZE = 5;

  private static TableShrinkage shrinkage(int size, boolean ordered) {
    return new TableShrinkage(new int[] {size, size}, new boolean[] {ordered, ordered});
  }

  /** Rows of two columns with even margins, a part of which agree. */
  private static double[] law(int size, double agreeing) {
    double[] law = new double[size * size];
    for (int i = 0; i < law.length; i++) {
      law[i] = TOTAL * (1 - agreeing) / law.length;
      law[i] += i / size == i % size ? TOTAL * agreeing / size : 0;
    }
    return law;
  }

  private static double[] noised(double[] law, double deviation, RandomGenerator random) {
    return Arrays.stream(law).map(rows -> rows + deviation * random.nextGaussian()).toArray();
  }

  /** Noised counts of one column of a law. */
  private static NoisedTable margin(
      int column, double[] law, double deviation, RandomGenerator random) {
    double[] sums = TableShrinkage.sums(law, SIZE, column == 0);
    double[] variances = new double[SIZE];
    Arrays.fill(variances, deviation * deviation);
    return new NoisedTable(List.of(column), noised(sums, deviation, random), variances);
  }

  private static double squares(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  /** The counts of one column of a law, as good as known. */
  private static NoisedTable sure(int column, double[] law, int size) {
    double[] variances = new double[size];
    Arrays.fill(variances, 1e-12);
    return new NoisedTable(List.of(column), TableShrinkage.sums(law, size, column == 0), variances);
  }

  @Test
  void whatNoiseAloneWouldGiveGoesToTheProduct() {
    double[] product = law(SIZE, 0);
    double[] near = product.clone();
    near[0] += 3;
    near[1] -= 3;
    near[SIZE] -= 3;
    near[SIZE + 1] += 3;
    TableShrinkage.Shrunk shrunk =
        shrinkage(SIZE, false)
            .towardsProduct(sure(0, product, SIZE), sure(1, product, SIZE), near, 9, TOTAL);
    assertThat(shrunk.counts()).containsExactly(product, within(1e-9));
    assertThat(shrunk.strength()).isNegative();
  }

  @Test
  void whatStandsFarOutOfTheNoiseStays() {
    double[] strong = law(SIZE, 0.9);
    TableShrinkage.Shrunk shrunk =
        shrinkage(SIZE, true)
            .towardsProduct(sure(0, strong, SIZE), sure(1, strong, SIZE), strong, 1, TOTAL);
    for (int i = 0; i < strong.length; i++) {
      assertThat(shrunk.counts()[i]).isCloseTo(strong[i], within(0.5));
    }
    assertThat(shrunk.strength()).isGreaterThan(100);
  }

  /** What a table says of each of its columns is left to the fit, which weighs it. */
  @Test
  void sumsOverAColumnStay() {
    RandomGenerator random = new Seed(1).stream("sums");
    double[] law = law(SIZE, 0.2);
    double[] noised = noised(law, 16, random);
    double[] shrunk =
        shrinkage(SIZE, true)
            .towardsProduct(
                margin(0, law, 9, random), margin(1, law, 9, random), noised, 256, TOTAL)
            .counts();
    for (boolean first : new boolean[] {true, false}) {
      assertThat(TableShrinkage.sums(shrunk, SIZE, first))
          .containsExactly(TableShrinkage.sums(noised, SIZE, first), within(1e-9));
    }
    assertThat(squares(shrunk, noised)).isPositive();
  }

  /** Mean squared errors of a shrunk table, as parts of those of the table and of the product. */
  private record Errors(double ofNoised, double ofProduct) {}

  /**
   * @param believed how large the noise is taken to be, as a multiple of what it is
   */
  private static Errors errors(double agreeing, double believed) {
    RandomGenerator random = new Seed(3).stream("errors");
    TableShrinkage shrinkage = shrinkage(SIZE, false);
    double[] law = law(SIZE, agreeing);
    double variance = 16 * 16;
    double[] sums = new double[3];
    for (int run = 0; run < 2_000; run++) {
      NoisedTable first = margin(0, law, 10, random);
      NoisedTable second = margin(1, law, 10, random);
      double[] noised = noised(law, 16, random);
      double[] shrunk =
          shrinkage.towardsProduct(first, second, noised, believed * variance, TOTAL).counts();
      double[] product =
          shrinkage.towardsProduct(first, second, noised, 1e9 * variance, TOTAL).counts();
      sums[0] += squares(shrunk, law);
      sums[1] += squares(noised, law);
      sums[2] += squares(product, law);
    }
    return new Errors(sums[0] / sums[1], sums[0] / sums[2]);
  }

  /**
   * Whether nothing, something or nearly everything agrees. Over 2,000 draws these ratios have
   * standard errors below 0.01, so that a bound 0.06 away raises a false alarm once in 1e8.
   */
  @Test
  void aShrunkTableIsCloserToTheTruthThanTheTableAndTheProduct() {
    Errors none = errors(0, 1);
    assertThat(none.ofNoised()).isLessThan(0.6);
    assertThat(none.ofProduct()).isLessThan(1.3);
    Errors some = errors(0.4, 1);
    assertThat(some.ofNoised()).isLessThan(0.9);
    assertThat(some.ofProduct()).isLessThan(0.9);
    Errors much = errors(0.9, 1);
    assertThat(much.ofNoised()).isLessThan(1);
    assertThat(much.ofProduct()).isLessThan(0.4);
  }

  /** The twin: with the noise taken for a hundredth, or for a hundred times, of what it is. */
  @Test
  void aWrongSizeOfTheNoiseShows() {
    assertThat(errors(0, 0.01).ofNoised()).isGreaterThan(0.9);
    assertThat(errors(0.9, 100).ofNoised()).isGreaterThan(1.5);
  }

  /** How much of a weak trend over 32 by 32 groups is left, on average over 200 tables. */
  private static double trendLeft(boolean ordered) {
    int size = 32;
    RandomGenerator random = new Seed(5).stream("trend");
    TableShrinkage shrinkage = shrinkage(size, ordered);
    double[] even = new double[size * size];
    Arrays.fill(even, 4);
    double[] trend = new double[size * size];
    for (int i = 0; i < trend.length; i++) {
      trend[i] = (i / size - 15.5) * (i % size - 15.5) / 85.25;
    }
    double left = 0;
    for (int run = 0; run < 200; run++) {
      double[] noised = noised(even, 1, random);
      for (int i = 0; i < trend.length; i++) {
        noised[i] += 4 * 0.15 * trend[i];
      }
      double[] shrunk =
          shrinkage
              .towardsProduct(sure(0, even, size), sure(1, even, size), noised, 1, 4 * 1024)
              .counts();
      for (int i = 0; i < trend.length; i++) {
        left += (shrunk[i] - even[i]) * trend[i] / (4 * 0.15 * 1024) / 200;
      }
    }
    return left;
  }

  /**
   * A correlation of 0.15 in cells of four standard deviations. The mean of 200 has a standard
   * error of 0.004: six of them are left between it and each bound.
   */
  @Test
  void aSlowTrendOfOrderedColumnsIsNotLostInTheNoiseOfManyCells() {
    assertThat(trendLeft(true)).isBetween(0.95, 1.03);
    // The twin: where the order of groups is not known, most of it goes with the noise.
    assertThat(trendLeft(false)).isLessThan(0.5);
  }

  /**
   * How many of 2,000 tables of unrelated, uneven columns are taken for a relation.
   *
   * @param believed how sure the columns' own counts are taken to be, as a multiple of their noise
   */
  private static double alarms(double believed) {
    RandomGenerator random = new Seed(7).stream("alarms");
    double[] shares = {0.6, 0.2, 0.1, 0.06, 0.04};
    double[] law = new double[SIZE * SIZE];
    for (int i = 0; i < law.length; i++) {
      law[i] = TOTAL * shares[i / SIZE] * shares[i % SIZE];
    }
    TableShrinkage shrinkage = shrinkage(SIZE, false);
    int alarms = 0;
    for (int run = 0; run < 2_000; run++) {
      NoisedTable[] margins = new NoisedTable[2];
      for (int column = 0; column < 2; column++) {
        NoisedTable true20 = margin(column, law, 20, random);
        margins[column] =
            new NoisedTable(
                true20.columns(),
                true20.counts(),
                Arrays.stream(true20.variances()).map(v -> believed * v).toArray());
      }
      double[] noised = noised(law, 8, random);
      alarms +=
          shrinkage.towardsProduct(margins[0], margins[1], noised, 64, TOTAL).strength() >= 2
              ? 1
              : 0;
    }
    return alarms / 2_000.0;
  }

  /** About one in 25; the standard error is 0.005, so that a false alarm comes once in 1e9. */
  @Test
  void unrelatedColumnsSeldomLookRelated() {
    assertThat(alarms(1)).isLessThan(0.07);
    // The twin: with the noise of the product forgotten, they often do.
    assertThat(alarms(1e-6)).isGreaterThan(0.1);
  }
}

package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;

class ColumnFitTest {

  /** Payments within wide bounds, and a level. */
  private static final Schema PAYMENTS =
      new Schema(
          "payments",
          "bill",
          List.of(
              new Column("paid", new ColumnType.Numeric(0, 1_000_000, List.of()), false),
              new Column("late", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private static Table payments(int n, double scale, long seed) {
    RandomGenerator chance = new Seed(seed).stream("payments");
    double[][] cells = new double[2][n];
    for (int r = 0; r < n; r++) {
      cells[0][r] = scale * Math.exp(chance.nextGaussian());
      cells[1][r] = chance.nextDouble() < 0.3 ? 1 : 0;
    }
    return ColumnarTable.of(PAYMENTS, cells);
  }

  @Test
  void kolmogorovIsTheLargestGapAndKnowsWeightsAndTies() {
    double[] a = {1, 2, 2, 3};
    double[] ones = {1, 1, 1, 1};
    assertThat(ColumnFit.kolmogorov(a, ones, a, ones)).isZero();
    assertThat(ColumnFit.kolmogorov(a, ones, new double[] {2, 9}, new double[] {1, 1}))
        .isCloseTo(0.5, within(1e-12));
    // A missing cell is not there, and a row of weight three is three rows.
    assertThat(
            ColumnFit.kolmogorov(a, ones, new double[] {1, 3, Double.NaN}, new double[] {3, 1, 9}))
        .isCloseTo(0.5, within(1e-12));
  }

  /**
   * Three times too much money: even bins of wide bounds call that nothing, cells at the quantiles
   * of the real rows and the means beside each other do not. The seed is fixed.
   */
  @Test
  void aSkewedColumnCannotHideInOneBin() {
    Evaluation evaluation =
        Evaluation.of(
                HeldOut.of(payments(800, 2_000, 1)),
                payments(800, 6_000, 2),
                Weights.uniform(800),
                EvaluationOptions.DEFAULTS.withBootstraps(5))
            .value();
    assertThat(value(evaluation, "one-way TV")).isLessThan(0.03);
    assertThat(value(evaluation, "one-way TV, quantiles")).isGreaterThan(0.2);
    assertThat(evaluation.verdict()).isEqualTo(Evaluation.Outcome.NO_WEIGHTS);
    ColumnFit worst = evaluation.fits().get(0);
    assertThat(worst.column()).isEqualTo("paid");
    assertThat(worst.distance()).isGreaterThan(0.35);
    ColumnFit.Numbers numbers = worst.numbers().orElseThrow();
    assertThat(numbers.synthetic().get(0) / numbers.real().get(0)).isBetween(2.3, 3.9);
    assertThat(numbers.synthetic().get(3) / numbers.real().get(3)).isBetween(2.3, 3.9);
    assertThat(evaluation.pairs().get(0).excess()).isGreaterThan(0.15);
  }

  @Test
  void rowsOfTheSameLawAreFoundGood() {
    Evaluation evaluation =
        Evaluation.of(
                HeldOut.of(payments(800, 2_000, 1)),
                payments(800, 2_000, 2),
                Weights.uniform(800),
                EvaluationOptions.DEFAULTS.withBootstraps(5))
            .value();
    assertThat(evaluation.fits()).allSatisfy(fit -> assertThat(fit.distance()).isLessThan(0.1));
    assertThat(value(evaluation, "one-way TV, quantiles")).isLessThan(0.1);
  }

  /** A number that half of the rows have is a cell of its own, apart from its neighbours. */
  @Test
  void atomsHaveCellsOfTheirOwn() {
    double[] cells = new double[100];
    for (int r = 50; r < 100; r++) {
      cells[r] = r;
    }
    Bins bins =
        Bins.following(ColumnarTable.of(PAYMENTS, new double[][] {cells, new double[100]}), 10);
    Table probe =
        ColumnarTable.of(PAYMENTS, new double[][] {{0, 1e-9, 50, 1_000_000}, new double[4]});
    int[] found = bins.of(probe, 0);
    assertThat(found[0]).isZero();
    assertThat(found[1]).isEqualTo(1);
    assertThat(found[3]).isEqualTo(bins.size(0) - 1);
    assertThat(bins.size(0)).isBetween(5, 7);
  }

  /**
   * Prices of one solution: exact at its own masses, never too large elsewhere, the same spread.
   */
  @Test
  void theDistanceNearItsMassesIsPricedNotSolved() {
    Table real = Tables.mixed(120, 0, 3);
    Table synthetic = Tables.mixed(150, 8, 4);
    Metric.Pairing pairing = Metrics.wasserstein().pair(real, synthetic);
    double[] ones = new double[120];
    Arrays.fill(ones, 1);
    double[] mass = new Seed(1).stream("mass").doubles(150, 0.5, 2).toArray();
    ToDoubleFunction<double[]> exact = pairing.weigh(mass);
    ToDoubleFunction<double[]> near = pairing.near(ones, mass);
    assertThat(near.applyAsDouble(ones)).isCloseTo(exact.applyAsDouble(ones), within(1e-9));
    RandomGenerator chance = new Seed(2).stream("bootstrap");
    double[][] values = new double[2][60];
    for (int k = 0; k < 60; k++) {
      double[] drawn = new double[120];
      for (int i = 0; i < 120; i++) {
        drawn[chance.nextInt(120)]++;
      }
      values[0][k] = exact.applyAsDouble(drawn);
      values[1][k] = near.applyAsDouble(drawn);
      assertThat(values[1][k]).isLessThanOrEqualTo(values[0][k] + 1e-9);
    }
    // Both spreads are of the same 60 draws; the prices leave out the curvature only.
    assertThat(spread(values[1]) / spread(values[0])).isBetween(0.6, 1.6);
  }

  private static double spread(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum());
  }

  private static double value(Evaluation evaluation, String metric) {
    return evaluation.comparisons().stream()
        .filter(c -> c.metric().equals(metric))
        .findFirst()
        .orElseThrow()
        .unweighted()
        .value();
  }
}

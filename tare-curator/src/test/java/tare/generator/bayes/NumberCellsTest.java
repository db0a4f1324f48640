package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.model.ColumnBins;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Cells of all scales, their rounds put together, and what comes of skewed columns. */
class NumberCellsTest {

  private static final Column MONEY =
      new Column("x", new ColumnType.Whole(0, 1_700_000, List.of()), false);
  private static final Column REAL =
      new Column("x", new ColumnType.Numeric(-1000, 1000, List.of()), false);

  @Test
  void theFirstCellsAreOfAllScalesAndCoverTheBounds() {
    ColumnBins money = NumberCells.first(0, MONEY, 20);
    assertThat(money.from(0)).isEqualTo(-0.5);
    assertThat(money.to(0)).isEqualTo(0.5);
    assertThat(money.to(money.size() - 1)).isEqualTo(1_700_000.5);
    for (double value : new double[] {3, 40, 700, 5_000, 60_000}) {
      int cell = money.ofNumber(value);
      assertThat(money.to(cell) - money.from(cell)).isLessThan(1.5 * value);
    }
    ColumnBins real = NumberCells.first(0, REAL, 20);
    assertThat(real.apart()).containsExactly(-1000.0, 0.0, 1000.0);
    assertThat(real.to(real.ofNumber(0.03)) - real.from(real.ofNumber(0.03))).isLessThan(0.05);
  }

  @Test
  void heavyCellsAreDividedAtRoundNumbersThatStandApart() {
    ColumnBins first = NumberCells.first(0, REAL, 20);
    double[] rows = new double[first.size()];
    rows[first.ofNumber(350)] = 1_000;
    rows[first.ofNumber(250)] = 150;
    ColumnBins divided = NumberCells.divided(first, rows, 100, 16);
    assertThat(divided.edges()).contains(310.0, 350.0, 390.0).containsAll(first.edges());
    assertThat(divided.apart()).contains(300.0, 350.0, 400.0).doesNotContain(500.0);
    assertThat(divided.edges()).hasSize(first.edges().size() + 9);
    rows[first.ofNumber(350)] = 700;
    assertThat(NumberCells.divided(first, rows, 100, 16).edges())
        .contains(320.0, 340.0, 360.0, 380.0)
        .doesNotContain(350.0);
  }

  /** What stands alone far from all other rows is likely one value. */
  @Test
  void aHeavyCellBetweenEmptyOnesIsDividedFurther() {
    ColumnBins first = NumberCells.first(0, MONEY, 20);
    double[] rows = new double[first.size()];
    int code = first.ofNumber(999_999);
    rows[code] = 1_000;
    int alone = NumberCells.divided(first, rows, 100, 16).size();
    rows[code - 1] = 1_000;
    int between = NumberCells.divided(first, rows, 100, 16).size();
    assertThat(alone - first.size()).isGreaterThan(2 * (between - first.size()));
  }

  /**
   * The middle of every bin lies in it, however bounds are rounded and cells divided. A bin between
   * 1.2 and 1.2000000000000002 was nobody's, had a noise of zero, and made one in 1,400 laws of a
   * bell-shaped column between -4 and 4 a single value.
   */
  @Test
  void noBinIsTooNarrowToHoldANumber() {
    double[][] bounds = {
      {-4, 4}, {-5, 5}, {0, 1}, {0, 0.7}, {-0.3, 0.9}, {1e9, 1e9 + 1}, {-1e300, 1e300}
    };
    for (double[] bound : bounds) {
      Column column = new Column("x", new ColumnType.Numeric(bound[0], bound[1], List.of()), false);
      for (int parts : new int[] {10, 20, 30}) {
        ColumnBins bins = NumberCells.first(0, column, parts);
        for (int round = 0; round < 3; round++) {
          for (int cell = 0; cell < bins.values(); cell++) {
            double middle = bins.from(cell) / 2 + bins.to(cell) / 2;
            assertThat(bins.ofNumber(middle)).as("%s, %s", column, middle).isEqualTo(cell);
          }
          double[] rows = new double[bins.size()];
          Arrays.fill(rows, 500);
          bins = NumberCells.divided(bins, rows, 100, 16);
        }
      }
    }
  }

  /** All rows at one number, round after round: cells come to an end where doubles do. */
  @Test
  void dividingEnds() {
    for (double value : new double[] {6.4, 1e-3, 0, 700}) {
      ColumnBins bins = NumberCells.first(0, REAL, 20);
      for (int round = 0; round < 60; round++) {
        double[] rows = new double[bins.size()];
        rows[bins.ofNumber(value)] = 1e6;
        bins = NumberCells.divided(bins, rows, 1, 16);
      }
      assertThat(bins.size()).isLessThan(5_000);
      assertThat(bins.edges()).isSorted().doesNotHaveDuplicates();
    }
  }

  /** Whatever noise makes of no rows at all, a law comes of it: no failure may depend on rows. */
  @Test
  void noiseAloneGivesALaw() {
    RandomGenerator random = new Seed(7).stream("noise");
    ColumnBins first = NumberCells.first(0, REAL, 20);
    for (int trial = 0; trial < 200; trial++) {
      NestedCounts counts = new NestedCounts(100);
      for (int round = 0; round < 2; round++) {
        double shift = random.nextInt(3) - 1;
        counts.add(first, random.doubles(first.size(), -1, 1).map(x -> 30 * (x + shift)).toArray());
      }
      double[] rows = new ColumnLaw(counts, 500).estimates();
      assertThat(Arrays.stream(rows).sum()).isCloseTo(500, within(1e-6));
      assertThat(Arrays.stream(rows).min().orElseThrow()).isGreaterThanOrEqualTo(0);
    }
  }

  /** Decimals are those that a file with the same digits reads as; on a grid each has a cell. */
  @Test
  void roundNumbersAreExact() {
    Column small = new Column("x", new ColumnType.Numeric(0, 1, List.of()), false);
    ColumnBins one = ColumnBins.ofEdges(0, small, List.of(0.0, 1.0), List.of());
    assertThat(NumberCells.divided(one, new double[] {500}, 1, 100).apart())
        .contains(0.07, 0.31, 0.57);
    ColumnBins whole = ColumnBins.ofEdges(0, MONEY, List.of(-0.5, 1000.5, 1_700_000.5), List.of());
    assertThat(NumberCells.divided(whole, new double[] {60, 0}, 10, 16).edges())
        .contains(199.5, 200.5, 399.5, 400.5, 999.5, 1000.5);
  }

  /**
   * Two rounds of the same cells average; a divided cell's sum is weighed against its own count.
   */
  @Test
  void roundsArePutTogetherByLeastSquares() {
    ColumnBins first = ColumnBins.ofEdges(0, REAL, List.of(-1000.0, 0.0, 1000.0), List.of());
    ColumnBins second =
        ColumnBins.ofEdges(0, REAL, List.of(-1000.0, 0.0, 500.0, 1000.0), List.of());
    NestedCounts counts = new NestedCounts(1);
    counts.add(first, new double[] {10, 20});
    counts.add(second, new double[] {14, 8, 6});
    NestedCounts.Estimate estimate = counts.estimate();
    assertThat(estimate.counts()[0]).isCloseTo(12, within(1e-12));
    // Own count 20 of variance 1, sum of parts 14 of variance 2: together 18, so each part gains 2.
    assertThat(estimate.counts()[1]).isCloseTo(10, within(1e-12));
    assertThat(estimate.counts()[2]).isCloseTo(8, within(1e-12));
    // The finest cells once more, as sure as before: their mean has half the variance.
    counts.again(new double[] {18, 8, 6}, 1);
    NestedCounts.Estimate surer = counts.estimate();
    assertThat(surer.counts()).containsExactly(new double[] {14, 9.5, 7.5}, within(1e-12));
    assertThat(surer.variances()[0]).isCloseTo(0.5, within(1e-12));
    assertThat(counts.followsScales()).isTrue();
  }

  private static double[] sampled(ColumnType type, DoubleSupplier law, int n) {
    Schema schema =
        new Schema("x", "row", List.of(new Column("x", type, false)), OptionalLong.empty());
    double[][] values = {new double[n]};
    Arrays.setAll(values[0], i -> law.getAsDouble());
    Table rows = ColumnarTable.of(schema, values);
    GeneratorTask task = new GeneratorTask(schema, n, new PrivacyBudget(0.3, 1e-6), new Seed(1));
    double[] drawn =
        new PrivBayes()
            .mechanism(task)
            .apply(PrivateRows.of(rows), new SeededNoise(9))
            .sample(n, new Seed(2))
            .values(0);
    Arrays.sort(values[0]);
    Arrays.sort(drawn);
    double[] real = rows.values(0);
    Arrays.sort(real);
    return new double[] {
      Arrays.stream(drawn).average().orElseThrow() - Arrays.stream(real).average().orElseThrow(),
      drawn[n / 2] - real[n / 2],
      real[3 * n / 4] - real[n / 4]
    };
  }

  /** Bounds a thousand times the scale: fixed seeds, so this cannot fail by chance. */
  @Test
  void aSkewedColumnKeepsItsMeanAndMedian() {
    RandomGenerator random = new Seed(3).stream("payments");
    double[] off =
        sampled(
            MONEY.type(),
            () -> random.nextInt(5) == 0 ? 0 : Math.exp(7.7 + 1.3 * random.nextGaussian()),
            20_000);
    assertThat(Math.abs(off[0])).isLessThan(0.05 * off[2]);
    assertThat(Math.abs(off[1])).isLessThan(0.05 * off[2]);
  }

  /**
   * Also of few rows, forty times the noise of one count: even cells would be fifteen times as wide
   * as the quartiles are apart, and the median was seven such distances off. Fixed seeds.
   */
  @Test
  void aSkewedColumnOfFewRowsKeepsItsMedian() {
    RandomGenerator random = new Seed(3).stream("payments");
    double[] off = sampled(MONEY.type(), () -> Math.exp(7.7 + 1.3 * random.nextGaussian()), 200);
    assertThat(Math.abs(off[1])).isLessThan(0.25 * off[2]);
  }

  /**
   * Numbers on a grid that nobody declared, under bounds 20,000 times the median: rows that hidden
   * single values held must not be spread over all cells up to the bound. Fixed seeds.
   */
  @Test
  void noRowsAreMadeUpFarFromAllOthers() {
    RandomGenerator random = new Seed(5).stream("zeros");
    DoubleSupplier law =
        () ->
            random.nextInt(10) < 3
                ? 0
                : Math.rint(10 * Math.exp(0.7 + 0.9 * random.nextGaussian())) / 10;
    double[] off = sampled(new ColumnType.Numeric(0, 50_000, List.of()), law, 20_000);
    assertThat(Math.abs(off[0])).isLessThan(0.05 * off[2]);
    assertThat(Math.abs(off[1])).isLessThan(0.05 * off[2]);
  }

  /** A power law's mean lies in its tail: what noise hides there goes on as the rest declines. */
  @Test
  void aPowerLawKeepsItsMean() {
    RandomGenerator random = new Seed(6).stream("pareto");
    double[] off =
        sampled(
            new ColumnType.Numeric(0, 1e6, List.of()),
            () -> Math.min(1e6, 100 * Math.pow(1 - random.nextDouble(), -1 / 2.2)),
            40_000);
    assertThat(Math.abs(off[0])).isLessThan(0.05 * off[2]);
  }

  /**
   * Payments that are zero in nine rows of ten: each cell beyond zero holds fewer rows than noise,
   * all of them together fourteen times as many. In whole numbers nothing was left of them in most
   * fits, as the cell of zero was taken for a stretch of numbers about the median. Fixed seeds.
   */
  @Test
  void theFewThatAreNotZeroAreNotLost() {
    for (ColumnType type :
        List.of(
            new ColumnType.Whole(0, 60_000, List.of()),
            new ColumnType.Numeric(0, 60_000, List.of()))) {
      ColumnBins cells = NumberCells.first(0, new Column("x", type, false), 20);
      double[] others = new double[40];
      for (int trial = 0; trial < others.length; trial++) {
        RandomGenerator random = new Seed(trial).stream("payments");
        double[] exact = new double[cells.size()];
        for (int r = 0; r < 5_000; r++) {
          double payment = Math.exp(7 + 1.1 * random.nextGaussian());
          exact[cells.ofNumber(r % 10 == 0 ? Math.rint(Math.min(60_000, payment)) : 0)]++;
        }
        NestedCounts counts = new NestedCounts(51 * 51);
        for (int round = 0; round < 2; round++) {
          counts.add(
              cells, Arrays.stream(exact).map(c -> c + 51 * random.nextGaussian()).toArray());
        }
        ColumnLaw law = new ColumnLaw(counts, 5_000);
        others[trial] = 5_000 - law.estimates()[law.bins().ofNumber(0)];
      }
      Arrays.sort(others);
      assertThat(others[4]).isGreaterThan(350);
      assertThat(others[20]).isBetween(450.0, 550.0);
      assertThat(others[39]).isLessThan(650);
    }
  }

  /** A value that a third of the rows have stays a value. */
  @Test
  void roundValuesOnWhichRowsPileUpStay() {
    RandomGenerator random = new Seed(4).stream("piles");
    Schema schema =
        new Schema(
            "x",
            "row",
            List.of(new Column("x", new ColumnType.Numeric(0, 100, List.of()), false)),
            OptionalLong.empty());
    double[][] values = {new double[20_000]};
    Arrays.setAll(values[0], i -> i % 3 == 0 ? 40 : Math.max(0, 40 + 12 * random.nextGaussian()));
    GeneratorTask task = new GeneratorTask(schema, 20_000, new PrivacyBudget(1, 1e-6), new Seed(1));
    double[] drawn =
        new PrivBayes()
            .mechanism(task)
            .apply(PrivateRows.of(ColumnarTable.of(schema, values)), new SeededNoise(9))
            .sample(20_000, new Seed(2))
            .values(0);
    assertThat(Arrays.stream(drawn).filter(x -> x == 40).count()).isBetween(6_300L, 7_000L);
  }
}

package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.curator.GeneratorFitters;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorContract;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.FittedGenerator;
import tare.noise.DiscreteLaplace;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class PrivBayesTest extends GeneratorContract {

  @Override
  protected GeneratorFitter fitter() {
    return new PrivBayes();
  }

  private static double error(GeneratorFitter fitter, Table rows, double epsilon, int run) {
    FittedGenerator generator =
        fitter
            .mechanism(task(rows.rowCount(), epsilon, 1e-6))
            .apply(PrivateRows.of(rows), new SeededNoise(run));
    return Examples.twoWayError(rows, generator.sample(rows.rowCount(), new Seed(run)));
  }

  private static double meanError(GeneratorFitter fitter, Table rows, double epsilon) {
    double sum = 0;
    for (int run = 0; run < 4; run++) {
      sum += error(fitter, rows, epsilon, run);
    }
    return sum / 4;
  }

  /** Seeds are fixed, so this cannot fail by chance; the margins are several deviations wide. */
  @Test
  void itBeatsIndependentColumnsByFar() {
    Table rows = Examples.correlated(4_000, SEED);
    assertThat(meanError(fitter(), rows, 1))
        .isLessThan(0.5 * meanError(new IndependentColumns(), rows, 1));
  }

  @Test
  void moreBudgetGivesLessError() {
    Table rows = Examples.correlated(2_000, SEED);
    double little = meanError(fitter(), rows, 0.1);
    double some = meanError(fitter(), rows, 1);
    double much = meanError(fitter(), rows, 20);
    assertThat(some).isLessThan(0.8 * little);
    assertThat(much).isLessThan(0.8 * some);
  }

  @Test
  void moreRowsGiveLessError() {
    assertThat(meanError(fitter(), Examples.correlated(8_000, SEED), 0.5))
        .isLessThan(0.6 * meanError(fitter(), Examples.correlated(500, SEED), 0.5));
  }

  /** The share of rows whose third bit is the sum of the others, where no pair tells of it. */
  private static double shareOfSums(double extraTables) {
    PrivBayesOptions options =
        new PrivBayesOptions(0.25, 0.08, 3, 80, 32, extraTables, 8_000, 90_000);
    Schema schema = Examples.yesNo(3);
    int n = 4_000;
    int[][] bits = new int[n][];
    for (int r = 0; r < n; r++) {
      bits[r] = new int[] {r & 1, r >> 1 & 1, (r ^ r >> 1) & 1};
    }
    GeneratorTask task = new GeneratorTask(schema, n, new PrivacyBudget(3, 1e-6), new Seed(1));
    Table drawn =
        new PrivBayes(options)
            .mechanism(task)
            .apply(PrivateRows.of(Examples.bits(schema, bits)), new SeededNoise(6))
            .sample(n, SEED);
    long sums =
        IntStream.range(0, n)
            .filter(r -> (drawn.level(r, 0) ^ drawn.level(r, 1)) == drawn.level(r, 2))
            .count();
    return sums / (double) n;
  }

  /** Seeds are fixed; without triples half of the rows are sums, as in independent columns. */
  @Test
  void aLawThatNoPairTellsOfIsFoundInTriples() {
    assertThat(shareOfSums(1)).isGreaterThan(0.95);
    assertThat(shareOfSums(0)).isBetween(0.4, 0.6);
  }

  @Test
  void triplesAreCountedWhereTheyCanBeBorne() {
    PrivBayesPlan.Joints few = plan(500, 1, 0).joints().orElseThrow();
    assertThat(few.extra()).isZero();
    assertThat(few.triples()).as("for what is counted again").isEqualTo(2);
    PrivBayesPlan.Joints much = plan(500_000, 1, 1e-6).joints().orElseThrow();
    assertThat(much.triples()).isEqualTo(3 * Math.min(5, 10 - 4));
    assertThat(much.largestTriple()).isGreaterThanOrEqualTo(240);
    // Counting them costs no more fits than counting pairs did.
    assertThat(
            much.batchOf(much.extra() + much.triples()) * PrivBayesPlan.Joints.refits(much.extra()))
        .isGreaterThanOrEqualTo(much.extra() + much.triples());
  }

  /** In how many of ten fits of 300 rows of twelve bits some columns are joined. */
  private static int joined(boolean alike) {
    Schema schema = Examples.yesNo(12);
    RandomGenerator random = new Seed(8).stream("bits");
    int[][] bits = new int[300][12];
    for (int[] row : bits) {
      int first = random.nextInt(2);
      for (int c = 0; c < 12; c++) {
        row[c] = alike ? first : random.nextInt(2);
      }
    }
    GeneratorTask task = new GeneratorTask(schema, 300, new PrivacyBudget(1.7, 1e-6), new Seed(1));
    int joined = 0;
    for (int run = 0; run < 10; run++) {
      FittedGenerator fitted =
          new PrivBayes()
              .mechanism(task)
              .apply(PrivateRows.of(Examples.bits(schema, bits)), new SeededNoise(run));
      joined += ((BayesNetwork) fitted).structure().stream().anyMatch(s -> s.contains("|")) ? 1 : 0;
    }
    return joined;
  }

  /**
   * Seeds are fixed. A table of unrelated bits passes for a relation once in 30 at most, so that
   * more than four of ten fits would be joined once in 2,000 seeds.
   */
  @Test
  void fewRowsAreJoinedWhereTablesShowARelation() {
    assertThat(joined(true)).isEqualTo(10);
    assertThat(joined(false)).isLessThanOrEqualTo(4);
  }

  /** Without a delta only pure noise will do, and the whole fit is pure. */
  @Test
  void withoutDeltaAllNoiseIsLaplace() {
    PrivBayesPlan plan = plan(5_000, 1, 0);
    assertThat(plan.oneWayNoise().law()).isInstanceOf(DiscreteLaplace.class);
    assertThat(plan.joints().orElseThrow().noise().law()).isInstanceOf(DiscreteLaplace.class);
    Table rows = Examples.correlated(5_000, SEED);
    FittedGenerator generator =
        fitter().mechanism(task(5_000, 1, 0)).apply(PrivateRows.of(rows), new SeededNoise(3));
    double independent = meanError(new IndependentColumns(), rows, 1);
    assertThat(Examples.twoWayError(rows, generator.sample(5_000, SEED))).isLessThan(independent);
  }

  private static PrivBayesPlan plan(long n, double epsilon, double delta) {
    return new PrivBayesPlanner(task(n, epsilon, delta), PrivBayesOptions.DEFAULTS).plan();
  }

  @Test
  void tooFewRowsForAnyPairGiveIndependentColumns() {
    PrivBayesPlan plan = plan(20, 0.1, 1e-6);
    assertThat(plan.joints()).isEmpty();
    assertThat(plan.event()).isInstanceOf(PrivacyEvent.Composed.class);
    PrivBayesPlan independent =
        new PrivBayesPlanner(task(20, 0.1, 1e-6), PrivBayesOptions.DEFAULTS).planWithoutJoints();
    assertThat(plan.event()).isEqualTo(independent.event());
  }

  /** More rows or more budget never plan less. */
  @Test
  void plansGrowWithRowsAndBudget() {
    for (double epsilon : new double[] {0.3, 1, 3}) {
      int groups = 0;
      int tables = 0;
      int bins = 0;
      for (long n = 50; n <= 5_000_000; n *= 10) {
        PrivBayesPlan plan = plan(n, epsilon, 1e-6);
        int nextGroups = plan.joints().map(PrivBayesPlan.Joints::mostGroups).orElse(1);
        int nextTables = plan.joints().map(PrivBayesPlan.Joints::count).orElse(0);
        assertThat(nextGroups).isGreaterThanOrEqualTo(groups);
        assertThat(nextTables).isGreaterThanOrEqualTo(tables);
        assertThat(plan.bins().get(1).size()).isGreaterThanOrEqualTo(bins);
        groups = nextGroups;
        tables = nextTables;
        bins = plan.bins().get(1).size();
      }
      assertThat(tables).as("every column joined, and more").isGreaterThan(4);
    }
  }

  /** The cells of a pair's table in the mean over the ten pairs of five columns. */
  private static double meanTable(int groups) {
    int[] values = {groups, groups, groups, Math.min(groups, 4), Math.min(groups, 2)};
    double sum = 0;
    for (int a = 0; a < values.length; a++) {
      for (int b = a + 1; b < values.length; b++) {
        sum += values[a] * values[b];
      }
    }
    return sum / 10;
  }

  /**
   * The rule itself: an average cell of a joint table holds rowsPerNoise deviations of noise, or a
   * third of that in tables that are shrunk.
   */
  @Test
  void cellsHoldMoreRowsThanNoise() {
    for (long n : new long[] {500, 5_000, 50_000}) {
      PrivBayesPlan plan = plan(n, 1, 1e-6);
      plan.joints()
          .ifPresent(
              joints -> {
                double cells = meanTable(joints.mostGroups());
                double deviation = Math.sqrt(joints.noise().variance());
                // The final noise is a little larger than the rough one that planned the sizes.
                assertThat(n / cells)
                    .isGreaterThan(
                        0.8
                            * PrivBayesOptions.DEFAULTS.rowsPerNoise()
                            * deviation
                            / (joints.relation().isPresent() ? 3 : 1));
              });
    }
  }

  @Test
  void eachColumnComesOnceAfterItsParents() {
    BayesNetwork network = (BayesNetwork) fitted(Examples.correlated(3_000, SEED), 3_000);
    assertThat(network.nodes()).hasSize(5);
    assertThat(network.structure()).anyMatch(line -> line.contains("|"));
  }

  @Test
  void oneColumnOrConstantColumnsCanBeFitted() {
    for (int columns : new int[] {1, 2, 3}) {
      GeneratorTask task =
          new GeneratorTask(
              Examples.yesNo(columns), 1_000, new PrivacyBudget(2, 1e-6), new Seed(1));
      Table rows = Examples.bits(task.schema(), new int[][] {new int[columns]});
      Table sampled =
          fitter()
              .mechanism(task)
              .apply(PrivateRows.of(rows), new SeededNoise(4))
              .sample(10, new Seed(1));
      assertThat(sampled.rowCount()).isEqualTo(10);
    }
  }

  /**
   * However much the budget bears, groups leave room in the cliques for pairs: the more columns,
   * the more of it.
   */
  @Test
  void manyColumnsHaveCoarserGroups() {
    assertThat(groups(10, 1)).isLessThan(groups(10, 10)).isBetween(10, 20);
    assertThat(groups(10, 10)).isEqualTo(26);
    assertThat(groups(14, 10)).isEqualTo(26);
    assertThat(groups(16, 10)).isEqualTo(20);
    assertThat(groups(24, 10)).isEqualTo(20);
  }

  private static int groups(int columns, double epsilon) {
    List<Column> numbers =
        IntStream.range(0, columns)
            .mapToObj(c -> new Column("c" + c, new ColumnType.Numeric(0, 1, List.of()), false))
            .toList();
    Schema schema = new Schema("numbers", "row", numbers, OptionalLong.of(40_000));
    GeneratorTask task =
        new GeneratorTask(schema, 40_000, new PrivacyBudget(epsilon, 1e-6), new Seed(1));
    return new PrivBayesPlanner(task, PrivBayesOptions.DEFAULTS)
        .plan()
        .joints()
        .orElseThrow()
        .mostGroups();
  }

  /** Calibration probes scales so large that no choice could be drawn at them. */
  @Test
  void wideTablesCanBePlannedAndFitted() {
    GeneratorTask wide =
        new GeneratorTask(Examples.yesNo(150), 1_000_000, new PrivacyBudget(1, 1e-6), new Seed(1));
    PrivBayesPlan plan = new PrivBayesPlanner(wide, PrivBayesOptions.DEFAULTS).plan();
    assertThat(plan.joints().orElseThrow().tree()).isEqualTo(149);
    Schema schema = Examples.yesNo(60);
    GeneratorTask task = new GeneratorTask(schema, 3_000, new PrivacyBudget(20, 1e-6), new Seed(1));
    Table rows = Examples.bits(schema, new int[60], new int[60]);
    assertThat(
            fitter()
                .mechanism(task)
                .apply(PrivateRows.of(rows), new SeededNoise(5))
                .sample(9, SEED)
                .rowCount())
        .isEqualTo(9);
  }

  /** Levels are counted, then pooled: their number decides nothing that could fail. */
  @Test
  void aColumnOfFortyThousandLevelsCanBeFitted() {
    List<String> levels = IntStream.range(0, 40_000).mapToObj(i -> "level " + i).toList();
    Schema schema =
        new Schema(
            "codes",
            "person",
            List.of(
                new Column("code", new ColumnType.Category(levels, Optional.empty()), true),
                new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
            OptionalLong.empty());
    Table rows = ColumnarTable.of(schema, new double[][] {{39_999, Double.NaN, 3}, {1, 0, 1}});
    GeneratorTask task = new GeneratorTask(schema, 100_000, new PrivacyBudget(1, 0), new Seed(1));
    assertThat(
            fitter()
                .mechanism(task)
                .apply(PrivateRows.of(rows), new SeededNoise(5))
                .sample(9, SEED)
                .rowCount())
        .isEqualTo(9);
  }

  @Test
  void optionsThatCannotWorkAreRefused() {
    assertThatThrownBy(() -> new PrivBayesOptions(0.6, 0.4, 4, 80, 32, 1, 8_000, 90_000))
        .hasMessageContaining("sum below 1");
    assertThatThrownBy(() -> new PrivBayesOptions(0.2, 0.1, 0, 80, 32, 1, 8_000, 90_000))
        .hasMessageContaining("rowsPerNoise");
    assertThatThrownBy(() -> new PrivBayesOptions(0.2, 0.1, 4, 80, 1, 1, 8_000, 90_000))
        .hasMessageContaining("mostGroups");
    assertThatThrownBy(() -> new PrivBayesOptions(0.2, 0.1, 4, 80, 32, 1, 8_000, 7_999))
        .hasMessageContaining("largestClique");
    assertThat(GeneratorFitters.names()).startsWith("privbayes", "independent");
    assertThatThrownBy(() -> GeneratorFitters.named("privbays"))
        .hasMessageContaining("Did you mean \"privbayes\"?");
  }
}

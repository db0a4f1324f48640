package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Fits of a few hundred rows at epsilon 1. Seeds are fixed, so nothing here fails by chance. */
class RelatedColumnsTest {

  private static final int ROWS = 450;
  private static final int NUMBERS = 10;
  private static final int RUNS = 6;

  /** So many fits of unrelated columns, of which about one in thirty sees relations in noise. */
  private static final int UNRELATED_RUNS = 20;

  private static final Schema SCHEMA =
      new Schema("small", "person", columns(), OptionalLong.empty());

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < NUMBERS; c++) {
      columns.add(new Column("x" + c, new ColumnType.Numeric(0, 20, List.of()), c == 1));
    }
    columns.add(
        new Column(
            "kind", new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()), false));
    columns.add(new Column("ill", new ColumnType.YesNo("no", "yes"), false));
    return columns;
  }

  /** Rows that lean on one hidden number by a loading; some cells of a column are missing. */
  private static Table rows(double loading, long seed) {
    RandomGenerator chance = new Seed(seed).stream("rows");
    double[][] values = new double[NUMBERS + 2][ROWS];
    double own = Math.sqrt(1 - loading * loading);
    for (int r = 0; r < ROWS; r++) {
      double hidden = chance.nextGaussian();
      for (int c = 0; c < NUMBERS; c++) {
        double x = 10 + 2 * (loading * hidden + own * chance.nextGaussian());
        boolean missing = c == 1 && chance.nextInt(10) == 0;
        values[c][r] = missing ? Double.NaN : Math.max(0, Math.min(20, x));
      }
      double kind = loading * hidden + own * chance.nextGaussian();
      values[NUMBERS][r] = kind < -0.5 ? 0 : kind < 0.5 ? 1 : 2;
      values[NUMBERS + 1][r] = loading * hidden + own * chance.nextGaussian() > 0.3 ? 1 : 0;
    }
    return ColumnarTable.of(SCHEMA, values);
  }

  private static PrivBayesMechanism mechanism() {
    GeneratorTask task = new GeneratorTask(SCHEMA, ROWS, new PrivacyBudget(1, 1e-6), new Seed(1));
    return (PrivBayesMechanism) new PrivBayes().mechanism(task);
  }

  private static BayesNetwork fit(double loading, int run) {
    return (BayesNetwork)
        mechanism().apply(PrivateRows.of(rows(loading, run)), new SeededNoise(run));
  }

  private static long joined(BayesNetwork network) {
    return network.nodes().stream().filter(node -> !node.parents().isEmpty()).count();
  }

  private static double correlation(Table table, int a, int b) {
    double[] x = table.values(a);
    double[] y = table.values(b);
    double[] sums = new double[5];
    for (int r = 0; r < x.length; r++) {
      sums[0] += x[r];
      sums[1] += y[r];
      sums[2] += x[r] * y[r];
      sums[3] += x[r] * x[r];
      sums[4] += y[r] * y[r];
    }
    int n = x.length;
    return (sums[2] - sums[0] * sums[1] / n)
        / Math.sqrt((sums[3] - sums[0] * sums[0] / n) * (sums[4] - sums[1] * sums[1] / n));
  }

  @Test
  void strongRelationsAreFoundAtEpsilonOne() {
    assertThat(mechanism().plan().relations()).isPresent();
    double kept = 0;
    for (int run = 0; run < RUNS; run++) {
      BayesNetwork network = fit(0.85, run);
      assertThat(joined(network)).isGreaterThanOrEqualTo(8);
      Table drawn = network.sample(4_000, new Seed(run));
      for (int c = 2; c + 1 < NUMBERS; c++) {
        kept += correlation(drawn, c, c + 1) / (NUMBERS - 3) / RUNS;
      }
    }
    // The noise of the columns' own counts takes some of the real 0.72.
    assertThat(kept).isBetween(0.4, 0.8);
  }

  /** A hundred rows at epsilon 1 show nothing, however related: nothing is paid for looking. */
  @Test
  void withFewestRowsColumnsHaveTheWholeBudget() {
    PrivacyBudget budget = new PrivacyBudget(1, 1e-6);
    GeneratorTask few = new GeneratorTask(SCHEMA, 100, budget, new Seed(1));
    GeneratorTask more = new GeneratorTask(SCHEMA, 150, budget, new Seed(1));
    assertThat(new PrivBayes().mechanism(few).event())
        .isEqualTo(new IndependentColumns().mechanism(few).event());
    assertThat(new PrivBayes().mechanism(more).event())
        .isNotEqualTo(new IndependentColumns().mechanism(more).event());
  }

  /** The twin of the first: where nothing is related, next to nothing is joined. */
  @Test
  void unrelatedColumnsStayAlone() {
    assertThat(IntStream.range(0, UNRELATED_RUNS).filter(run -> joined(fit(0, run)) > 0).count())
        .isLessThanOrEqualTo(2);
  }
}

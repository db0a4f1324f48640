package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.generator.bayes.PrivacyCases.curve;
import static tare.generator.bayes.PrivacyCases.noised;
import static tare.generator.bayes.PrivacyCases.runs;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.Attack;
import tare.audit.DpTester;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.ColumnBins;
import tare.model.NetworkNode;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/**
 * Attacks on cells that follow the rows, by the tester, which rejects a true claim once in a
 * million, and a planted fault that it must catch.
 */
class NumberCellsPrivacyTest {

  private static final Schema NUMBER =
      new Schema(
          "number",
          "person",
          List.of(new Column("x", new ColumnType.Numeric(0, 100, List.of()), false)),
          OptionalLong.empty());

  /** A public n so large that cells are divided twice, for tables of a few rows. */
  private static PrivBayesMechanism roundsFit(double epsilon) {
    GeneratorTask task =
        new GeneratorTask(NUMBER, 20_000, new PrivacyBudget(epsilon, 1e-3), new Seed(1));
    return (PrivBayesMechanism) new PrivBayes().mechanism(task);
  }

  private static Table numbers(double... values) {
    return ColumnarTable.of(NUMBER, new double[][] {values});
  }

  /** How many edges there are below some points, and how many rows. */
  private static double[] shape(ColumnBins bins, double[] shares) {
    double[] shape = new double[8];
    for (int cell = 0; cell < bins.values(); cell++) {
      int at = (int) Math.min(3, bins.from(cell) / 25);
      shape[at]++;
      shape[4 + at] += shares[cell];
    }
    return shape;
  }

  private static DpTester.Result testRounds(PrivBayesMechanism mechanism, PrivacyEvent claimed) {
    SeededNoise noise = new SeededNoise(35);
    Function<Table, double[]> run =
        table -> {
          NetworkNode node =
              ((BayesNetwork) mechanism.apply(PrivateRows.of(table), noise)).nodes().get(0);
          return shape(node.bins(), node.shares());
        };
    Table without = numbers(10, 30);
    Table with = numbers(10, 30, 77.7);
    return DpTester.test(
        () -> run.apply(without),
        () -> run.apply(with),
        curve(claimed),
        Attack.vector(),
        runs(1_000));
  }

  @Test
  void cellsThatFollowNoisedCountsStandAndOnesThatClaimTooLittleFall() {
    PrivBayesMechanism honest = roundsFit(1);
    assertThat(honest.plan().rounds().count()).isEqualTo(3);
    assertThat(testRounds(honest, honest.event()).accepted()).isTrue();
    assertThat(testRounds(roundsFit(30), honest.event()).accepted()).isFalse();
  }

  /** The planted fault: cells are divided by exact counts, and so tell of a row at once. */
  @Test
  void cellsThatFollowExactCountsAreCaught() {
    ColumnBins first = NumberCells.first(0, NUMBER.column(0), 20);
    SeededNoise noise = new SeededNoise(36);
    CountNoise law = CountNoise.gaussian(4);
    Function<Table, double[]> faulty =
        table -> {
          long[] exact = ColumnCounts.of(table, List.of(first))[0];
          double[] bare = Arrays.stream(exact).asDoubleStream().toArray();
          ColumnBins divided = NumberCells.divided(first, bare, 0.5, 16);
          long[] counts = ColumnCounts.of(table, List.of(divided))[0];
          return shape(divided, noised(counts, law, noise));
        };
    Table without = numbers(10, 30);
    Table with = numbers(10, 30, 77.7);
    assertThat(
            DpTester.test(
                    () -> faulty.apply(without),
                    () -> faulty.apply(with),
                    curve(law.law().event()),
                    Attack.vector(),
                    runs(3_000))
                .accepted())
        .isFalse();
  }
}

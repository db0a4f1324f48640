package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorContract;
import tare.generator.GeneratorTask;
import tare.generator.bayes.PrivBayes;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.RowRule;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class RuledRowsTest {

  private static final Seed SEED = new Seed(3);

  private static Schema withRules(Schema schema, String... rules) {
    List<Column> columns = schema.columns();
    return new Schema(
        schema.name(),
        schema.unit(),
        columns,
        schema.publicRowCount(),
        schema.missingValues(),
        schema.ignored(),
        schema.identifiers(),
        java.util.Arrays.stream(rules).map(rule -> RowRule.parse(rule, columns)).toList());
  }

  private static FittedGenerator fitted(Schema schema) {
    Table rows = Examples.correlated(2_000, SEED);
    double[][] values = new double[schema.columnCount()][];
    for (int c = 0; c < values.length; c++) {
      values[c] = rows.values(c);
    }
    GeneratorTask task = new GeneratorTask(schema, 2_000, new PrivacyBudget(2, 1e-6), SEED);
    return new PrivBayes()
        .mechanism(task)
        .apply(PrivateRows.of(ColumnarTable.of(schema, values)), new SeededNoise(1));
  }

  private static RowRule rule(Schema schema, String text) {
    return RowRule.parse(text, schema.columns());
  }

  /** The words of the issue: ten thousand draws keep all rules; without the rules many do not. */
  @Test
  void tenThousandDrawsKeepAllRules() {
    Schema schema =
        withRules(
            Examples.MIXED,
            Examples.MIXED.column(1).name() + " >= " + Examples.MIXED.column(0).name(),
            "ill = yes implies " + Examples.MIXED.column(0).name() + " > 30",
            "region is missing implies ill = no");
    FittedGenerator generator = fitted(schema);
    RuledRows ruled = RuledRows.sample(generator, 10_000, SEED, Optional.empty());
    assertThat(ruled.table().rowCount()).isEqualTo(10_000);
    assertThat(broken(ruled.table(), schema)).isZero();
    assertThat(broken(generator.sample(10_000, SEED), schema)).isGreaterThan(100);
    assertThat(ruled.kept()).isBetween(0.3, 0.999);
  }

  private static int broken(Table table, Schema schema) {
    int broken = 0;
    for (int r = 0; r < table.rowCount(); r++) {
      double first = table.number(r, 0);
      boolean ill = table.level(r, 4) == 1;
      boolean orderly = table.missing(r, 1) || table.number(r, 1) >= first;
      boolean grown = !ill || first > 30;
      boolean placed = !table.missing(r, 3) || !ill;
      broken += orderly && grown && placed ? 0 : 1;
    }
    assertThat(schema.rules()).hasSize(3);
    return broken;
  }

  /** Kept rows have the model's law given the condition. */
  @Test
  void aConditionGivesTheConditionalLaw() {
    BayesNetwork bits = BayesNetworkTest.twoBits();
    Table rows =
        RuledRows.sample(bits, 20_000, SEED, Optional.of(rule(bits.schema(), "b1 = yes"))).table();
    long[] counts = new long[2];
    for (int r = 0; r < rows.rowCount(); r++) {
      assertThat(rows.level(r, 1)).isEqualTo(1);
      counts[rows.level(r, 0)]++;
    }
    assertFollows(counts, new double[] {0.03 / 0.555, 0.525 / 0.555}, RARE);
  }

  @Test
  void withoutRulesTheRowsAreThoseOfTheGenerator() {
    FittedGenerator generator = fitted(Examples.MIXED);
    assertThat(
            GeneratorContract.values(
                RuledRows.sample(generator, 50, SEED, Optional.empty()).table()))
        .isEqualTo(GeneratorContract.values(generator.sample(50, SEED)));
  }

  @Test
  void aConditionThatNoRowMeetsIsRefused() {
    BayesNetwork bits = BayesNetworkTest.twoBits();
    assertThatThrownBy(
            () ->
                RuledRows.sample(
                    bits, 1, SEED, Optional.of(rule(bits.schema(), "b0 = yes and b0 = no"))))
        .hasMessageContaining("b0 = yes and b0 = no");
  }

  /** The model is paid for, so a release has rows even where none can keep the rules. */
  @Test
  void aReleaseHasItsRowsWhateverTheRules() {
    Schema schema = withRules(Examples.MIXED, "ill = yes and ill = no");
    FittedGenerator generator = fitted(schema);
    RuledRows ruled = RuledRows.forRelease(generator, 30, SEED, Progress.SILENT);
    assertThat(ruled.table().rowCount()).isEqualTo(30);
    assertThat(ruled.breaking()).isEqualTo(30);
    assertThat(ruled.kept()).isZero();
  }
}

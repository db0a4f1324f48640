package tare.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyBudget;
import tare.gate.EveryKind;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.TravellingRows;
import tare.generator.GeneratorTask;
import tare.generator.bayes.PrivBayes;
import tare.mechanism.NoisedCount;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.Cells;
import tare.table.Table;
import tare.weight.BetaDebiased;
import tare.weight.MomentOptions;
import tare.weight.Moments;
import tare.weight.WeightTask;

/** Rows on Spark are the same private rows: with taped noise the same comes out, bit for bit. */
class SparkRowsTest {

  @TempDir static Path folder;

  private static final Table ROWS = EveryKind.rows(3_000);
  private static Dataset<Row> frame;

  @BeforeAll
  static void write() throws IOException {
    frame = LocalSpark.written(ROWS, folder.resolve("rows"), 3);
  }

  private static GeneratorTask task() {
    return new GeneratorTask(ROWS.schema(), 3_000, new PrivacyBudget(2, 1e-6), new Seed(5));
  }

  private static <R> R here(Mechanism<R> mechanism) {
    return mechanism.apply(PrivateRows.of(ROWS), new SeededNoise(7));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void tablesModelAndWeightsAreThoseOfOneMachine(int partitions) {
    Mechanism<FittedGenerator> generator = new PrivBayes().mechanism(task());
    FittedGenerator model = here(generator);
    WeightTask weighing =
        new WeightTask(
            ROWS.schema(),
            model.sample(2_000, new Seed(1)),
            model,
            3_000,
            new PrivacyBudget(2, 1e-6),
            new Seed(5));
    Mechanism<FittedWeights> moments = new Moments(MomentOptions.DEFAULTS).mechanism(weighing);
    Mechanism<FittedWeights> logistic = new BetaDebiased().mechanism(weighing);
    FittedWeights byPasses = logistic.apply(new TravellingRows(ROWS, 3), new SeededNoise(7));
    try (SparkRows there = SparkRows.of(frame.repartition(partitions), ROWS.schema())) {
      assertThat(NoisedCount.withEpsilon(1).apply(there, new SeededNoise(7)))
          .isEqualTo(here(NoisedCount.withEpsilon(1)));
      assertThat(generator.apply(there, new SeededNoise(7)).parameters())
          .isEqualTo(model.parameters());
      assertThat(logWeights(moments.apply(there, new SeededNoise(7)), weighing))
          .containsExactly(logWeights(here(moments), weighing));
      assertThat(there.passes()).isBetween(4, 6);
      assertThat(logWeights(logistic.apply(there, new SeededNoise(7)), weighing))
          .containsExactly(logWeights(byPasses, weighing));
    }
  }

  private static double[] logWeights(FittedWeights weights, WeightTask task) {
    return weights.weigh(task.synthetic()).logWeights();
  }

  private static Schema withUnits(int rowsPerUnit) {
    Schema schema = ROWS.schema();
    return new Schema(
        schema.name(),
        schema.unit(),
        schema.columns(),
        OptionalLong.empty(),
        schema.missingValues(),
        schema.ignored(),
        schema.identifiers(),
        schema.rules(),
        Optional.of(new UnitRows("who", rowsPerUnit)));
  }

  /** 3,000 rows of 1,000 persons, three each: all are kept, or one of each is. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void aPersonKeepsAsManyRowsAsTheSchemaSays(int partitions) {
    Dataset<Row> named =
        frame.withColumn("who", functions.expr("cast(hash(*) as string)")).repartition(partitions);
    List<String> names =
        named.select("who").collectAsList().stream().map(row -> row.getString(0)).toList();
    long persons = names.stream().distinct().count();
    try (SparkRows all = SparkRows.of(named, withUnits(5));
        SparkRows twice = SparkRows.of(named.union(named), withUnits(1))) {
      assertThat(all.counts(Cells.ONE)).containsExactly(3_000);
      assertThat(twice.counts(Cells.ONE)).containsExactly(persons);
      assertThat(here(new PrivBayes().mechanism(task())).parameters())
          .isEqualTo(new PrivBayes().mechanism(task()).apply(all, new SeededNoise(7)).parameters());
    }
  }

  @Test
  void aFrameThatHangsOnChanceIsRefused() {
    assertThatThrownBy(() -> SparkRows.of(frame.filter(functions.rand().gt(0.5)), ROWS.schema()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("hangs on chance");
  }

  @Test
  void lotsAreRefused() {
    try (SparkRows rows = SparkRows.of(frame, ROWS.schema())) {
      assertThatThrownBy(() -> rows.lots(1, (row, to, at) -> {}, 0.5, () -> 0L))
          .isInstanceOf(RefusedException.class);
    }
  }
}

package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.curator.ReleasePlan;
import tare.curator.WeightHandling;
import tare.generator.GeneratorFitter;
import tare.generator.gan.GanOptions;
import tare.generator.gan.WaveOptions;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;

/** Made-up rows with six columns that hang together, and plans to release them. */
final class SixColumns {

  static final int ROWS = 400;

  /** Networks that are small and quick. */
  static final GanOptions SMALL =
      GanOptions.DEFAULTS.withHiddenWidth(3).withEpochs(0.5).withWaves(new WaveOptions(0.7, 16, 3));

  static final Schema SCHEMA =
      new Schema(
          "six columns",
          "person",
          List.of(
              new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false),
              new Column(
                  "home",
                  new ColumnType.Category(List.of("own", "rent", "else"), Optional.empty()),
                  false),
              new Column("income", new ColumnType.Numeric(0, 10, List.of()), true),
              new Column("smoker", new ColumnType.YesNo("no", "yes"), false),
              new Column("old", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private SixColumns() {}

  /** The rows, in a new list. */
  static List<double[]> values() {
    RandomGenerator random = new Seed(1).stream("six columns");
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double age = 100 * random.nextDouble();
      double ill = random.nextDouble() < age / 100 ? 1 : 0;
      rows.add(
          new double[] {
            age,
            ill,
            random.nextInt(3),
            random.nextInt(10) == 0 ? Double.NaN : Math.min(10, age / 10 + random.nextDouble()),
            random.nextDouble() < 0.2 + 0.5 * ill ? 1 : 0,
            age > 60 ? 1 : 0
          });
    }
    return rows;
  }

  static Table table(List<double[]> rows) {
    return table(SCHEMA, rows);
  }

  /** The rows under a schema with the same columns. */
  static Table table(Schema schema, List<double[]> rows) {
    TableAppender appender = new TableAppender(schema);
    rows.forEach(appender::append);
    return appender.finish();
  }

  /** A plan that buys a count. @param weights a method's name, or "none" */
  static ReleasePlan plan(GeneratorFitter generator, String weights, PrivacyBudget budget) {
    ReleasePlan plan =
        ReleasePlan.of(budget)
            .withSplit(new ReleasePlan.Split(0.02, 0.4, 0.3))
            .withGenerator(generator)
            .withRows(150)
            .withHandling(WeightHandling.DEFAULTS.withReplicates(2))
            .withSeed(new Seed(2))
            .acceptingWeakDelta();
    return weights.equals("none")
        ? plan.withoutWeights()
        : plan.withWeights(WeightEstimators.named(weights, LogisticOptions.DEFAULTS));
  }
}

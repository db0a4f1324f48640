package tare.curator;

import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.ledger.Ledger;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;

/** Small tables, and plans to release them. */
final class Plans {

  private Plans() {}

  static Schema schema(OptionalLong publicRowCount) {
    return new Schema(
        "ward",
        "person",
        List.of(
            new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
            new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
        publicRowCount);
  }

  static Table rows(Schema schema, int count) {
    RandomGenerator random = new Seed(5).stream("rows");
    TableAppender appender = new TableAppender(schema);
    for (int r = 0; r < count; r++) {
      double age = 100 * random.nextDouble();
      appender.append(age, random.nextDouble() * 100 < age ? 1 : 0);
    }
    return appender.finish();
  }

  static Gate gate(Table rows, Ledger ledger) {
    return new Gate(PrivateTable.of(rows), ledger, "a release", new SeededNoise(6));
  }

  /** Ends a run when it comes to a step, with the step's name as its last word. */
  static Progress dyingAt(String dying) {
    return (step, done) -> {
      if (step.equals(dying)) {
        throw new IllegalStateException(dying);
      }
    };
  }

  /** A plan with epsilon 1 and delta 1e-6. @param weights a method's name, or "none" */
  static ReleasePlan plan(String generator, String weights) {
    return plan(GeneratorFitters.named(generator), weights);
  }

  static ReleasePlan plan(GeneratorFitter generator, String weights) {
    ReleasePlan plan =
        ReleasePlan.of(new PrivacyBudget(1, 1e-6)).withGenerator(generator).withSeed(new Seed(7));
    return weights.equals("none")
        ? plan.withoutWeights()
        : plan.withWeights(WeightEstimators.named(weights, LogisticOptions.DEFAULTS));
  }
}

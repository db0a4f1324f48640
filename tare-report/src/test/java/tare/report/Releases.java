package tare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;

/** Small releases to lay out. */
final class Releases {

  private Releases() {}

  /** People with an age, a heavy-tailed income, a region, and an illness that comes with age. */
  static Schema people(int rows) {
    return new Schema(
        "people",
        "person",
        List.of(
            new Column("age", new ColumnType.Whole(18, 95, List.of()), false),
            new Column("income", new ColumnType.Numeric(0, 1_000_000, List.of()), false),
            new Column(
                "region",
                new ColumnType.Category(List.of("n", "e", "s", "w"), Optional.empty()),
                true),
            new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
        OptionalLong.of(rows),
        List.of(""),
        List.of("passport"));
  }

  static Table rows(Schema schema, int count, Seed seed) {
    RandomGenerator random = seed.stream("people");
    TableAppender appender = new TableAppender(schema);
    for (int r = 0; r < count; r++) {
      double age = Math.rint(Math.min(95, Math.max(18, 50 + 15 * random.nextGaussian())));
      double income = Math.min(1e6, Math.exp(8 + 1.4 * random.nextGaussian()));
      double region =
          random.nextDouble() < 0.05
              ? Double.NaN
              : Math.floor(4 * Math.pow(random.nextDouble(), 2));
      appender.append(age, income, region, random.nextDouble() < age / 120 ? 1 : 0);
    }
    return appender.finish();
  }

  /** A release at epsilon 1. @param weights a method's name, or "none" */
  static Bundle of(Table rows, String generator, String weights, long seed) {
    ReleasePlan usual =
        ReleasePlan.of(new PrivacyBudget(1, 1e-6))
            .withGenerator(GeneratorFitters.named(generator))
            .withSeed(new Seed(seed));
    ReleasePlan plan =
        weights.equals("none")
            ? usual.withoutWeights()
            : usual.withWeights(WeightEstimators.named(weights, LogisticOptions.DEFAULTS));
    Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 1e-6));
    Gate gate = new Gate(PrivateTable.of(rows), ledger, "a release", new SeededNoise(seed));
    return ReleaseRun.run(gate, plan, Progress.SILENT);
  }

  /** A wide table of levels and numbers by turns. */
  static Table wide(int columns, int count) {
    List<Column> declared = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      ColumnType type =
          c % 2 == 0
              ? new ColumnType.Numeric(0, 100, List.of())
              : new ColumnType.Category(List.of("one", "two", "three", "four"), Optional.empty());
      declared.add(new Column("column " + c, type, c % 5 == 0));
    }
    Schema schema = new Schema("wide", "person", declared, OptionalLong.of(count));
    RandomGenerator random = new Seed(3).stream("wide");
    double[] row = new double[columns];
    TableAppender appender = new TableAppender(schema);
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < columns; c++) {
        row[c] = c % 2 == 0 ? 100 * random.nextDouble() : random.nextInt(4);
      }
      appender.append(row);
    }
    return appender.finish();
  }
}

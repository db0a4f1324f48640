package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.gate.MechanismFailedException;
import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.generator.gan.WaveOptions;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Tables on which a release might come to grief, and how it ends on them. */
enum HardRows {
  LEAST,
  GREATEST,
  MISSING,
  ONE_APART,
  A_HAIR_APART,
  MIXED,
  /** Every column says the same. */
  TIED;

  /** Those whose rows are all alike, or nearly. */
  static final List<HardRows> ALIKE = List.of(LEAST, GREATEST, MISSING, ONE_APART, A_HAIR_APART);

  /** As it ships, but for networks that are small and see few rows. */
  static final GeneratorFitter SMALL_PATE_GAN = new PateGan(new PateGanOptions(2, 1, 1, 2, 5e-4));

  /** As it ships, but for networks that are small and see few lots. */
  static GeneratorFitter smallGan(Gan.Kind kind) {
    return new Gan(
        kind,
        GanOptions.DEFAULTS
            .withHiddenWidth(2)
            .withLotSize(4)
            .withEpochs(1e-9)
            .withWaves(new WaveOptions(0.7, 4, 5)));
  }

  /** A schema with a column of every kind. */
  static Schema ofEveryKind(OptionalLong n) {
    return new Schema(
        "every kind",
        "person",
        List.of(
            new Column("number", new ColumnType.Numeric(-1e6, 1e6, List.of()), true),
            new Column("narrow", new ColumnType.Numeric(5, 5.000_000_1, List.of()), false),
            new Column("whole", new ColumnType.Whole(0, 1_000_000, List.of()), true),
            new Column(
                "level", new ColumnType.Category(List.of("a", "b", "c"), Optional.of("c")), true),
            new Column("sick", new ColumnType.YesNo("no", "yes"), false)),
        n);
  }

  /** A table of such rows. */
  Table of(Schema schema, int count) {
    double[] shared = new Seed(3).stream("shared").doubles(count).toArray();
    double[][] values = new double[schema.columnCount()][count];
    for (int c = 0; c < values.length; c++) {
      RandomGenerator random = new Seed(4).stream("column " + c);
      for (int r = 0; r < count; r++) {
        values[c][r] = value(schema.column(c), r, shared[r], random.nextDouble());
      }
    }
    return ColumnarTable.of(schema, values);
  }

  private double value(Column column, int row, double shared, double own) {
    ColumnType type = column.type();
    double low = type.isNumeric() ? type.lowerBound() : 0;
    double high = type.isNumeric() ? type.upperBound() : type.levelCount() - 1;
    double hair = type.isNumeric() && type.step() == 0 ? Math.ulp(high) : 0;
    return switch (this) {
      case LEAST -> low;
      case GREATEST -> high;
      case MISSING -> column.missingAllowed() ? Double.NaN : low;
      case ONE_APART -> row == 0 ? high : low;
      case A_HAIR_APART -> row % 2 == 0 ? high : high - hair;
      case MIXED -> column.missingAllowed() && own < 0.1 ? Double.NaN : within(type, own);
      case TIED -> within(type, shared);
    };
  }

  /** A value so far up between the least and the greatest. */
  private static double within(ColumnType type, double part) {
    return type.isNumeric()
        ? type.lowerBound() + part * (type.upperBound() - type.lowerBound())
        : Math.floor(part * type.levelCount());
  }

  /** How a release ends, but for what came out of it; rows that came out decide on weights. */
  static String outcome(Table rows, ReleasePlan plan) {
    Ledger ledger = Ledger.inMemory(plan.budget());
    try {
      Bundle bundle = ReleaseRun.run(Plans.gate(rows, ledger), plan, Progress.SILENT);
      return "released, rows: " + bundle.synthetic().rowCount();
    } catch (IllegalArgumentException | BudgetRefusedException refusal) {
      assertThat(ledger.entries()).as(refusal.getMessage()).isEmpty();
      return "refused: " + refusal.getMessage();
    } catch (MechanismFailedException failure) {
      return "failed: " + failure.getMessage() + " " + failure.getStackTrace()[0];
    }
  }
}

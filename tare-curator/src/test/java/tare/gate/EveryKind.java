package tare.gate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.Steps;
import tare.schema.TimeForm;
import tare.table.Table;
import tare.table.TableAppender;

/** A made-up table with a column of every kind. */
public final class EveryKind {

  /** A column of every kind. */
  public static final Schema SCHEMA =
      new Schema(
          "kinds",
          "person",
          List.of(
              new Column("pay", new ColumnType.Numeric(0, 1e5, List.of()), true),
              new Column("age", new ColumnType.Whole(0, 110, List.of(18.0, 65.0)), false),
              new Column(
                  "price", new ColumnType.Stepped(new Steps(0, 999, 1, 2), List.of()), false),
              new Column(
                  "day",
                  new ColumnType.Temporal(TimeForm.DATE, new Steps(0, 20_000, 1, 0), List.of()),
                  true),
              new Column(
                  "town",
                  new ColumnType.Category(List.of("a", "b", "c", "rest"), Optional.of("rest")),
                  true),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(3_000));

  private EveryKind() {}

  /** Rows of it, the same each time. */
  public static Table rows(int count) {
    return rows(count, SCHEMA);
  }

  /** The same under a schema that declares how many they are. */
  public static Table declared(int count) {
    return rows(
        count, new Schema(SCHEMA.name(), SCHEMA.unit(), SCHEMA.columns(), OptionalLong.of(count)));
  }

  private static Table rows(int count, Schema schema) {
    RandomGenerator random = new Seed(3).stream("rows");
    TableAppender rows = new TableAppender(schema);
    for (int r = 0; r < count; r++) {
      double age = random.nextInt(111);
      rows.append(
          random.nextInt(10) == 0 ? Double.NaN : 1e5 * Math.pow(random.nextDouble(), 3),
          age,
          random.nextInt(1000) / 100.0,
          random.nextInt(10) == 0 ? Double.NaN : random.nextInt(20_001),
          random.nextInt(10) == 0 ? Double.NaN : random.nextInt(4),
          random.nextInt(111) < age ? 1 : 0);
    }
    return rows.finish();
  }
}

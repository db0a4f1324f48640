package tare.evaluation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;

/** Small tables with every kind of column. */
public final class Tables {

  static final Schema MIXED =
      new Schema(
          "mixed",
          "person",
          List.of(
              new Column("age", new ColumnType.Numeric(0, 100, List.of()), true),
              new Column("visits", new ColumnType.Whole(0, 6, List.of()), false),
              new Column(
                  "ward",
                  new ColumnType.Category(List.of("north", "south", "west"), Optional.empty()),
                  true),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private Tables() {}

  /**
   * Rows in which illness depends on age.
   *
   * @param tilt shifts ages upwards
   */
  public static ColumnarTable mixed(int rows, double tilt, long seed) {
    RandomGenerator chance = new Seed(seed).stream("mixed");
    double[][] columns = new double[4][rows];
    for (int r = 0; r < rows; r++) {
      double age = Math.min(100, Math.max(0, 50 + tilt + 15 * chance.nextGaussian()));
      columns[0][r] = chance.nextInt(20) == 0 ? Double.NaN : age;
      columns[1][r] = chance.nextInt(7);
      columns[2][r] = chance.nextInt(15) == 0 ? Double.NaN : chance.nextInt(3);
      columns[3][r] = chance.nextDouble() < 1 / (1 + Math.exp(-(age - 50) / 8)) ? 1 : 0;
    }
    return ColumnarTable.of(MIXED, columns);
  }
}

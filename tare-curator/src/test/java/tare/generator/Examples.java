package tare.generator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Small tables made from a seed, and how far two tables are apart. */
public final class Examples {

  /** One column of every kind, some with missing values. */
  public static final Schema MIXED =
      new Schema(
          "mixed",
          "person",
          List.of(
              new Column("age", new ColumnType.Whole(18, 97, List.of()), false),
              new Column("income", new ColumnType.Numeric(0, 1000, List.of()), true),
              new Column("score", new ColumnType.Numeric(-1, 1, List.of(-0.5, 0.0, 0.5)), false),
              new Column(
                  "region",
                  new ColumnType.Category(List.of("north", "south", "east"), Optional.empty()),
                  true),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private Examples() {}

  /** Rows in which every column but the first depends on the first. */
  public static Table correlated(int rows, Seed seed) {
    RandomGenerator random = seed.stream("correlated rows");
    double[][] values = new double[5][rows];
    for (int r = 0; r < rows; r++) {
      double age = 18 + 79 * Math.pow(random.nextDouble(), 1.5);
      boolean old = age > 50;
      values[0][r] = age;
      values[1][r] =
          random.nextDouble() < (old ? 0.3 : 0.05)
              ? Double.NaN
              : random.nextDouble() < 0.1
                  ? 0
                  : Math.min(1000, 8 * age + 60 * random.nextGaussian());
      values[2][r] = Math.tanh((age - 50) / 20 + 0.3 * random.nextGaussian());
      values[3][r] = random.nextDouble() < 0.05 ? Double.NaN : old ? random.nextInt(2) : 2;
      values[4][r] = random.nextDouble() < (old ? 0.8 : 0.1) ? 1 : 0;
    }
    return ColumnarTable.of(MIXED, values);
  }

  /** A schema of yes/no columns. */
  public static Schema yesNo(int columns) {
    return new Schema(
        "bits",
        "person",
        java.util.stream.IntStream.range(0, columns)
            .mapToObj(c -> new Column("b" + c, new ColumnType.YesNo("no", "yes"), false))
            .toList(),
        OptionalLong.empty());
  }

  /** A table of yes/no columns from rows of zeros and ones. */
  public static Table bits(Schema schema, int[]... rows) {
    double[][] values = new double[schema.columnCount()][rows.length];
    for (int r = 0; r < rows.length; r++) {
      for (int c = 0; c < values.length; c++) {
        values[c][r] = rows[r][c];
      }
    }
    return ColumnarTable.of(schema, values);
  }

  /** Mean total variation distance of all pairs of columns, numbers in ten even bins. */
  public static double twoWayError(Table a, Table b) {
    int columns = a.schema().columnCount();
    double sum = 0;
    for (int i = 0; i < columns; i++) {
      for (int j = i + 1; j < columns; j++) {
        double[] difference = new double[12 * 12];
        add(a, i, j, 1.0 / a.rowCount(), difference);
        add(b, i, j, -1.0 / b.rowCount(), difference);
        for (double d : difference) {
          sum += Math.abs(d) / 2;
        }
      }
    }
    return sum / (columns * (columns - 1) / 2.0);
  }

  private static void add(Table table, int i, int j, double amount, double[] cells) {
    for (int r = 0; r < table.rowCount(); r++) {
      cells[cell(table, r, i) * 12 + cell(table, r, j)] += amount;
    }
  }

  private static int cell(Table table, int row, int column) {
    if (table.missing(row, column)) {
      return 11;
    }
    ColumnType type = table.schema().column(column).type();
    if (!type.isNumeric()) {
      return table.level(row, column);
    }
    double range = type.upperBound() - type.lowerBound();
    return (int) Math.min(9, 10 * (table.number(row, column) - type.lowerBound()) / range);
  }
}

package tare.weight;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.accounting.PrivacyBudget;
import tare.accounting.ReleaseBudget;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;

/** Small tables for the tests of this package. */
public final class Tables {

  private Tables() {}

  /** Columns x0, x1, ... with values in [lo, hi]. */
  public static Schema numeric(int columns, double lo, double hi) {
    return new Schema(
        "numbers",
        "person",
        IntStream.range(0, columns)
            .mapToObj(i -> new Column("x" + i, new ColumnType.Numeric(lo, hi, List.of()), false))
            .toList(),
        OptionalLong.empty());
  }

  /** A number that may be missing, three groups, and a yes/no. */
  public static Schema mixed() {
    return new Schema(
        "mixed",
        "person",
        List.of(
            new Column("age", new ColumnType.Whole(0, 100, List.of()), true),
            new Column(
                "group", new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()), true),
            new Column("sick", new ColumnType.YesNo("no", "yes"), false)),
        OptionalLong.empty());
  }

  public static Table rows(Schema schema, double[]... rows) {
    TableAppender appender = new TableAppender(schema);
    for (double[] row : rows) {
      appender.append(row);
    }
    return appender.finish();
  }

  /** Independent Gaussian columns with a mean, in [-6, 6]. */
  public static Table gaussian(int rows, int columns, double mean, RandomGenerator random) {
    TableAppender appender = new TableAppender(numeric(columns, -6, 6));
    for (int r = 0; r < rows; r++) {
      double[] row = new double[columns];
      for (int c = 0; c < columns; c++) {
        row[c] = Math.max(-6, Math.min(6, mean + random.nextGaussian()));
      }
      appender.append(row);
    }
    return appender.finish();
  }

  /** Rows of {@link #mixed()}; older and sicker as {@code tilt} grows. */
  public static Table mixedRows(int rows, double tilt, Seed seed) {
    RandomGenerator random = seed.stream("mixed rows");
    UnaryOperator<Double> orMissing = v -> random.nextInt(20) == 0 ? Double.NaN : v;
    TableAppender appender = new TableAppender(mixed());
    for (int r = 0; r < rows; r++) {
      double age =
          Math.rint(Math.max(0, Math.min(100, 45 + 10 * tilt + 15 * random.nextGaussian())));
      appender.append(
          orMissing.apply(age),
          orMissing.apply((double) random.nextInt(3)),
          random.nextDouble() < 0.3 + 0.2 * tilt ? 1 : 0);
    }
    return appender.finish();
  }

  public static WeightTask task(Table synthetic, long n, double epsilon, double delta) {
    return new WeightTask(
        synthetic.schema(), synthetic, null, n, new PrivacyBudget(epsilon, delta), new Seed(7));
  }

  /** The same for rows of a generator that counts every column, with noise of so many rows. */
  public static WeightTask countedTask(Table synthetic, long n, double epsilon, double noise) {
    PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
    return new WeightTask(
        synthetic.schema(),
        synthetic,
        null,
        n,
        budget,
        ReleaseBudget.of(budget),
        OptionalDouble.of(noise),
        new Seed(7),
        Progress.SILENT);
  }
}

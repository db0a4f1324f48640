package tare.paper;

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

/** Laws that made-up rows are drawn from, so that every truth about them is known. */
public final class Laws {

  /**
   * Patients: age, sex, body mass, smoking and a treatment without effect on blood pressure; a
   * linear outcome and a yes/no one.
   */
  public static final Law PATIENTS =
      new Law(
          "patients",
          List.of(
              number("age", 18, 95),
              yesNo("sex"),
              number("bmi", 12, 60),
              yesNo("smoker"),
              yesNo("treat"),
              number("systolic", 70, 220),
              yesNo("readmitted")),
          Laws::patient);

  /**
   * Claims: an outcome with a heavy tail, two columns that nearly say the same, a region of four
   * levels, and a yes/no outcome.
   */
  public static final Law CLAIMS =
      new Law(
          "claims",
          List.of(
              number("exposure", -4, 4),
              number("mileage", -5, 5),
              new Column(
                  "region",
                  new ColumnType.Category(
                      List.of("north", "east", "south", "west"), Optional.empty()),
                  false),
              number("cost", 0, 150),
              yesNo("fraud")),
          Laws::claim);

  private Laws() {}

  /** All laws. */
  public static List<Law> all() {
    return List.of(PATIENTS, CLAIMS);
  }

  /** Draws one row: numbers as they are, levels by index. */
  public interface RowLaw {
    void draw(RandomGenerator random, double[] row);
  }

  /**
   * A law.
   *
   * @param name a word
   * @param columns what is declared of a row
   * @param rows draws a row
   */
  public record Law(String name, List<Column> columns, RowLaw rows) {

    public Law {
      columns = List.copyOf(columns);
    }

    /** The schema, with a public row count. */
    public Schema schema(long n) {
      return new Schema(name, "person", columns, OptionalLong.of(n));
    }

    /** Independent rows. */
    public Table draw(int n, Seed seed) {
      RandomGenerator random = seed.stream("rows of " + name);
      double[][] values = new double[columns.size()][n];
      double[] row = new double[columns.size()];
      for (int r = 0; r < n; r++) {
        rows.draw(random, row);
        for (int c = 0; c < row.length; c++) {
          values[c][r] = row[c];
        }
      }
      return ColumnarTable.of(schema(n), values);
    }
  }

  private static void patient(RandomGenerator random, double[] row) {
    double age = clip(55 + 15 * random.nextGaussian(), 18, 95);
    double sex = coin(random, 0.5);
    double bmi = clip(27 + 0.05 * (age - 55) + sex + 4.5 * random.nextGaussian(), 12, 60);
    double smoker = coin(random, logistic(-1 - 0.02 * (age - 55) + 0.4 * sex));
    double treat = coin(random, 0.5);
    double systolic =
        clip(85 + 0.5 * age + 0.8 * bmi + 5 * smoker + 12 * random.nextGaussian(), 70, 220);
    double logit = -1.2 + 0.03 * (age - 55) + 0.05 * (bmi - 27) + 0.6 * smoker - 0.5 * treat;
    put(row, age, sex, bmi, smoker, treat, systolic, coin(random, logistic(logit)));
  }

  private static void claim(RandomGenerator random, double[] row) {
    double exposure = clip(random.nextGaussian(), -4, 4);
    double mileage = clip(exposure + 0.3 * random.nextGaussian(), -5, 5);
    double height = random.nextDouble() + 0.05 * exposure;
    double region = height < 0.4 ? 0 : height < 0.7 ? 1 : height < 0.9 ? 2 : 3;
    double level = 1 + 0.4 * exposure + (region == 1 ? -0.2 : region == 2 ? 0.5 : 0);
    double cost = clip(Math.exp(level + 0.8 * random.nextGaussian()), 0, 150);
    double fraud = coin(random, logistic(-1 + 0.5 * exposure + (region == 2 ? 0.4 : 0)));
    put(row, exposure, mileage, region, cost, fraud);
  }

  private static void put(double[] row, double... values) {
    System.arraycopy(values, 0, row, 0, row.length);
  }

  private static double clip(double value, double lo, double hi) {
    return Math.max(lo, Math.min(hi, value));
  }

  private static double coin(RandomGenerator random, double probability) {
    return random.nextDouble() < probability ? 1 : 0;
  }

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static Column number(String name, double lo, double hi) {
    return new Column(name, new ColumnType.Numeric(lo, hi, List.of()), false);
  }

  private static Column yesNo(String name) {
    return new Column(name, new ColumnType.YesNo("no", "yes"), false);
  }
}

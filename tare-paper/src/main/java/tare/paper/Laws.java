package tare.paper;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
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

  /** Trades: categories of many levels, the last of them rare; pay, and who leaves. */
  public static final Law TRADES =
      new Law(
          "trades",
          List.of(
              category("trade", 12),
              category("place", 20),
              category("grade", 5),
              number("years", 0, 45),
              yesNo("treat"),
              number("pay", 0, 150),
              yesNo("leaves")),
          Laws::trade);

  /** Curves: an outcome that bends with the dose and crosses with age and sex. */
  public static final Law CURVES =
      new Law(
          "curves",
          List.of(
              number("dose", 0, 10),
              number("age", 20, 80),
              yesNo("sex"),
              yesNo("treat"),
              number("answer", 0, 100),
              yesNo("cured")),
          Laws::curve);

  private static final double[] TRADE_SHARES = zipf(12, 1.1);
  private static final double[] PLACE_SHARES = zipf(20, 0.8);

  private Laws() {}

  /** All laws. */
  public static List<Law> all() {
    return List.of(PATIENTS, CLAIMS, TRADES, CURVES);
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

  private static void trade(RandomGenerator random, double[] row) {
    int trade = pick(random, TRADE_SHARES);
    int place = pick(random, PLACE_SHARES);
    double years = clip(45 * Math.pow(random.nextDouble(), 1.5), 0, 45);
    double grade = clip(Math.floor(years / 12 + 1.2 * random.nextGaussian() + 0.5), 0, 4);
    double treat = coin(random, 0.5);
    double level = 35 + 0.6 * years + 5 * grade + 4 * (trade % 3);
    double pay = clip(level + 9 * random.nextGaussian(), 0, 150);
    double logit = -0.5 - 0.04 * years + (trade == 1 ? 0.5 : 0) + (place < 3 ? 0.3 : 0);
    put(row, trade, place, grade, years, treat, pay, coin(random, logistic(logit)));
  }

  private static void curve(RandomGenerator random, double[] row) {
    double dose = 10 * Math.pow(random.nextDouble(), 0.7);
    double age = 20 + 30 * (random.nextDouble() + random.nextDouble());
    double sex = coin(random, 0.5);
    double treat = coin(random, 0.5);
    double bend = 30 * dose * dose / (dose * dose + 9) - 0.01 * (age - 50) * (age - 50);
    double cross = (sex > 0 ? 0.05 : -0.02) * (age - 50) * dose;
    double answer = clip(40 + bend + cross + 8 * random.nextGaussian(), 0, 100);
    double logit = 0.06 * (answer - 55) + (sex > 0 ? 0.12 : -0.12) * (dose - 5);
    put(row, dose, age, sex, treat, answer, coin(random, logistic(logit)));
  }

  /** A level by its share. @param shares Not modified. */
  static int pick(RandomGenerator random, double[] shares) {
    double height = random.nextDouble();
    int level = 0;
    while (level < shares.length - 1 && height >= shares[level]) {
      height -= shares[level++];
    }
    return level;
  }

  /** Shares that fall as a power of the rank. */
  private static double[] zipf(int levels, double power) {
    double[] heights =
        IntStream.rangeClosed(1, levels).mapToDouble(k -> Math.pow(k, -power)).toArray();
    double sum = Arrays.stream(heights).sum();
    return Arrays.stream(heights).map(height -> height / sum).toArray();
  }

  /** Fills a row. @param values Not modified. */
  static void put(double[] row, double... values) {
    System.arraycopy(values, 0, row, 0, row.length);
  }

  /** A value within bounds. */
  public static double clip(double value, double lo, double hi) {
    return Math.max(lo, Math.min(hi, value));
  }

  /** One with a probability, else zero. */
  public static double coin(RandomGenerator random, double probability) {
    return random.nextDouble() < probability ? 1 : 0;
  }

  /** The logistic function. */
  public static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  /** A column of numbers without cuts. */
  public static Column number(String name, double lo, double hi) {
    return new Column(name, new ColumnType.Numeric(lo, hi, List.of()), false);
  }

  /** A column of so many levels. */
  public static Column category(String name, int levels) {
    List<String> names = IntStream.range(0, levels).mapToObj(k -> name + k).toList();
    return new Column(name, new ColumnType.Category(names, Optional.empty()), false);
  }

  /** A column of yes and no. */
  static Column yesNo(String name) {
    return new Column(name, new ColumnType.YesNo("no", "yes"), false);
  }
}

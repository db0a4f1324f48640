package tare.bench;

import static tare.paper.Laws.category;
import static tare.paper.Laws.clip;
import static tare.paper.Laws.coin;
import static tare.paper.Laws.logistic;
import static tare.paper.Laws.number;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.paper.Laws;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Steps;

/**
 * Laws of tables as people have them: rounded numbers, amounts of money, many levels, missing
 * cells, many columns. Beside those of the paper's studies.
 */
final class MadeUpTables {

  /** Patients as in examples/patients/make.py. */
  private static final Laws.Law DEMO =
      new Laws.Law(
          "demo",
          List.of(
              whole("age", 18, 95),
              category("sex", 2),
              number("bmi", 14, 55),
              category("smoker", 2),
              category("activity", 3),
              whole("systolic", 80, 220),
              new Column("cholesterol", new ColumnType.Numeric(2, 11, List.of()), true),
              category("diabetes", 2),
              category("readmitted", 2)),
          MadeUpTables::patient);

  /**
   * Money over many scales, a count, 30 branches, quarters of an hour, a number that is mostly 0.
   */
  private static final Laws.Law SHOP =
      new Laws.Law(
          "shop",
          List.of(
              number("amount", 0, 100_000),
              whole("items", 0, 200),
              category("branch", 30),
              number("hour", 0, 24),
              number("discount", 0, 100),
              category("card", 2),
              category("day", 7)),
          MadeUpTables::purchase);

  /** Twelve questions that two traits answer, and three numbers. */
  private static final Laws.Law SURVEY = new Laws.Law("survey", questions(), MadeUpTables::answers);

  /** Weights in fives that are declared without their step, waiting times with a tail. */
  private static final Laws.Law CLINIC =
      new Laws.Law("clinic", clinic(number("weight", 30, 250)), MadeUpTables::visitor);

  /** The same with the step declared. */
  private static final Laws.Law STEPPED =
      new Laws.Law(
          "stepped",
          clinic(
              new Column(
                  "weight", new ColumnType.Stepped(new Steps(30, 250, 5, 0), List.of()), false)),
          MadeUpTables::visitor);

  private MadeUpTables() {}

  static Laws.Law named(String name) {
    List<Laws.Law> all = new ArrayList<>(List.of(DEMO, SHOP, SURVEY, CLINIC, STEPPED));
    all.addAll(Laws.all());
    return all.stream().filter(law -> law.name().equals(name)).findFirst().orElseThrow();
  }

  private static void patient(RandomGenerator random, double[] row) {
    double years =
        random.nextDouble() < 0.45
            ? 48 + 12 * random.nextGaussian()
            : 71 + 9 * random.nextGaussian();
    double age = clip(Math.floor(years), 18, 95);
    double sex = coin(random, 0.47);
    double activity = pick(random, 0.25 + age / 250, 0.5, 0.6 - age / 200);
    double slack = activity == 0 ? 1.8 : activity == 1 ? 0 : -1.7;
    double bmi = clip(26.3 + slack + 0.03 * (age - 50) + 3.9 * random.nextGaussian(), 14, 55);
    double smoker = coin(random, (age < 65 ? 0.27 : 0.12) * (sex == 1 ? 1.25 : 1));
    double pressure = 96 + 0.47 * age + 0.55 * (bmi - 25) + 12 * random.nextGaussian();
    double systolic = clip(Math.floor(pressure), 80, 220);
    double fat = 4.1 + 0.018 * age + 0.05 * (bmi - 25) + 0.9 * random.nextGaussian();
    double diabetes = coin(random, logistic(-4.9 + 0.035 * age + 0.16 * (bmi - 25)));
    double risk = -4.6 + 0.031 * age + 0.011 * (systolic - 120) + 0.7 * diabetes + 0.5 * smoker;
    double readmitted = coin(random, logistic(risk + (activity == 0 ? 0.35 : 0)));
    double lab = random.nextDouble() < 0.06 ? Double.NaN : rounded(clip(fat, 2, 11), 0.1);
    put(row, age, sex, rounded(bmi, 0.1), smoker, activity, systolic, lab, diabetes, readmitted);
  }

  private static void purchase(RandomGenerator random, double[] row) {
    double size = random.nextGaussian();
    double branch = Math.floor(30 * Math.pow(random.nextDouble(), 2));
    double amount = clip(Math.exp(3.3 + 1.3 * size + 0.02 * branch), 0, 100_000);
    double items = clip(Math.floor(Math.exp(1 + 0.8 * size + 0.5 * random.nextGaussian())), 0, 200);
    double hour =
        random.nextDouble() < 0.4
            ? 12 + 1.5 * random.nextGaussian()
            : 17.5 + 2 * random.nextGaussian();
    double discount =
        random.nextDouble() < 0.6
            ? 0
            : 5 * Math.rint(clip(2 + 2 * Math.abs(random.nextGaussian()), 1, 20));
    double card = coin(random, logistic(-0.5 + 0.8 * size));
    double day = Math.floor(7 * Math.pow(random.nextDouble(), 0.8));
    put(
        row,
        rounded(amount, 0.01),
        items,
        branch,
        rounded(clip(hour, 0, 24), 0.25),
        discount,
        card,
        day);
  }

  private static List<Column> questions() {
    List<Column> columns = new ArrayList<>();
    IntStream.range(0, 12).forEach(q -> columns.add(category("q" + q, 5)));
    columns.addAll(
        List.of(whole("age", 18, 90), number("income", 0, 500_000), number("score", -10, 10)));
    return columns;
  }

  private static void answers(RandomGenerator random, double[] row) {
    double first = random.nextGaussian();
    double second = random.nextGaussian();
    for (int q = 0; q < 12; q++) {
      double trait = (q % 2 == 0 ? 0.8 * first : 0.7 * second) + (q % 3 == 0 ? 0.3 * second : 0);
      double lean = trait + random.nextGaussian() + 0.2 * (q - 6) / 3;
      row[q] = clip(Math.floor(2.5 + 1.1 * lean), 0, 4);
    }
    row[12] = Math.rint(clip(50 + 16 * random.nextGaussian() + 4 * first, 18, 90));
    double income = Math.exp(10.2 + 0.7 * random.nextGaussian() + 0.2 * second);
    row[13] = rounded(clip(income, 0, 500_000), 100);
    row[14] = clip(2 * first - second + random.nextGaussian(), -10, 10);
  }

  private static List<Column> clinic(Column weight) {
    return List.of(
        weight,
        number("height", 120, 220),
        whole("visits", 0, 100),
        number("wait", 0, 1000),
        category("ward", 9),
        category("ill", 2),
        category("insured", 3));
  }

  private static void visitor(RandomGenerator random, double[] row) {
    double height = 170 + 9 * random.nextGaussian();
    double weight =
        0.8 * (height - 100)
            + 15
            + 14 * random.nextGaussian()
            + (random.nextDouble() < 0.1 ? 25 : 0);
    double ill = coin(random, logistic(-2 + 0.03 * (weight - 75)));
    double visits = Math.floor(-Math.log(random.nextDouble()) * (2 + 6 * ill));
    double wait =
        -30 * Math.log(random.nextDouble())
            + (random.nextDouble() < 0.05 ? 300 * random.nextDouble() : 0);
    double ward = Math.floor(9 * Math.pow(random.nextDouble(), ill > 0 ? 2.5 : 1.3));
    put(
        row,
        rounded(clip(weight, 30, 250), 5),
        Math.rint(clip(height, 120, 220)),
        clip(visits, 0, 100),
        clip(wait, 0, 1000),
        ward,
        ill,
        pick(random, 0.8, 0.14, 0.06));
  }

  private static void put(double[] row, double... values) {
    System.arraycopy(values, 0, row, 0, row.length);
  }

  private static double pick(RandomGenerator random, double first, double second, double third) {
    double height = random.nextDouble() * (first + second + third);
    return height < first ? 0 : height < first + second ? 1 : 2;
  }

  private static double rounded(double value, double step) {
    double parts = Math.rint(1 / step);
    return step < 1 ? Math.rint(value * parts) / parts : Math.rint(value / step) * step;
  }

  private static Column whole(String name, long lo, long hi) {
    return new Column(name, new ColumnType.Whole(lo, hi, List.of()), false);
  }
}

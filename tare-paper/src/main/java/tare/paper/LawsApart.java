package tare.paper;

import static tare.paper.Laws.category;
import static tare.paper.Laws.clip;
import static tare.paper.Laws.coin;
import static tare.paper.Laws.logistic;
import static tare.paper.Laws.number;
import static tare.paper.Laws.pick;
import static tare.paper.Laws.put;
import static tare.paper.Laws.yesNo;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tare.paper.Laws.Law;
import tare.schema.Column;
import tare.schema.ColumnType;

/**
 * Laws that no setting was found on: what the study says of them is what strangers' tables may
 * expect. Whoever chooses anything by one of them moves it to {@link Laws}.
 */
final class LawsApart {

  /** Households: a skewed income that explains nearly all of what is spent, and forty hours. */
  static final Law HOUSEHOLDS =
      new Law(
          "households",
          List.of(
              whole("age", 18, 95),
              category("school", 5),
              yesNo("female"),
              number("hours", 0, 100),
              number("income", 0, 500),
              number("spent", 0, 300),
              yesNo("owner")),
          LawsApart::household);

  /** Stays in a hospital: counts, long tails, a rare unit and a rare end. */
  static final Law STAYS =
      new Law(
          "stays",
          List.of(
              whole("age", 0, 105),
              yesNo("male"),
              category("unit", 6),
              number("creatinine", 0, 20),
              whole("diagnoses", 0, 40),
              number("days", 0, 120),
              yesNo("intensive"),
              yesNo("died")),
          LawsApart::stay);

  /** Traits: ten yes/no columns that lean on two hidden numbers, with interactions. */
  static final Law TRAITS =
      new Law(
          "traits",
          Stream.concat(
                  IntStream.range(0, 10).mapToObj(k -> yesNo("trait" + k)),
                  Stream.of(number("score", 0, 100), yesNo("passed")))
              .toList(),
          LawsApart::traits);

  /** Purchases: a third are zero, the rest spread over scales under bounds far beyond them. */
  static final Law PURCHASES =
      new Law(
          "purchases",
          List.of(
              number("paid", 0, 100_000),
              whole("visits", 0, 1_000),
              category("town", 9),
              number("warmth", -50, 60),
              yesNo("card"),
              number("rating", 0, 10),
              yesNo("back")),
          LawsApart::purchase);

  private static final double[] SCHOOLS = {0.1, 0.3, 0.3, 0.2, 0.1};
  private static final double[] UNITS = {0.35, 0.25, 0.18, 0.12, 0.07, 0.03};
  private static final double[] TOWNS = {0.3, 0.2, 0.15, 0.1, 0.1, 0.06, 0.05, 0.03, 0.01};

  /** Young patients among old ones. */
  private static final double CHILDREN = 0.15;

  /** So many work exactly forty hours. */
  private static final double FORTY = 0.35;

  private LawsApart() {}

  private static void household(RandomGenerator random, double[] row) {
    double age = Math.floor(18 + 69.3 * Math.pow(random.nextDouble(), 1.3));
    double school = pick(random, SCHOOLS);
    double female = coin(random, 0.52);
    double hours =
        random.nextDouble() < FORTY
            ? 40
            : clip(36 + 10 * random.nextGaussian() - 4 * female, 0, 100);
    double level = 2.9 + 0.15 * school + 0.012 * hours - 0.0006 * (age - 48) * (age - 48);
    double income = clip(Math.exp(level - 0.1 * female + 0.6 * random.nextGaussian()), 0, 500);
    double noise = 6 * random.nextGaussian() * Math.sqrt(1 + income / 30);
    double spent = clip(6 + 0.35 * income + 0.1 * age + noise, 0, 300);
    double owner = coin(random, logistic(-2 + 0.03 * age + 0.015 * income + 0.1 * school));
    put(row, age, school, female, hours, income, spent, owner);
  }

  private static void stay(RandomGenerator random, double[] row) {
    boolean child = random.nextDouble() < CHILDREN;
    double years = child ? 8 + 6 * random.nextGaussian() : 64 + 16 * random.nextGaussian();
    double age = Math.floor(clip(years, 0, 105));
    double male = coin(random, 0.48);
    int unit = pick(random, UNITS);
    double creatinine =
        clip(Math.exp(-0.1 + 0.004 * age + 0.1 * male + 0.45 * random.nextGaussian()), 0, 20);
    double rate = 0.4 + 0.015 * age + (unit == 2 ? 0.15 : 0) + 0.4 * random.nextGaussian();
    double diagnoses = Math.min(40, count(random, Math.exp(rate)));
    double intensive = coin(random, logistic(-3 + 0.08 * diagnoses + 0.3 * creatinine));
    double length = 0.6 + 0.05 * diagnoses + 0.6 * intensive + 0.7 * random.nextGaussian();
    double days = clip(Math.exp(length), 0, 120);
    double died = coin(random, logistic(-6 + 0.035 * age + 0.05 * diagnoses + 1.2 * intensive));
    put(row, age, male, unit, creatinine, diagnoses, days, intensive, died);
  }

  private static void traits(RandomGenerator random, double[] row) {
    double[] hidden = {random.nextGaussian(), random.nextGaussian()};
    double first = 0;
    for (int k = 0; k < 10; k++) {
      row[k] = coin(random, logistic(-1.5 + 0.25 * k + 0.9 * hidden[k % 2]));
      first += k < 5 ? row[k] : 0;
    }
    double level = 40 + 4 * first + 3 * row[7] - 2 * row[1] * row[2];
    row[10] = clip(level + 10 * random.nextGaussian(), 0, 100);
    double logit = -2.5 + 0.02 * row[10] + 0.5 * row[0] - 0.4 * row[3] + 0.8 * row[4] * row[5];
    row[11] = coin(random, logistic(logit));
  }

  private static void purchase(RandomGenerator random, double[] row) {
    int town = pick(random, TOWNS);
    double warmth =
        random.nextBoolean() ? 2 + 4 * random.nextGaussian() : 22 + 5 * random.nextGaussian();
    double card = coin(random, 0.3 + 0.04 * town);
    double visits = count(random, Math.exp(0.8 + 0.5 * card + 0.8 * random.nextGaussian()));
    double each = Math.exp(2.2 + 0.3 * card + 0.5 * random.nextGaussian());
    double paid = clip(Math.rint(100 * visits * each) / 100, 0, 100_000);
    double liked = 6.5 + 0.05 * warmth - (town == 3 ? 0.3 : 0) + 0.1 * Math.min(visits, 15);
    double rating = clip(Math.rint(2 * (liked + 1.5 * random.nextGaussian())) / 2, 0, 10);
    double back = coin(random, logistic(-2 + 0.25 * rating + 0.5 * card));
    put(row, paid, visits, town, warmth, card, rating, back);
  }

  /** A Poisson count, by the time that its events take. */
  private static double count(RandomGenerator random, double mean) {
    int events = -1;
    for (double time = 0; time < mean; events++) {
      time -= Math.log(1 - random.nextDouble());
    }
    return Math.max(0, events);
  }

  private static Column whole(String name, long lo, long hi) {
    return new Column(name, new ColumnType.Whole(lo, hi, List.of()), false);
  }
}

package tare.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.random.RandomGenerator;
import tare.gate.InnerStatistic;
import tare.noise.Norm;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;

/**
 * Hunts for the largest change that one row more or less can make to a statistic, over tables under
 * a schema: all small tables when there are few enough, then a search by restarts and hill
 * climbing.
 *
 * <p>A statistic that depends on earlier public outputs (an adaptive choice) is hunted with those
 * outputs fixed: they are public, so the claim must hold for each of their values.
 */
public final class SensitivityHunter {

  private SensitivityHunter() {}

  /**
   * How hard to hunt.
   *
   * @param maxRows rows of the larger table, at most
   * @param restarts fresh starts of the search
   * @param steps changes tried from each start
   * @param enumerated all small tables are tried when there are no more pairs of them than this
   * @param seed of the search; it meets no private row
   */
  public record Options(int maxRows, int restarts, int steps, int enumerated, Seed seed) {

    public static final Options DEFAULTS = new Options(6, 24, 250, 20_000, new Seed(1));

    public Options {
      if (maxRows < 1 || restarts < 0 || steps < 0 || enumerated < 0) {
        throw new IllegalArgumentException(
            "maxRows must be at least 1 and the rest not negative. Got: "
                + List.of(maxRows, restarts, steps, enumerated));
      }
    }

    public Options withMaxRows(int rows) {
      return new Options(rows, restarts, steps, enumerated, seed);
    }

    public Options withRestarts(int count) {
      return new Options(maxRows, count, steps, enumerated, seed);
    }

    public Options withSteps(int count) {
      return new Options(maxRows, restarts, count, enumerated, seed);
    }

    public Options withSeed(Seed start) {
      return new Options(maxRows, restarts, steps, enumerated, start);
    }
  }

  /**
   * The worst pair of neighbours found.
   *
   * @param smaller the table without the row
   * @param larger the table with it
   * @param change how far apart their statistics are
   * @param measure the distance it was measured in
   * @param pairs how many pairs were tried
   * @param exhaustive whether all tables of up to some rows were among them
   */
  public record Finding(
      Table smaller, Table larger, double change, String measure, long pairs, boolean exhaustive) {

    /** Whether a claimed sensitivity stands; one part in 10^9 is left to rounding. */
    public boolean within(double claimed) {
      return change <= claimed * (1 + 1e-9);
    }

    /** Claim, evidence and verdict in one line. */
    public String summary(double claimed) {
      return String.format(
          Locale.ROOT,
          "claimed change %2$.6g (%1$s): %3$s. Largest change found %4$.6g in %5$d pairs%6$s.",
          measure,
          claimed,
          within(claimed) ? "stands" : "VIOLATED",
          change,
          pairs,
          exhaustive ? ", all small tables among them" : "");
    }
  }

  /**
   * Hunts for the largest change of a statistic between neighbours.
   *
   * @param statistic the inner statistic, before noise; must give vectors of one length
   */
  public static Finding hunt(
      Schema schema, Function<? super Table, double[]> statistic, Norm norm, Options options) {
    return hunt(
        schema, (with, without) -> distance(statistic, norm, with, without), norm.name(), options);
  }

  /**
   * Hunts for the largest change of a mechanism's inner statistic, as a share of what it claims: a
   * finding above 1 refutes the claim.
   */
  public static Finding hunt(Schema schema, InnerStatistic mechanism, Options options) {
    return hunt(
        schema,
        (with, without) -> mechanism.change(with, without) / mechanism.claimedChange(),
        "share of the claim",
        options);
  }

  private static double distance(
      Function<? super Table, double[]> statistic, Norm norm, Table with, Table without) {
    double[] a = statistic.apply(with);
    double[] b = statistic.apply(without);
    if (a.length != b.length) {
      throw new IllegalStateException(
          "The statistic must have the same length on all tables. Got: "
              + b.length
              + " and "
              + a.length
              + ": its length tells of the rows.");
    }
    return norm.distance(a, b);
  }

  private static Finding hunt(
      Schema schema, ToDoubleBiFunction<Table, Table> change, String measure, Options options) {
    Hunt hunt = new Hunt(schema, change, measure);
    boolean exhaustive = hunt.enumerate(options);
    RandomGenerator random = options.seed().stream("sensitivity hunter");
    for (int i = 0; i < options.restarts(); i++) {
      hunt.climb(options, random);
    }
    return hunt.finding(exhaustive);
  }

  /** Hunts with {@link Options#DEFAULTS}. */
  public static Finding hunt(
      Schema schema, Function<? super Table, double[]> statistic, Norm norm) {
    return hunt(schema, statistic, norm, Options.DEFAULTS);
  }

  /** A pair of neighbours: some rows, and one more at a place among them. */
  private record Pair(List<double[]> rows, double[] extra, int place) {

    List<double[]> larger() {
      List<double[]> all = new ArrayList<>(rows);
      all.add(place, extra);
      return all;
    }
  }

  private static final class Hunt {

    private final Schema schema;
    private final ToDoubleBiFunction<Table, Table> distance;
    private final String measure;
    private final RowValues values;
    private Pair worst;
    private double change = Double.NEGATIVE_INFINITY;
    private long pairs;

    Hunt(Schema schema, ToDoubleBiFunction<Table, Table> distance, String measure) {
      this.schema = schema;
      this.distance = distance;
      this.measure = measure;
      this.values = new RowValues(schema);
      this.worst = new Pair(List.of(), values.first(), 0);
      measure(worst);
    }

    /** Tries all tables of up to as many rows as the options allow; false if none could be. */
    boolean enumerate(Options options) {
      List<double[]> kinds = values.all(options.enumerated());
      if (kinds.isEmpty()) {
        return false;
      }
      int rows = 0;
      while (rows + 1 < options.maxRows() && pairsUpTo(rows + 1, kinds) <= options.enumerated()) {
        rows++;
      }
      if (pairsUpTo(rows, kinds) > options.enumerated()) {
        return false;
      }
      enumerate(new ArrayList<>(), 0, rows, kinds);
      return true;
    }

    private void enumerate(List<double[]> rows, int from, int left, List<double[]> kinds) {
      for (double[] extra : kinds) {
        measure(new Pair(List.copyOf(rows), extra, rows.size()));
      }
      if (left == 0) {
        return;
      }
      for (int i = from; i < kinds.size(); i++) {
        rows.add(kinds.get(i));
        enumerate(rows, i, left - 1, kinds);
        rows.remove(rows.size() - 1);
      }
    }

    /** How many pairs there are with a smaller table of up to so many rows, order left aside. */
    private static double pairsUpTo(int rows, List<double[]> kinds) {
      double tables = 1;
      for (int i = 1; i <= rows; i++) {
        tables *= (kinds.size() + i) / (double) i;
      }
      return tables * kinds.size();
    }

    void climb(Options options, RandomGenerator random) {
      int size = random.nextInt(options.maxRows());
      List<double[]> rows = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        rows.add(values.random(random));
      }
      Pair here = new Pair(rows, values.random(random), random.nextInt(size + 1));
      double height = measure(here);
      for (int i = 0; i < options.steps(); i++) {
        Pair next = moved(here, options.maxRows(), random);
        double nextHeight = measure(next);
        if (nextHeight >= height) {
          here = next;
          height = nextHeight;
        }
      }
    }

    private Pair moved(Pair from, int maxRows, RandomGenerator random) {
      List<double[]> rows = new ArrayList<>(from.rows());
      double[] extra = from.extra();
      switch (random.nextInt(rows.isEmpty() ? 3 : 6)) {
        case 0 -> extra = values.changed(extra, random);
        case 1 -> extra = values.random(random);
        case 2 -> {
          if (rows.size() + 1 < maxRows) {
            rows.add(random.nextBoolean() ? values.random(random) : extra);
          }
        }
        case 3 -> rows.remove(random.nextInt(rows.size()));
        case 4 -> {
          int at = random.nextInt(rows.size());
          rows.set(at, values.changed(rows.get(at), random));
        }
        default -> rows.set(random.nextInt(rows.size()), extra);
      }
      return new Pair(rows, extra, random.nextInt(rows.size() + 1));
    }

    private double measure(Pair pair) {
      pairs++;
      double moved = distance.applyAsDouble(table(pair.larger()), table(pair.rows()));
      if (Double.isNaN(moved)) {
        moved = Double.POSITIVE_INFINITY; // Not a number on one side only tells them apart.
      }
      if (moved > change) {
        change = moved;
        worst = pair;
      }
      return moved;
    }

    Finding finding(boolean exhaustive) {
      return new Finding(
          table(worst.rows()), table(worst.larger()), change, measure, pairs, exhaustive);
    }

    private Table table(List<double[]> rows) {
      TableAppender appender = new TableAppender(schema);
      for (double[] row : rows) {
        appender.append(Arrays.copyOf(row, row.length));
      }
      return appender.finish();
    }
  }
}

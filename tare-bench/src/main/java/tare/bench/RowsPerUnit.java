package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.curator.WeightHandling;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.WeightStatement;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.BoundedRows;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;

/**
 * What it is worth to use several rows of a person, beside the naive way of one row a person:
 * releases of visits by persons who have 1 to 8 of them, under laws whose truth is known. Prints,
 * for each law, number of persons, epsilon and k, the error of means and shares and that of slopes
 * over those of k = 1, and how many of the answers are nearer to the truth.
 * docs/notes/rows-per-unit.md has the numbers.
 *
 * <p>Usage: {@code RowsPerUnit RELEASES GENERATOR PERSONS,.. EPSILON,.. K,..}
 */
public final class RowsPerUnit {

  private static final double DELTA = 1e-7;
  private static final int TRUTH = 300_000;
  private static final int MOST = 8;
  private static final int ANSWERS = 8;
  private static final int MEANS = 5;

  /** How often a person comes. */
  private enum Law {
    /** As often as chance has it: rows and persons follow one law. */
    ALIKE,
    /** The more often, the more ill: the law of rows is not that of persons. */
    ILL_COME_OFTEN
  }

  private record Visits(List<String> names, double[][] cells) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("age", new ColumnType.Numeric(18, 95, List.of()), false),
          new Column("sex", new ColumnType.YesNo("f", "m"), false),
          new Column(
              "ward",
              new ColumnType.Category(List.of("a", "b", "c", "d"), Optional.empty()),
              false),
          new Column("systolic", new ColumnType.Numeric(70, 220, List.of()), false),
          new Column("ill", new ColumnType.YesNo("no", "yes"), false));

  private RowsPerUnit() {}

  public static void main(String[] args) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    int releases = Integer.parseInt(args[0]);
    out.println("| law | persons | epsilon | k | rows used | means | slopes | nearer than k = 1 |");
    out.println("|---|---|---|---|---|---|---|---|");
    for (Law law : Law.values()) {
      Table many = table(draw(law, TRUTH, new Seed(1)), Optional.empty());
      double[] truth = answers(many, Weights.uniform(many.rowCount()));
      for (int persons : ints(args[2])) {
        for (double epsilon :
            Arrays.stream(args[3].split(",")).mapToDouble(Double::parseDouble).toArray()) {
          double[][] one = new double[0][];
          for (int k : ints(args[4])) {
            double[][] errors = new double[releases][];
            int rows = 0;
            for (int i = 0; i < releases; i++) {
              Visits visits = draw(law, persons, new Seed(100 + i));
              BoundedRows used = bounded(visits, k);
              rows = used.table().rowCount();
              Bundle bundle = released(used, args[1], epsilon, new Seed(100 + i));
              Weights weights =
                  bundle
                      .weights()
                      .map(WeightStatement::weights)
                      .orElseGet(() -> Weights.uniform(bundle.synthetic().rowCount()));
              errors[i] = answers(bundle.synthetic(), weights);
              for (int a = 0; a < ANSWERS; a++) {
                errors[i][a] = Math.abs(errors[i][a] - truth[a]);
              }
            }
            one = k == 1 ? errors : one;
            out.printf(
                Locale.ROOT,
                "| %s | %d | %s | %d | %d | %.2f | %.2f | %.2f |%n",
                law.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                persons,
                epsilon,
                k,
                rows,
                ratio(errors, one, 0, MEANS),
                ratio(errors, one, MEANS, ANSWERS),
                nearer(errors, one));
          }
        }
      }
    }
  }

  private static int[] ints(String list) {
    return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  // --- the laws -------------------------------------------------------------------------------

  private static Visits draw(Law law, int persons, Seed seed) {
    RandomGenerator random = seed.stream("visits " + law);
    List<String> names = new ArrayList<>();
    List<double[]> rows = new ArrayList<>();
    for (int p = 0; p < persons; p++) {
      double age = Math.max(18, Math.min(95, 55 + 15 * random.nextGaussian()));
      double sex = random.nextDouble() < 0.5 ? 1 : 0;
      double frailty = random.nextGaussian();
      double level = 100 + 0.5 * age + 4 * sex + 9 * frailty;
      double often = 1 / (1 + Math.exp(-1.5 * frailty));
      int visits = 1;
      for (int v = 1; v < MOST; v++) {
        visits += law == Law.ILL_COME_OFTEN && random.nextDouble() < often ? 1 : 0;
      }
      visits = law == Law.ALIKE ? 1 + random.nextInt(MOST) : visits;
      for (int v = 0; v < visits; v++) {
        double systolic = Math.max(70, Math.min(220, level + 9 * random.nextGaussian()));
        double logit = -1 + 0.03 * (age - 55) + frailty;
        double ill = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
        double ward = Math.min(3, Math.floor(random.nextDouble() * 3 + 1.5 * ill));
        names.add("p" + p);
        rows.add(new double[] {age, sex, ward, systolic, ill});
      }
    }
    double[][] cells = new double[COLUMNS.size()][rows.size()];
    for (int r = 0; r < rows.size(); r++) {
      for (int c = 0; c < cells.length; c++) {
        cells[c][r] = rows.get(r)[c];
      }
    }
    return new Visits(names, cells);
  }

  private static Table table(Visits visits, Optional<UnitRows> units) {
    return ColumnarTable.of(schema(units, OptionalLong.empty()), visits.cells());
  }

  private static Schema schema(Optional<UnitRows> units, OptionalLong rows) {
    return new Schema(
        "visits", "person", COLUMNS, rows, List.of(""), List.of(), List.of(), List.of(), units);
  }

  /** The rows that are used, their number declared. */
  private static BoundedRows bounded(Visits visits, int k) {
    Optional<UnitRows> units = Optional.of(new UnitRows("person", k));
    BoundedRows used = BoundedRows.of(table(visits, units), visits.names());
    Table kept = used.table();
    double[][] cells = new double[COLUMNS.size()][];
    Arrays.setAll(cells, kept::values);
    Schema declared = schema(units, OptionalLong.of(kept.rowCount()));
    return new BoundedRows(ColumnarTable.of(declared, cells), used.starts());
  }

  // --- releases and what is asked of them -----------------------------------------------------

  private static Bundle released(BoundedRows rows, String generator, double epsilon, Seed seed) {
    PrivacyBudget budget = new PrivacyBudget(epsilon, DELTA);
    ReleasePlan plan =
        ReleasePlan.of(budget)
            .withGenerator(GeneratorFitters.named(generator))
            .withHandling(WeightHandling.DEFAULTS.withReplicates(0))
            .withSeed(seed);
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(budget), "study", new SecureNoise());
    return ReleaseRun.run(gate, plan, Progress.SILENT);
  }

  /** Three means and two shares, then three slopes. */
  private static double[] answers(Table rows, Weights weights) {
    double[] age = rows.values(0);
    double[] sex = rows.values(1);
    double[] ward = Arrays.stream(rows.values(2)).map(level -> level == 3 ? 1 : 0).toArray();
    double[] systolic = rows.values(3);
    double[] ill = rows.values(4);
    double[] w = weights.meanOne();
    return new double[] {
      mean(age, w) / 15,
      mean(systolic, w) / 15,
      mean(sex, w),
      mean(ward, w),
      mean(ill, w),
      slope(systolic, age, w),
      slope(ill, age, w) * 15,
      slope(systolic, ill, w) / 15
    };
  }

  private static double mean(double[] x, double[] w) {
    double sum = 0;
    double all = 0;
    for (int r = 0; r < x.length; r++) {
      sum += w[r] * x[r];
      all += w[r];
    }
    return sum / all;
  }

  private static double slope(double[] y, double[] x, double[] w) {
    double meanX = mean(x, w);
    double meanY = mean(y, w);
    double cross = 0;
    double square = 0;
    for (int r = 0; r < x.length; r++) {
      cross += w[r] * (x[r] - meanX) * (y[r] - meanY);
      square += w[r] * (x[r] - meanX) * (x[r] - meanX);
    }
    return cross / square;
  }

  /** The root mean square error over that of k = 1, as the geometric mean over some answers. */
  private static double ratio(double[][] errors, double[][] one, int from, int to) {
    double logs = 0;
    for (int a = from; a < to; a++) {
      double here = 0;
      double there = 0;
      for (int i = 0; i < errors.length; i++) {
        here += errors[i][a] * errors[i][a];
        there += one[i][a] * one[i][a];
      }
      logs += Math.log(here / there) / 2;
    }
    return Math.exp(logs / (to - from));
  }

  /** How many of all answers lie nearer to the truth than with one row of the same persons. */
  private static double nearer(double[][] errors, double[][] one) {
    int wins = 0;
    for (int i = 0; i < errors.length; i++) {
      for (int a = 0; a < ANSWERS; a++) {
        wins += errors[i][a] < one[i][a] ? 1 : 0;
      }
    }
    return (double) wins / (errors.length * ANSWERS);
  }
}

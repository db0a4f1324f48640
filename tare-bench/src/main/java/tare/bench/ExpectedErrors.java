package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tare.accounting.PrivacyBudget;
import tare.analysis.ColumnSpread;
import tare.analysis.CountErrors;
import tare.analysis.ExpectedShare;
import tare.curator.Forecast;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.inference.Replicates;
import tare.ledger.Ledger;
import tare.model.BayesNetwork;
import tare.model.NetworkNode;
import tare.noise.SecureNoise;
import tare.paper.Laws;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;

/**
 * Whether one could bet on the errors that a plan and a report tell: releases of tables whose law
 * is known, and how many of their shares are as near to the law's as was told. For each law, number
 * of rows and epsilon it prints, for levels, tenths of numbers and cells of counted pairs (as the
 * plan tells them), and for levels and bins (as the report shows them): the part within, the error
 * told, and the error that 19 of 20 had. With replicates there are the cells of all pairs too, by
 * their intervals. docs/notes/expected-errors.md has the numbers.
 *
 * <p>Usage: {@code ExpectedErrors LAW,.. N,.. EPSILON,.. GENERATOR WEIGHTS RELEASES}, with "none"
 * or "auto" for weights.
 */
public final class ExpectedErrors {

  private static final int TRUTH = 300_000;

  /** What an error was told of. */
  private enum Told {
    PLANNED_LEVEL,
    PLANNED_TENTH,
    PLANNED_PAIR,
    SHOWN_LEVEL,
    SHOWN_BIN,
    REPLICATED_PAIR
  }

  /** Errors that were told, and those that were made. */
  private static final class Tally {
    private final List<double[]> toldAndMade = new ArrayList<>();

    void add(double told, double made) {
      toldAndMade.add(new double[] {told, Math.abs(made)});
    }

    String line() {
      double within = toldAndMade.stream().filter(e -> e[1] <= e[0]).count();
      double squares = toldAndMade.stream().mapToDouble(e -> e[0] * e[0]).sum();
      double[] made = toldAndMade.stream().mapToDouble(e -> e[1]).sorted().toArray();
      int count = made.length;
      return count == 0
          ? "-"
          : String.format(
              Locale.ROOT,
              "%.3f %.2f%% %.2f%% (%d)",
              within / count,
              100 * Math.sqrt(squares / count),
              100 * made[(int) (0.95 * (count - 1))],
              count);
    }
  }

  /** A column in cells that hang on its law alone. */
  private record Parts(boolean number, double[] edges, int levels) {

    static Parts of(ColumnType type, double[] truth, int parts) {
      if (!type.isNumeric()) {
        return new Parts(false, new double[0], type.levelCount());
      }
      double[] sorted = Arrays.stream(truth).filter(v -> !Double.isNaN(v)).sorted().toArray();
      double[] edges =
          IntStream.range(1, parts)
              .mapToDouble(i -> sorted[(int) (i / (double) parts * sorted.length)])
              .filter(edge -> edge > sorted[0])
              .distinct()
              .toArray();
      return new Parts(true, edges, edges.length + 1);
    }

    /** One more for missing cells. */
    int count() {
      return levels + 1;
    }

    int of(double value) {
      if (Double.isNaN(value)) {
        return levels;
      }
      int at = number ? 0 : (int) value;
      while (number && at < edges.length && value >= edges[at]) {
        at++;
      }
      return at;
    }

    int[] of(double[] values) {
      return Arrays.stream(values).mapToInt(this::of).toArray();
    }
  }

  private final PrintStream out;
  private final Laws.Law law;
  private final Table truth;
  private final Map<Told, Tally> tallies = new EnumMap<>(Told.class);

  private ExpectedErrors(PrintStream out, Laws.Law law, Table truth) {
    this.out = out;
    this.law = law;
    this.truth = truth;
  }

  private Tally tally(Told told) {
    return tallies.computeIfAbsent(told, t -> new Tally());
  }

  public static void main(String[] args) {
    if (args.length != 6) {
      throw new IllegalArgumentException(
          "Usage: ExpectedErrors LAW,.. N,.. EPSILON,.. GENERATOR WEIGHTS RELEASES");
    }
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    for (String name : args[0].split(",")) {
      Laws.Law law = MadeUpTables.named(name);
      Table truth = law.draw(TRUTH, new Seed(0));
      for (String n : args[1].split(",")) {
        for (String epsilon : args[2].split(",")) {
          ExpectedErrors cell = new ExpectedErrors(out, law, truth);
          for (int release = 1; release <= Integer.parseInt(args[5]); release++) {
            double budget = Double.parseDouble(epsilon);
            cell.release(Integer.parseInt(n), budget, args[3], args[4], release);
          }
          cell.print(n, epsilon);
        }
      }
    }
  }

  private void print(String n, String epsilon) {
    out.print(law.name() + " | " + n + " | " + epsilon);
    for (Told told : Told.values()) {
      out.print(" | " + tally(told).line());
    }
    out.println();
  }

  private void release(int n, double epsilon, String generator, String weights, int release) {
    Table rows = law.draw(n, new Seed(release));
    ReleasePlan usual =
        ReleasePlan.of(epsilon, rows.schema())
            .withGenerator(GeneratorFitters.named(generator))
            .withSeed(new Seed(release));
    ReleasePlan plan = weights.equals("none") ? usual.withoutWeights() : usual;
    Optional<CountErrors> errors =
        CountErrors.of(
            Forecast.of(rows.schema(), plan, n).charges().stream()
                .map(Forecast.Charge::event)
                .toList(),
            rows.schema().columnCount(),
            n);
    PrivacyBudget budget = plan.budget();
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(budget), "a release", new SecureNoise());
    Bundle bundle = ReleaseRun.run(gate, plan, Progress.SILENT);
    errors.ifPresent(
        known -> {
          columns(bundle, known);
          pairs(bundle, known);
        });
    bars(bundle, errors);
  }

  private void columns(Bundle bundle, CountErrors errors) {
    List<ExpectedShare> told = ExpectedShare.ofColumns(bundle.synthetic().schema(), errors);
    for (int c = 0; c < told.size(); c++) {
      Parts parts = Parts.of(law.columns().get(c).type(), truth.values(c), 10);
      double[] made =
          missed(
              shares(parts.of(bundle.synthetic().values(c)), parts.count()),
              shares(parts.of(truth.values(c)), parts.count()));
      Tally tally = tally(parts.number() ? Told.PLANNED_TENTH : Told.PLANNED_LEVEL);
      for (int k = 0; k < parts.levels(); k++) {
        tally.add(told.get(c).error(), made[k]);
      }
    }
  }

  /** Counted pairs by what the plan tells; all of them by their replicates. */
  private void pairs(Bundle bundle, CountErrors errors) {
    Schema schema = bundle.synthetic().schema();
    Map<String, Double> told = new HashMap<>();
    ExpectedShare.ofPairs(schema, errors, Integer.MAX_VALUE)
        .forEach(pair -> told.put(pair.name(), pair.error()));
    for (int a = 0; a < schema.columnCount(); a++) {
      for (int b = a + 1; b < schema.columnCount(); b++) {
        Cells cells = cells(bundle.synthetic(), a, b);
        double[] made = missed(shares(cells.ofRows(), cells.count()), cells.truth());
        String name = schema.column(a).name() + " by " + schema.column(b).name();
        double[] replicated =
            bundle.replicates().map(all -> reach(cells, all)).orElse(new double[0]);
        for (int k = 0; k < made.length; k++) {
          if (cells.truth()[k] > 0 && told.containsKey(name) && counted(bundle, a, b)) {
            tally(Told.PLANNED_PAIR).add(told.get(name), made[k]);
          }
          if (k < replicated.length && replicated[k] > 0) {
            tally(Told.REPLICATED_PAIR).add(replicated[k], made[k]);
          }
        }
      }
    }
  }

  /** A pair of columns in cells. */
  private record Cells(int count, int[] ofRows, double[] truth) {}

  private Cells cells(Table rows, int a, int b) {
    Parts first = Parts.of(law.columns().get(a).type(), truth.values(a), 6);
    Parts second = Parts.of(law.columns().get(b).type(), truth.values(b), 6);
    int count = first.count() * second.count();
    int[] real = joined(first.of(truth.values(a)), second.of(truth.values(b)), second.count());
    int[] drawn = joined(first.of(rows.values(a)), second.of(rows.values(b)), second.count());
    return new Cells(count, drawn, shares(real, count));
  }

  private static int[] joined(int[] first, int[] second, int count) {
    int[] both = new int[first.length];
    Arrays.setAll(both, i -> first[i] * count + second[i]);
    return both;
  }

  private static double[] reach(Cells cells, Replicates replicates) {
    double[][] each = new double[cells.count()][replicates.count()];
    for (int r = 0; r < replicates.count(); r++) {
      double[] shares = shares(cells.ofRows(), cells.count(), replicates.replicate(r));
      for (int k = 0; k < shares.length; k++) {
        each[k][r] = shares[k];
      }
    }
    double[] full = shares(cells.ofRows(), cells.count());
    double[] reach = new double[cells.count()];
    Arrays.setAll(
        reach, k -> replicates.quantile(0.95) * replicates.standardError(full[k], each[k]));
    return reach;
  }

  private static boolean counted(Bundle bundle, int a, int b) {
    return bundle.model().orElse(null) instanceof BayesNetwork network
        && network.nodes().stream().anyMatch(node -> joins(node, a, b) || joins(node, b, a));
  }

  private static boolean joins(NetworkNode node, int child, int parent) {
    return node.column() == child && node.parents().contains(parent);
  }

  /** The bars of the report. */
  private void bars(Bundle bundle, Optional<CountErrors> errors) {
    double[] ones = new double[bundle.synthetic().rowCount()];
    Arrays.fill(ones, 1);
    for (int c = 0; c < law.columns().size(); c++) {
      for (ColumnSpread.Bar bar :
          ColumnSpread.of(bundle.synthetic(), c, ones, bundle.replicates()).bars()) {
        boolean level = Double.isNaN(bar.from());
        double told = told(bar, level, errors, bundle.replicates().isPresent());
        if (!Double.isNaN(told)) {
          tally(level ? Told.SHOWN_LEVEL : Told.SHOWN_BIN)
              .add(told, bar.unweighted() - share(c, bar));
        }
      }
    }
  }

  /** As the report tells it, but for bars of numbers that are counted once. */
  private static double told(
      ColumnSpread.Bar bar, boolean level, Optional<CountErrors> errors, boolean replicated) {
    double counted =
        errors
            .map(known -> replicated ? known.withMoments() : known)
            .filter(known -> level || known.followed())
            .map(e -> level ? e.levelShare(bar.unweighted()) : e.numberShare(bar.unweighted()))
            .orElse(Double.NaN);
    boolean longer = counted > bar.weightedError() && !level;
    return bar.weightedError() > 0 && !longer ? bar.weightedError() : counted;
  }

  private double share(int column, ColumnSpread.Bar bar) {
    ColumnType type = law.columns().get(column).type();
    double[] values = truth.values(column);
    double level = bar.kind() == ColumnSpread.Kind.LEVEL ? type.levels().indexOf(bar.label()) : -1;
    return Arrays.stream(values)
            .filter(
                v ->
                    switch (bar.kind()) {
                      case MISSING -> Double.isNaN(v);
                      case LEVEL -> v == level;
                      case BIN, TAIL ->
                          v >= bar.from() && (v < bar.to() || bar.to() == type.upperBound());
                    })
            .count()
        / (double) values.length;
  }

  private static double[] shares(int[] cells, int count) {
    double[] ones = new double[cells.length];
    Arrays.fill(ones, 1);
    return shares(cells, count, ones);
  }

  private static double[] shares(int[] cells, int count, double[] weights) {
    double[] shares = new double[count];
    double total = Arrays.stream(weights).sum();
    for (int i = 0; i < cells.length; i++) {
      shares[cells[i]] += weights[i] / total;
    }
    return shares;
  }

  private static double[] missed(double[] shares, double[] truth) {
    double[] missed = new double[shares.length];
    Arrays.setAll(missed, k -> shares[k] - truth[k]);
    return missed;
  }
}

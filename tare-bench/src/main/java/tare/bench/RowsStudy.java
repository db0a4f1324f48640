package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tare.curator.GeneratorFitters;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.Metrics;
import tare.generator.GeneratorFitter;
import tare.generator.bayes.PrivBayes;
import tare.generator.bayes.PrivBayesOptions;
import tare.model.FittedGenerator;
import tare.random.Seed;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvFile;
import tare.table.Table;

/*
 * The scale of every figure is what resampling the private rows would give: rows of the same law,
 * drawn anew, stray from the private ones by that much, and nobody can want rows that stray less.
 */

/**
 * How good rows are, on any table, at several epsilons, beside resampled rows: two-way total
 * variation in even bins and at the deciles, three-way at the quintiles, the largest error of a
 * mean and of a median as a part of its column's interquartile range, the ROC-AUC of boosted trees
 * trained on the rows and tested on held-out ones, how much of the correlations of numbers is left
 * (1: all of it), and seconds; with standard errors over runs.
 *
 * <p>Usage: {@code RowsStudy SCHEMA TRAIN.csv TEST.csv [epsilons=0.5,1,3,10] [runs=1]
 * [target=COLUMN] [generators=privbayes,independent] [rows=N] [anew=true] [beside=FOLDER]
 * [settings=...]}. {@code beside} holds rows that something else made of TRAIN.csv, such as
 * Private-PGM's AIM, one CSV file each; {@code rows} takes the first N rows only, or, with {@code
 * anew}, N others for every run; {@code settings} are those of {@link PrivBayesOptions} in their
 * order, with commas. Boosted trees are scikit-learn's and are left out where {@link PythonPeer}
 * finds none.
 */
public final class RowsStudy {

  private static final String BOOSTED_TREES =
      """
      import sys
      import numpy as np
      from sklearn.ensemble import HistGradientBoostingClassifier
      from sklearn.metrics import roc_auc_score
      print("ready", flush=True)
      for line in sys.stdin:
          train, test = (np.genfromtxt(p, delimiter=",") for p in line.strip().split("|"))
          y = train[:, 0]
          if y.min() == y.max():
              print(0.5, flush=True)
              continue
          model = HistGradientBoostingClassifier(max_iter=80, random_state=0).fit(train[:, 1:], y)
          print(roc_auc_score(test[:, 0], model.predict_proba(test[:, 1:])[:, 1]), flush=True)
      """;

  private final PrintStream out;
  private final Table all;
  private final int rows;
  private final boolean anew;
  private final Table test;
  private final Optional<String> target;
  private final PythonPeer peer;
  private final Path scratch;

  private RowsStudy(
      PrintStream out,
      Table all,
      Table test,
      Map<String, String> named,
      PythonPeer peer,
      Path scratch) {
    this.out = out;
    this.all = all;
    this.rows =
        Math.min(all.rowCount(), Integer.parseInt(named.getOrDefault("rows", "" + all.rowCount())));
    this.anew = Boolean.parseBoolean(named.get("anew"));
    this.test = test;
    this.target = Optional.ofNullable(named.get("target"));
    this.peer = peer;
    this.scratch = scratch;
  }

  public static void main(String[] args) throws IOException {
    if (args.length < 3) {
      throw new IllegalArgumentException("Usage: RowsStudy SCHEMA TRAIN.csv TEST.csv [name=value]");
    }
    Map<String, String> named = new HashMap<>();
    for (String arg : Arrays.asList(args).subList(3, args.length)) {
      String[] parts = arg.split("=", 2);
      named.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
    Schema schema = SchemaFile.parse(args[0], Files.readAllBytes(Path.of(args[0])));
    Table train = CsvFile.read(Path.of(args[1]), schema);
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Path scratch = Files.createTempDirectory("rows-study");
    try (PythonPeer peer = new PythonPeer(BOOSTED_TREES)) {
      new RowsStudy(out, train, CsvFile.read(Path.of(args[2]), schema), named, peer, scratch)
          .run(named);
    } finally {
      try (Stream<Path> files = Files.list(scratch)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(scratch);
    }
  }

  private void run(Map<String, String> named) throws IOException {
    int runs = Integer.parseInt(named.getOrDefault("runs", "1"));
    out.printf(Locale.ROOT, "%s: %d rows%n", all.schema().name(), rows);
    out.println(
        "what             epsilon  even 2-way  deciles 2-way  quintiles 3-way  mean   median  AUC   "
            + " correlations  seconds");
    print("resampled rows", "", runs, this::resampled);
    for (String name : named.getOrDefault("generators", "privbayes").split(",")) {
      GeneratorFitter fitter = fitter(name, named.get("settings"));
      for (String epsilon : named.getOrDefault("epsilons", "0.5,1,3,10").split(",")) {
        print(name, epsilon, runs, run -> drawn(fitter, Double.parseDouble(epsilon), run));
      }
    }
    if (named.containsKey("beside")) {
      try (Stream<Path> files = Files.list(Path.of(named.get("beside")))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
          Table rows = CsvFile.read(file, all.schema());
          print(file.getFileName().toString(), "", 1, run -> new Fits.Timed<>(rows, 0, 0));
        }
      }
    }
  }

  private static GeneratorFitter fitter(String name, @Nullable String settings) {
    if (settings == null || !name.equals(PrivBayes.NAME)) {
      return GeneratorFitters.named(name);
    }
    double[] s = Arrays.stream(settings.split(",")).mapToDouble(Double::parseDouble).toArray();
    return new PrivBayes(
        new PrivBayesOptions(
            s[0], s[1], s[2], (int) s[3], (int) s[4], s[5], (long) s[6], (long) s[7]));
  }

  /** The private rows of a run. */
  private Table train(int run) {
    RandomGenerator chance = new Seed(run).stream("private rows");
    int[] places = IntStream.range(0, all.rowCount()).toArray();
    for (int i = 0; anew && i < rows; i++) {
      int other = i + chance.nextInt(places.length - i);
      int place = places[i];
      places[i] = places[other];
      places[other] = place;
    }
    return all.select(Arrays.copyOf(places, rows));
  }

  private Fits.Timed<Table> drawn(GeneratorFitter fitter, double epsilon, int run) {
    Table train = train(run);
    double delta = Math.min(1e-6, 0.1 / train.rowCount());
    return Fits.Timed.of(
        () -> {
          FittedGenerator fitted = Fits.fit(train, fitter, epsilon, delta, new Seed(run));
          return fitted.sample(train.rowCount(), new Seed(run));
        });
  }

  private Fits.Timed<Table> resampled(int run) {
    RandomGenerator chance = new Seed(run).stream("resampled");
    Table train = train(run);
    int n = train.rowCount();
    return Fits.Timed.of(
        () -> train.select(IntStream.generate(() -> chance.nextInt(n)).limit(n).toArray()));
  }

  /** One line: means over runs, and standard errors. */
  private void print(String what, String epsilon, int runs, Function<Integer, Fits.Timed<Table>> of)
      throws IOException {
    double[][] scores = new double[runs][];
    for (int run = 0; run < runs; run++) {
      Fits.Timed<Table> rows = of.apply(run);
      scores[run] = scores(train(run), rows.result(), rows.wall());
    }
    out.printf(
        Locale.ROOT,
        "%-16s %-7s  %.4f(%.4f)  %.4f(%.4f)  %.4f(%.4f)  %.3f  %.3f  %.4f(%.4f)  %.3f(%.3f)  %.1f%n",
        what,
        epsilon,
        mean(scores, 0),
        error(scores, 0),
        mean(scores, 1),
        error(scores, 1),
        mean(scores, 2),
        error(scores, 2),
        mean(scores, 3),
        mean(scores, 4),
        mean(scores, 5),
        error(scores, 5),
        mean(scores, 6),
        error(scores, 6),
        mean(scores, 7));
  }

  private static double mean(double[][] scores, int k) {
    return Arrays.stream(scores).mapToDouble(score -> score[k]).average().orElse(Double.NaN);
  }

  private static double error(double[][] scores, int k) {
    double mean = mean(scores, k);
    double squares = Arrays.stream(scores).mapToDouble(s -> (s[k] - mean) * (s[k] - mean)).sum();
    return scores.length < 2 ? 0 : Math.sqrt(squares / (scores.length - 1) / scores.length);
  }

  private double[] scores(Table train, Table rows, double seconds) throws IOException {
    EvaluationOptions options = EvaluationOptions.DEFAULTS;
    double[] off = offCentre(train, rows);
    return new double[] {
      Fits.score(Metrics.marginals(2, options), train, rows),
      Fits.score(Metrics.marginalsAtQuantiles(2, options), train, rows),
      Fits.score(Metrics.marginalsAtQuantiles(3, options), train, rows),
      off[0],
      off[1],
      target.isPresent() ? boostedTrees(rows, target.get()) : Double.NaN,
      correlationsKept(train, rows),
      seconds
    };
  }

  /** The largest error of a mean and of a median, over the interquartile range of the column. */
  private static double[] offCentre(Table train, Table rows) {
    double[] off = new double[2];
    for (int c = 0; c < train.schema().columnCount(); c++) {
      if (train.schema().column(c).type().isNumeric()) {
        double[] real = present(train.values(c));
        double[] drawn = present(rows.values(c));
        double range = quantile(real, 0.75) - quantile(real, 0.25);
        if (range > 0 && drawn.length > 0) {
          double mean =
              Arrays.stream(drawn).average().orElse(0) - Arrays.stream(real).average().orElse(0);
          off[0] = Math.max(off[0], Math.abs(mean) / range);
          off[1] = Math.max(off[1], Math.abs(quantile(drawn, 0.5) - quantile(real, 0.5)) / range);
        }
      }
    }
    return off;
  }

  /**
   * How much of the correlations of numbers is left: the slope through zero of synthetic ones on
   * real ones over all pairs. NaN without two numbers.
   */
  private static double correlationsKept(Table train, Table rows) {
    int[] numbers =
        IntStream.range(0, train.schema().columnCount())
            .filter(c -> train.schema().column(c).type().isNumeric())
            .toArray();
    double products = 0;
    double squares = 0;
    for (int a : numbers) {
      for (int b : numbers) {
        double real = a < b ? correlation(train.values(a), train.values(b)) : 0;
        products += real == 0 ? 0 : real * correlation(rows.values(a), rows.values(b));
        squares += real * real;
      }
    }
    return products / squares;
  }

  /** The correlation over rows that have both numbers; zero where one of them is constant. */
  private static double correlation(double[] a, double[] b) {
    int[] both =
        IntStream.range(0, a.length)
            .filter(r -> !Double.isNaN(a[r]) && !Double.isNaN(b[r]))
            .toArray();
    double meanA = Arrays.stream(both).mapToDouble(r -> a[r]).average().orElse(0);
    double meanB = Arrays.stream(both).mapToDouble(r -> b[r]).average().orElse(0);
    double squares = 0;
    double product = 0;
    double others = 0;
    for (int r : both) {
      squares += (a[r] - meanA) * (a[r] - meanA);
      others += (b[r] - meanB) * (b[r] - meanB);
      product += (a[r] - meanA) * (b[r] - meanB);
    }
    return squares > 0 && others > 0 ? product / Math.sqrt(squares * others) : 0;
  }

  private static double[] present(double[] cells) {
    return Arrays.stream(cells).filter(cell -> !Double.isNaN(cell)).sorted().toArray();
  }

  private static double quantile(double[] sorted, double part) {
    return sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
  }

  private double boostedTrees(Table rows, String column) throws IOException {
    Path ours = written(rows, column, scratch.resolve("train.csv"));
    Path held = written(test, column, scratch.resolve("test.csv"));
    return peer.ask(ours + "|" + held);
  }

  /** The target first, then all other columns, levels by their numbers. */
  private static Path written(Table rows, String column, Path file) throws IOException {
    int target = rows.schema().indexOf(column);
    List<double[]> columns =
        Stream.concat(
                Stream.of(rows.values(target)),
                IntStream.range(0, rows.schema().columnCount())
                    .filter(c -> c != target)
                    .mapToObj(rows::values))
            .toList();
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.rowCount(); r++) {
      for (int c = 0; c < columns.size(); c++) {
        text.append(c > 0 ? "," : "").append(columns.get(c)[r]);
      }
      text.append('\n');
    }
    return Files.writeString(file, text);
  }
}

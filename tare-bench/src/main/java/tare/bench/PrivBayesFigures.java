package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.Metric;
import tare.evaluation.Metrics;
import tare.generator.GeneratorFitter;
import tare.generator.bayes.IndependentColumns;
import tare.generator.bayes.PrivBayes;
import tare.model.FittedGenerator;
import tare.paper.PaperData;
import tare.random.Seed;
import tare.table.Table;

/**
 * What PrivBayes gives with its default settings, and how fast: the two-way error on Adult beside
 * that of independent columns, with the time of the first fit in a JVM and of later ones; and the
 * ROC-AUC of a logistic model that is trained on synthetic rows and tested on a held-out fifth of
 * Banknote and Breast.
 *
 * <p>Usage: {@code PrivBayesFigures FOLDER [runs]}, where the folder holds UCI's Adult as {@code
 * adult.csv}, both parts together, with a header; without it that part is skipped. The other two
 * tables ship with the experiments.
 */
public final class PrivBayesFigures {

  private static final double DELTA = 1e-6;
  private static final int SEEDS = 10;
  private static final double TRAIN_SHARE = 0.8;

  private final PrintStream out;

  private PrivBayesFigures(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) {
    if (args.length == 0) {
      throw new IllegalArgumentException("Usage: PrivBayesFigures FOLDER [runs]");
    }
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    PrivBayesFigures figures = new PrivBayesFigures(out);
    Optional<Path> folder = Optional.of(Path.of(args[0]));
    if (PaperData.exists("adult", folder)) {
      Table adult = PaperData.read("adult", "income", folder).table();
      figures.adult(adult, args.length > 1 ? Integer.parseInt(args[1]) : 5);
    } else {
      out.println("Skipped Adult: there is no adult.csv in the folder.");
    }
    figures.downstream("banknote", "class");
    figures.downstream("breast", "benign");
  }

  private void adult(Table rows, int runs) {
    out.printf(
        Locale.ROOT, "Adult: %d rows, %d columns%n", rows.rowCount(), rows.schema().columnCount());
    for (double epsilon : new double[] {1, 4}) {
      for (GeneratorFitter fitter :
          new GeneratorFitter[] {new PrivBayes(), new IndependentColumns()}) {
        variation(rows, fitter, epsilon, runs);
      }
    }
  }

  private void variation(Table rows, GeneratorFitter fitter, double epsilon, int runs) {
    Metric metric = Metrics.marginals(2, EvaluationOptions.DEFAULTS);
    double[] errors = new double[runs];
    double[] seconds = new double[runs];
    for (int run = 0; run < runs; run++) {
      Seed seed = new Seed(run);
      Fits.Timed<FittedGenerator> fit =
          Fits.Timed.of(() -> Fits.fit(rows, fitter, epsilon, DELTA, seed));
      Fits.Timed<Table> sample = Fits.Timed.of(() -> fit.result().sample(rows.rowCount(), seed));
      errors[run] = Fits.score(metric, rows, sample.result());
      seconds[run] = fit.wall() + sample.wall();
      out.printf(
          Locale.ROOT,
          "  %s, epsilon %g, run %d: fit %.2f s (CPU %.2f s), sample %.2f s (CPU %.2f s), two-way"
              + " TV %.4f%n",
          fitter.name(),
          epsilon,
          run + 1,
          fit.wall(),
          fit.cpu(),
          sample.wall(),
          sample.cpu(),
          errors[run]);
    }
    Arrays.sort(seconds);
    out.printf(
        Locale.ROOT,
        "  %s, epsilon %g: two-way TV %s; fit and sample %.2f s (median)%n",
        fitter.name(),
        epsilon,
        summary(errors),
        seconds[runs / 2]);
  }

  private void downstream(String name, String target) {
    PaperData data = PaperData.read(name, target, Optional.empty());
    Metric metric =
        Metrics.named(
            "logistic", data.table().schema(), EvaluationOptions.DEFAULTS.withTarget(target));
    double[] real = new double[SEEDS];
    for (int k = 0; k < SEEDS; k++) {
      PaperData.Split split = data.split(TRAIN_SHARE, new Seed(k));
      real[k] = Fits.score(metric, split.test(), split.train());
    }
    out.printf(Locale.ROOT, "%s, trained on real rows: AUC %s%n", name, summary(real));
    for (double epsilon : new double[] {1, 6}) {
      for (GeneratorFitter fitter :
          new GeneratorFitter[] {new PrivBayes(), new IndependentColumns()}) {
        double[] scores = new double[SEEDS];
        for (int k = 0; k < SEEDS; k++) {
          Seed seed = new Seed(k);
          PaperData.Split split = data.split(TRAIN_SHARE, seed);
          Table synthetic =
              Fits.fit(split.train(), fitter, epsilon, DELTA, seed)
                  .sample(split.train().rowCount(), seed);
          scores[k] = Fits.score(metric, split.test(), synthetic);
        }
        out.printf(
            Locale.ROOT,
            "%s, %s, epsilon %g: AUC %s%n",
            name,
            fitter.name(),
            epsilon,
            summary(scores));
      }
    }
  }

  /** The mean, its standard error, and the range. */
  private static String summary(double[] values) {
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return String.format(
        Locale.ROOT,
        "%.4f, standard error %.4f (%.4f to %.4f, %d runs)",
        mean,
        Math.sqrt(squares / (values.length - 1) / values.length),
        Arrays.stream(values).min().orElse(Double.NaN),
        Arrays.stream(values).max().orElse(Double.NaN),
        values.length);
  }
}

package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.random.RandomGenerator;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.Learner;
import tare.analysis.ModelData;
import tare.analysis.Predictor;
import tare.analysis.Variable;
import tare.kernel.regression.RocAuc;
import tare.random.Seed;

/**
 * Weighted forests beside scikit-learn's, on the same rows in the same run, turn by turn, one
 * thread each: seconds to fit 45,000 x 16, and errors on fresh rows of made-up laws.
 *
 * <p>Usage: {@code ForestBesideSklearn [trees] [rounds] [seeds]}; needs a {@code python3} with
 * scikit-learn ({@code python3-sklearn} in Debian; set {@code PYTHON} to name another interpreter).
 * Numbers of theirs are not-a-number where it is missing.
 */
public final class ForestBesideSklearn {

  /** A file of rows, then what is asked of it: seconds of a fit, or error of the last fit. */
  private static final String SCRIPT =
      """
      import sys, time, math, numpy as np
      from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
      from sklearn.metrics import roc_auc_score, mean_squared_error
      print('ready', flush=True)
      for line in sys.stdin:
          word = line.split()
          if word[0] == 'fit':
              path, rows, fresh, columns, trees, seed, kind = word[1:]
              rows, fresh, columns = int(rows), int(fresh), int(columns)
              data = np.fromfile(path, dtype='<f8').reshape(rows + fresh, columns + 2)
              x, y, w = data[:, :columns], data[:, columns], data[:, columns + 1]
              make = RandomForestClassifier if kind == 'classes' else RandomForestRegressor
              tried = math.ceil(columns ** 0.5 if kind == 'classes' else columns / 3)
              model = make(int(trees), max_features=tried, n_jobs=1, random_state=int(seed))
              start = time.perf_counter()
              model.fit(x[:rows], y[:rows], sample_weight=w[:rows])
              print(time.perf_counter() - start, flush=True)
          elif kind == 'classes':
              score = model.predict_proba(x[rows:])[:, 1]
              print(1 - roc_auc_score(y[rows:], score, sample_weight=w[rows:]), flush=True)
          else:
              print(mean_squared_error(y[rows:], model.predict(x[rows:]), sample_weight=w[rows:]), flush=True)
      """;

  private ForestBesideSklearn() {}

  public static void main(String[] args) throws Exception {
    int trees = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    int seeds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    ForkJoinPool one = new ForkJoinPool(1);
    try (PythonPeer peer = new PythonPeer(SCRIPT)) {
      for (Law law : List.of(Law.CLASSES, Law.NUMBERS)) {
        speed(law, trees, rounds, one, peer, out);
      }
      for (Law law : Law.values()) {
        quality(law, trees, seeds, one, peer, out);
      }
    } finally {
      one.shutdown();
    }
  }

  private static void speed(
      Law law, int trees, int rounds, ForkJoinPool one, PythonPeer peer, PrintStream out)
      throws Exception {
    Case rows = new Case(law, 45_000, 100, 16, new Seed(1));
    double[] ours = new double[rounds];
    double[] theirs = new double[rounds];
    for (int r = 0; r < rounds; r++) {
      Turn turn = new Turn(rows, trees, r, one, peer);
      ours[r] = turn.ourSeconds;
      theirs[r] = turn.theirSeconds;
    }
    out.printf(
        Locale.ROOT,
        "45,000 x 16, %s, %d trees, one thread: Tare %.2f s (first %.2f s), scikit-learn %.2f s, ratio %.2f%n",
        law,
        trees,
        Turns.median(ours),
        ours[0],
        Turns.median(theirs),
        Turns.median(ours) / Turns.median(theirs));
  }

  private static void quality(
      Law law, int trees, int seeds, ForkJoinPool one, PythonPeer peer, PrintStream out)
      throws Exception {
    double[] ours = new double[seeds];
    double[] theirs = new double[seeds];
    for (int s = 0; s < seeds; s++) {
      Turn turn = new Turn(new Case(law, 3_000, 3_000, 10, new Seed(s)), trees, s, one, peer);
      ours[s] = turn.ourError;
      theirs[s] = turn.theirError;
    }
    double[] difference = new double[seeds];
    Arrays.setAll(difference, s -> ours[s] - theirs[s]);
    double mean = Arrays.stream(difference).average().orElse(Double.NaN);
    double variance =
        Arrays.stream(difference).map(d -> (d - mean) * (d - mean)).sum() / (seeds - 1);
    out.printf(
        Locale.ROOT,
        "%s, 3,000 x 10, %d seeds: %s Tare %.4f, scikit-learn %.4f, difference %.4f (standard error %.4f)%n",
        law,
        seeds,
        law.classes ? "1 - AUC" : "squared error",
        Arrays.stream(ours).average().orElse(Double.NaN),
        Arrays.stream(theirs).average().orElse(Double.NaN),
        mean,
        Math.sqrt(variance / seeds));
  }

  /** Both sides on the same rows. */
  private static final class Turn {
    final double ourSeconds;
    final double ourError;
    final double theirSeconds;
    final double theirError;

    Turn(Case rows, int trees, int seed, ForkJoinPool one, PythonPeer peer) throws Exception {
      ModelData data = rows.data();
      long start = System.nanoTime();
      Learner forest = new Learner.Forest(trees);
      Predictor predictor =
          one.submit(
                  () ->
                      rows.law.classes
                          ? forest.classify(data, new Seed(seed))
                          : forest.regress(data, new Seed(seed)))
              .get();
      ourSeconds = (System.nanoTime() - start) / 1e9;
      ourError = rows.error(predictor);
      Path file = rows.write();
      try {
        theirSeconds =
            peer.ask(
                String.join(
                    " ",
                    "fit",
                    file.toString(),
                    "" + rows.rows,
                    "" + rows.fresh,
                    "" + rows.columns,
                    "" + trees,
                    "" + seed,
                    rows.law.classes ? "classes" : "numbers"));
        theirError = peer.ask("error");
      } finally {
        Files.delete(file);
      }
    }
  }

  /** Laws of a target given ten columns or more, the first five of which matter. */
  private enum Law {
    CLASSES(true),
    NUMBERS(false),
    /** The target is a steep function without noise: fine cuts count. */
    STEEP_NUMBERS(false),
    /** Weights say which of two groups with different answers to believe. */
    WEIGHTED_CLASSES(true),
    WEIGHTED_NUMBERS(false);

    final boolean classes;

    Law(boolean classes) {
      this.classes = classes;
    }

    boolean weighted() {
      return this == WEIGHTED_CLASSES || this == WEIGHTED_NUMBERS;
    }
  }

  /** Rows to learn from and fresh ones, drawn from a law. */
  private static final class Case {
    final Law law;
    final int rows;
    final int fresh;
    final int columns;
    final double[][] x;
    final double[] y;
    final double[] weight;

    Case(Law law, int rows, int fresh, int columns, Seed seed) {
      this.law = law;
      this.rows = rows;
      this.fresh = fresh;
      this.columns = columns;
      RandomGenerator chance = seed.stream("forest " + law);
      x = new double[columns][rows + fresh];
      y = new double[rows + fresh];
      weight = new double[rows + fresh];
      for (int i = 0; i < y.length; i++) {
        for (int j = 0; j < columns; j++) {
          // Heavy tails in one column, few levels in another.
          double u = chance.nextDouble();
          x[j][i] = j == 3 ? -Math.log(1 - u) : j == 4 ? Math.floor(u * 6) / 6 : u;
        }
        boolean trusted = !law.weighted() || chance.nextDouble() < 0.4;
        weight[i] = law.weighted() ? (trusted ? 2.2 : 0.2) : 1;
        y[i] = target(i, trusted ? 1 : -1, chance);
      }
    }

    private double target(int i, double sign, RandomGenerator chance) {
      double signal =
          sign
              * (Math.sin(Math.PI * x[0][i] * x[1][i])
                  + 2 * Math.pow(x[2][i] - 0.5, 2)
                  + 0.3 * x[3][i]
                  + 0.5 * x[4][i]
                  - 1.2);
      return switch (law) {
        case CLASSES, WEIGHTED_CLASSES ->
            chance.nextDouble() < 1 / (1 + Math.exp(-4 * signal)) ? 1 : 0;
        case NUMBERS, WEIGHTED_NUMBERS -> signal + 0.5 * chance.nextGaussian();
        case STEEP_NUMBERS -> Math.sin(20 * x[0][i]) + x[3][i] * x[3][i];
      };
    }

    ModelData data() {
      List<Variable> variables = new ArrayList<>();
      for (int j = 0; j < columns; j++) {
        variables.add(new Variable.Numeric("x" + j, Arrays.copyOf(x[j], rows)));
      }
      variables.add(new Variable.Numeric("y", Arrays.copyOf(y, rows)));
      Frame frame = new Frame(variables);
      return ModelData.of(
          Formula.parse("y ~ .", frame.names()), frame, Arrays.copyOf(weight, rows));
    }

    double error(Predictor predictor) {
      double[] scores = new double[law.classes ? 2 : 1];
      double[] predicted = new double[fresh];
      double[] row = new double[columns + 1];
      for (int i = 0; i < fresh; i++) {
        row[0] = 1;
        for (int j = 0; j < columns; j++) {
          row[j + 1] = x[j][rows + i];
        }
        predictor.predict(row, 0, scores);
        predicted[i] = scores[scores.length - 1];
      }
      double[] mass = Arrays.copyOfRange(weight, rows, rows + fresh);
      if (law.classes) {
        boolean[] positive = new boolean[fresh];
        for (int i = 0; i < fresh; i++) {
          positive[i] = y[rows + i] == 1;
        }
        return 1 - RocAuc.of(predicted, positive, mass);
      }
      double sum = 0;
      for (int i = 0; i < fresh; i++) {
        sum += mass[i] * Math.pow(y[rows + i] - predicted[i], 2);
      }
      return sum / Arrays.stream(mass).sum();
    }

    Path write() throws IOException {
      ByteBuffer bytes =
          ByteBuffer.allocate(8 * y.length * (columns + 2)).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < y.length; i++) {
        for (int j = 0; j < columns; j++) {
          bytes.putDouble(x[j][i]);
        }
        bytes.putDouble(y[i]).putDouble(weight[i]);
      }
      return Files.write(Files.createTempFile("forest", ".bin"), bytes.array());
    }
  }
}

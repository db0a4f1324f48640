package tare.bench;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import tare.kernel.regression.LogisticProblem;
import tare.kernel.regression.LogisticRows;
import tare.kernel.regression.LogisticSolver;
import tare.random.Seed;

/**
 * Logistic regression beside scikit-learn's, on the same arrays in the same run, turn by turn:
 * lambda 0.1 per mean loss, intercept free. Ours always stops at a smaller gradient than theirs.
 * Beside medians stands the fastest tenth of each, which other work on the machine disturbs least.
 *
 * <p>Usage: {@code LogisticBesideSklearn [large|small] [rounds]}; needs a {@code python3} with
 * scikit-learn ({@code python3-sklearn} in Debian; set {@code PYTHON} to name another interpreter)
 * and says so where there is none. The large case needs {@code -Xmx4g} and the vector module.
 */
public final class LogisticBesideSklearn {

  private static final double LAMBDA = 0.1;

  /** Answers each solver name on its input with seconds and the norm of the gradient. */
  private static final String SCRIPT =
      """
      import sys, time, warnings, numpy as np
      from sklearn.linear_model import LogisticRegression
      warnings.filterwarnings('ignore')
      rows, columns, penalty = int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
      X = np.fromfile(sys.argv[1], dtype='<f8').reshape(rows, columns)
      y = np.r_[np.ones(rows // 2), np.zeros(rows - rows // 2)]
      print('ready', flush=True)
      for line in sys.stdin:
          start = time.perf_counter()
          model = LogisticRegression(C=1 / (penalty * rows), solver=line.strip(), max_iter=1000)
          model.fit(X, y)
          seconds = time.perf_counter() - start
          b = model.coef_[0]
          r = (1 / (1 + np.exp(-X @ b - model.intercept_[0])) - y) / rows
          print(seconds, np.linalg.norm(np.r_[r.sum(), X.T @ r + penalty * b]), flush=True)
      """;

  private LogisticBesideSklearn() {}

  public static void main(String[] args) {
    boolean large = args.length == 0 || args[0].equals("large");
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : large ? 5 : 400;
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try {
      if (large) {
        compare(images(120_000), 784, List.of("lbfgs"), 2, rounds, 1e-8, out);
      } else {
        compare(
            correlated(1_138), 30, List.of("lbfgs", "newton-cholesky"), 4_000, rounds, 1e-8, out);
      }
    } catch (IOException e) {
      out.println("Skipped: " + e.getMessage());
    }
  }

  private static void compare(
      double[] matrix,
      int columns,
      List<String> solvers,
      int warmups,
      int rounds,
      double tolerance,
      PrintStream out)
      throws IOException {
    int rows = matrix.length / columns;
    LogisticProblem problem = problem(matrix, rows, columns);
    LogisticSolver.Options options =
        LogisticSolver.Options.DEFAULTS.withGradientTolerance(tolerance);
    long beginning = System.nanoTime();
    LogisticSolver.fit(problem, options);
    double first = (System.nanoTime() - beginning) / 1e9;
    for (int i = 1; i < warmups; i++) {
      LogisticSolver.fit(problem, options);
    }
    double[] ours = new double[rounds];
    double[][] theirs = new double[solvers.size()][rounds];
    double[] norms = new double[solvers.size() + 1];
    try (Sklearn sklearn = new Sklearn(matrix, rows, columns)) {
      for (int r = 0; r < rounds; r++) {
        long start = System.nanoTime();
        norms[0] = LogisticSolver.fit(problem, options).gradientNorm();
        ours[r] = (System.nanoTime() - start) / 1e9;
        for (int s = 0; s < solvers.size(); s++) {
          double[] answer = sklearn.fit(solvers.get(s));
          theirs[s][r] = answer[0];
          norms[s + 1] = answer[1];
        }
      }
    }
    for (int s = 0; s < solvers.size(); s++) {
      out.printf(
          Locale.ROOT,
          "%d x %d: Tare %.3g s (first %.3g s, gradient %.1e), scikit-learn %s %.3g s (gradient"
              + " %.1e): %.2f times as fast by medians, %.2f by the fastest tenth%n",
          rows,
          columns,
          quantile(ours, 0.5),
          first,
          norms[0],
          solvers.get(s),
          quantile(theirs[s], 0.5),
          norms[s + 1],
          quantile(theirs[s], 0.5) / quantile(ours, 0.5),
          quantile(theirs[s], 0.1) / quantile(ours, 0.1));
    }
  }

  /** The same rows with an intercept before them, which is free as it is in scikit-learn. */
  private static LogisticProblem problem(double[] matrix, int rows, int columns) {
    int half = rows / 2;
    double[] penalties = new double[columns + 1];
    Arrays.fill(penalties, 1, columns + 1, LAMBDA);
    return new LogisticProblem(
        List.of(
            LogisticRows.of(withIntercept(matrix, 0, half, columns), half, true, 1.0 / rows),
            LogisticRows.of(
                withIntercept(matrix, half, rows - half, columns), rows - half, false, 1.0 / rows)),
        columns + 1,
        penalties);
  }

  private static double[] withIntercept(double[] matrix, int from, int rows, int columns) {
    double[] part = new double[rows * (columns + 1)];
    for (int r = 0; r < rows; r++) {
      part[r * (columns + 1)] = 1;
      System.arraycopy(matrix, (from + r) * columns, part, r * (columns + 1) + 1, columns);
    }
    return part;
  }

  /** Images of 28 x 28 pixels: a few soft blobs each; those of the second half are dimmer. */
  private static double[] images(int rows) {
    RandomGenerator random = new Seed(1).stream("images");
    double[] matrix = new double[rows * 784];
    for (int r = 0; r < rows; r++) {
      for (int blob = 0; blob < 4; blob++) {
        double x = 14 + 4 * random.nextGaussian();
        double y = 14 + 5 * random.nextGaussian();
        double light = random.nextDouble() * (r < rows / 2 ? 1 : 0.9);
        int left = (int) Math.max(0, x - 4);
        int top = (int) Math.max(0, y - 4);
        for (int i = top; i < Math.min(28, top + 9); i++) {
          for (int j = left; j < Math.min(28, left + 9); j++) {
            double square = (i - y) * (i - y) + (j - x) * (j - x);
            int at = r * 784 + i * 28 + j;
            matrix[at] = Math.min(1, matrix[at] + light * Math.exp(-square / 6));
          }
        }
      }
    }
    return matrix;
  }

  /** Thirty correlated numbers in [0, 1], as in the Breast table; the second half is shifted. */
  private static double[] correlated(int rows) {
    RandomGenerator random = new Seed(2).stream("correlated");
    double[] matrix = new double[rows * 30];
    for (int r = 0; r < rows; r++) {
      double common = random.nextGaussian();
      for (int j = 0; j < 30; j++) {
        double z = 0.8 * common + 0.6 * random.nextGaussian() + (r < rows / 2 ? 0.3 : 0);
        matrix[r * 30 + j] = 1 / (1 + Math.exp(-z));
      }
    }
    return matrix;
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (sorted.length * share)];
  }

  /** One Python process that holds the rows and fits when asked. */
  private static final class Sklearn implements AutoCloseable {
    private final Path file = Files.createTempFile("logistic", ".bin");
    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;

    Sklearn(double[] matrix, int rows, int columns) throws IOException {
      write(matrix, columns);
      String python = System.getenv().getOrDefault("PYTHON", "/usr/bin/python3");
      process =
          new ProcessBuilder(
                  python, "-c", SCRIPT, file.toString(), "" + rows, "" + columns, "" + LAMBDA)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      answers = process.inputReader(StandardCharsets.UTF_8);
      questions = process.outputWriter(StandardCharsets.UTF_8);
      if (!"ready".equals(answers.readLine())) {
        throw new IOException(
            "scikit-learn could not be run with " + python + ". Install python3-sklearn.");
      }
    }

    private void write(double[] matrix, int columns) throws IOException {
      ByteBuffer row = ByteBuffer.allocate(8 * columns).order(ByteOrder.LITTLE_ENDIAN);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        for (int at = 0; at < matrix.length; at += columns) {
          row.clear();
          row.asDoubleBuffer().put(matrix, at, columns);
          while (row.hasRemaining()) {
            channel.write(row);
          }
        }
      }
    }

    /** Seconds and the norm of the gradient. */
    double[] fit(String solver) throws IOException {
      questions.write(solver + "\n");
      questions.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("scikit-learn ended without an answer.");
      }
      return Arrays.stream(answer.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    @Override
    public void close() {
      process.destroy();
      try {
        Files.delete(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

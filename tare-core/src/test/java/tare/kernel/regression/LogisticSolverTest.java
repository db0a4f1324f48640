package tare.kernel.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.kernel.regression.LogisticSolver.Fit;
import tare.kernel.regression.LogisticSolver.Options;
import tare.random.Seed;
import tare.testkit.ReferenceTable;

class LogisticSolverTest {

  private static final Options TIGHT = Options.DEFAULTS.withGradientTolerance(1e-11);

  /** scikit-learn's C is the penalty; its header gives twelve digits of it. */
  @ParameterizedTest
  @CsvSource({"breast, 1", "breast, 0.00878734622144", "banknote, 1", "banknote, 0.0036443148688"})
  void agreesWithScikitLearn(String data, String c) {
    double[] real = withIntercept(ReferenceTable.read(getClass(), data + "_real.csv.gz"), true);
    double[] synthetic =
        withIntercept(ReferenceTable.read(getClass(), data + "_synthetic.csv.gz"), false);
    double[] expected =
        ReferenceTable.read(getClass(), "logreg_coefficients.csv").rows().stream()
            .filter(row -> row.text("data").equals(data) && row.text("c").equals(c))
            .mapToDouble(row -> row.number("coefficient"))
            .toArray();
    int p = expected.length;
    int total = (real.length + synthetic.length) / p;
    double[] penalties = new double[p];
    Arrays.fill(penalties, 1, p, 1 / (Double.parseDouble(c) * total));
    LogisticProblem problem =
        new LogisticProblem(
            List.of(
                LogisticRows.of(real, real.length / p, true, 1.0 / total),
                LogisticRows.of(synthetic, synthetic.length / p, false, 1.0 / total)),
            p,
            penalties);

    Fit fit = LogisticSolver.fit(problem, TIGHT);

    assertThat(fit.coefficients()).containsExactly(expected, within(1e-6));
    assertThat(fit.gradientNorm()).isLessThanOrEqualTo(1e-11);
  }

  /** Real rows are scaled to [0, 1] by their own range, as the reference did. */
  private static double[] withIntercept(ReferenceTable table, boolean scale) {
    List<String> columns =
        table.columns().stream().filter(c -> !c.equals("benign") && !c.equals("class")).toList();
    int p = columns.size() + 1;
    double[] matrix = new double[table.size() * p];
    for (int j = 1; j < p; j++) {
      double[] values = table.numbers(columns.get(j - 1));
      double low = scale ? Arrays.stream(values).min().orElseThrow() : 0;
      double high = scale ? Arrays.stream(values).max().orElseThrow() : 1;
      for (int r = 0; r < values.length; r++) {
        matrix[r * p] = 1;
        matrix[r * p + j] = (values[r] - low) / (high - low);
      }
    }
    return matrix;
  }

  @Test
  void theGradientAtTheSolutionIsSmallByAPlainRecomputation() {
    LogisticProblem problem = random(new Seed(1), 501, 7, 0.3, 1e-3);
    Fit fit = LogisticSolver.fit(problem, TIGHT);
    assertThat(
            Math.sqrt(
                Arrays.stream(plainGradient(problem, fit.coefficients())).map(g -> g * g).sum()))
        .isLessThan(1e-10);
  }

  @Test
  void twoThreadsGiveTheVeryBitsOfOne() {
    LogisticProblem problem = random(new Seed(2), 9_000, 37, 0.1, 1e-3);
    assertThat(LogisticSolver.fit(problem, TIGHT.withThreads(1)).coefficients())
        .isEqualTo(LogisticSolver.fit(problem, TIGHT.withThreads(2)).coefficients());
  }

  /** Separable rows and almost no penalty: the Hessian at the start says nothing of the end. */
  @Test
  void hardProblemsAreSolvedToo() {
    double[] matrix = new double[400];
    double[] signed = new double[200];
    for (int r = 0; r < 200; r++) {
      matrix[2 * r] = 1;
      matrix[2 * r + 1] = (r - 99.5) / 100;
      signed[r] = r < 100 ? -1 : 1;
    }
    double[] penalties = {1e-6, 1e-6};
    LogisticProblem problem =
        new LogisticProblem(List.of(new LogisticRows(matrix, 200, signed)), 2, penalties);
    Fit fit = LogisticSolver.fit(problem, Options.DEFAULTS.withGradientTolerance(1e-9));
    assertThat(fit.coefficients()[1]).isGreaterThan(300);
    assertThat(fit.gradientNorm()).isLessThanOrEqualTo(1e-9);
  }

  @Test
  void rowsWithoutWeightAndNoRowsAtAllAreFine() {
    double[] penalties = {0.5, 0.5};
    LogisticRows none = LogisticRows.of(new double[0], 0, true, 1);
    LogisticRows weightless = LogisticRows.of(new double[] {3, 4}, 1, false, 0);
    Fit fit =
        LogisticSolver.fit(new LogisticProblem(List.of(none, weightless), 2, penalties), TIGHT);
    assertThat(fit.coefficients()).containsExactly(0, 0);
  }

  @Test
  void weightsCountAsRepeatedRows() {
    double[] matrix = {1, 0.5, 1, -0.25, 1, 2};
    double[] repeated = {1, 0.5, 1, 0.5, 1, -0.25, 1, 2, 1, 2, 1, 2};
    double[] penalties = {0.1, 0.2};
    Fit weighted =
        LogisticSolver.fit(
            new LogisticProblem(
                List.of(new LogisticRows(matrix, 3, new double[] {2, -1, -3})), 2, penalties),
            TIGHT);
    Fit plain =
        LogisticSolver.fit(
            new LogisticProblem(
                List.of(new LogisticRows(repeated, 6, new double[] {1, 1, -1, -1, -1, -1})),
                2,
                penalties),
            TIGHT);
    assertThat(weighted.coefficients()).containsExactly(plain.coefficients(), within(1e-9));
  }

  @Test
  void aToleranceThatCannotBeReachedIsNotPassedOffAsReached() {
    LogisticProblem problem = random(new Seed(4), 100, 3, 0.3, 1e-3);
    assertThatThrownBy(
            () -> LogisticSolver.fit(problem, Options.DEFAULTS.withGradientTolerance(1e-30)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("tolerance");
  }

  /** Past the tolerance it goes on to the aim, and where rounding forbids that it is content. */
  @Test
  void anAimIsReachedOrLetGo() {
    LogisticProblem problem = random(new Seed(4), 100, 3, 0.3, 1e-3);
    Options loose = Options.DEFAULTS.withGradientTolerance(1e-3);
    Fit aimed = LogisticSolver.fit(problem, loose.withAim(1e-8));
    assertThat(aimed.gradientNorm()).isLessThanOrEqualTo(1e-11);
    assertThat(LogisticSolver.fit(problem, loose).gradientNorm()).isGreaterThan(1e-11);
    Fit beyond = LogisticSolver.fit(problem, loose.withAim(1e-20));
    assertThat(beyond.gradientNorm()).isLessThanOrEqualTo(1e-11);
    assertThat(beyond.passes()).isLessThan(aimed.passes() + 10);
    assertThatThrownBy(() -> loose.withAim(1.5)).hasMessageContaining("at most 1");
  }

  @Test
  void wrongShapesAreRefused() {
    assertThatThrownBy(
            () ->
                new LogisticProblem(
                    List.of(LogisticRows.of(new double[5], 3, true, 1)), 2, new double[2]))
        .hasMessageContaining("3 x 2");
    assertThatThrownBy(() -> new LogisticProblem(List.of(), 1, new double[] {-1}))
        .hasMessageContaining("not negative");
    assertThatThrownBy(() -> new LogisticRows(new double[4], 2, new double[3]))
        .hasMessageContaining("signed weight");
  }

  static LogisticProblem random(Seed seed, int rows, int columns, double slope, double penalty) {
    RandomGenerator random = seed.stream("rows");
    double[] matrix = new double[rows * columns];
    double[] signed = new double[rows];
    for (int r = 0; r < rows; r++) {
      double z = 0;
      for (int j = 0; j < columns; j++) {
        matrix[r * columns + j] = random.nextGaussian();
        z += slope * matrix[r * columns + j];
      }
      signed[r] =
          (random.nextDouble() < 1 / (1 + Math.exp(-z)) ? 1 : -1) * random.nextDouble() / rows;
    }
    double[] penalties = new double[columns];
    Arrays.fill(penalties, penalty);
    return new LogisticProblem(List.of(new LogisticRows(matrix, rows, signed)), columns, penalties);
  }

  private static double[] plainGradient(LogisticProblem problem, double[] b) {
    int p = b.length;
    double[] gradient = new double[p];
    for (LogisticRows part : problem.parts()) {
      for (int r = 0; r < part.rows(); r++) {
        double z = 0;
        for (int j = 0; j < p; j++) {
          z += part.matrix()[r * p + j] * b[j];
        }
        double a = part.signedWeights()[r];
        double factor = -a / (1 + Math.exp(Math.signum(a) * z));
        for (int j = 0; j < p; j++) {
          gradient[j] += factor * part.matrix()[r * p + j];
        }
      }
    }
    for (int j = 0; j < p; j++) {
      gradient[j] += problem.penalties()[j] * b[j];
    }
    return gradient;
  }
}

package tare.weight;

import java.util.Arrays;
import java.util.List;
import tare.kernel.regression.LogisticLoss;
import tare.kernel.regression.LogisticProblem;
import tare.kernel.regression.LogisticRows;
import tare.kernel.regression.LogisticSolver;
import tare.model.Features;
import tare.noise.BoundedStatistic;
import tare.noise.Norm;
import tare.progress.Progress;
import tare.schema.RefusedException;
import tare.table.Cells;
import tare.table.RowPass;

/*
 * J(beta) = (1/n) [ sum_D log(1 + e^{-beta.x}) + (n/N_G) sum_G log(1 + e^{beta.x}) ]
 *           + (lambda/2) |beta|^2
 *
 * n is the public size and N_G the number of synthetic rows, so the fitted logit is the log of the
 * density ratio itself. Every coordinate is penalised, the intercept too: J is strongly convex with
 * lambda on the whole space. One private row adds or removes (1/n) log(1 + e^{-beta.x}), whose
 * gradient is shorter than R/n, and so moves the minimiser by less than R/(n lambda), however many
 * private rows there really are.
 *
 * Erratum to Ghalebikesabi et al. (UAI 2022): the paper leaves the intercept free, for which the
 * bound is false, and prints the odds upside down. See docs/notes/errata.md.
 */

/** The logistic regression of private against synthetic rows, and how far one row can move it. */
final class LogisticFit {

  /** Where the solver may stop, as a share of R/n: half of {@link #SLACK} in the coefficients. */
  private static final double TOLERANCE = 2.5e-4;

  /**
   * Where it stops unless rounding ends it before, as a share of lambda: so near the minimiser that
   * the order of rows, and the way they are added up, show in no coefficient's first nine digits.
   */
  private static final double AIM = 1e-10;

  /** What rounding leaves of a gradient of rows of length one, and some more. */
  private static final double ROUNDING = 1e-13;

  /**
   * What stopping early and rounding may add to the sensitivity: 2 tau / lambda is half of it, the
   * rest is for rounding in rows and gradients, which is far smaller.
   */
  private static final double SLACK = 1e-3;

  /** So many private rows are gathered whatever the public number of them. */
  private static final int FEW_ROWS = 1_000;

  /**
   * More rows than this for each that is public are not gathered: memory was reckoned for those.
   */
  private static final double GATHERED = 1.5;

  /** The longest array. */
  private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

  /** Beyond it the gradient's rounding comes near the tolerance, and rows would decide. */
  private static final long MOST_ROWS = 1_000_000_000;

  private final Features features;
  private final double[] synthetic;
  private final int syntheticRows;
  private final long n;
  private final Progress progress;

  LogisticFit(WeightTask task, LogisticOptions options) {
    if (task.n() > MOST_ROWS) {
      throw new RefusedException(
          "Logistic weights are for up to "
              + MOST_ROWS
              + " private rows: beyond that double precision is too short. Got: "
              + task.n()
              + ". Use moments.");
    }
    this.features = Features.of(options.features(), task.synthetic());
    this.synthetic = features.encode(task.synthetic());
    this.syntheticRows = task.synthetic().rowCount();
    this.n = task.n();
    this.progress = task.progress();
  }

  Features features() {
    return features;
  }

  /** The synthetic rows as vectors, row-major. */
  double[] synthetic() {
    return synthetic;
  }

  int syntheticRows() {
    return syntheticRows;
  }

  /** The mean squared length of the synthetic rows' vectors. */
  double meanSquaredLength() {
    double sum = 0;
    for (double value : synthetic) {
      sum += value * value;
    }
    return sum / syntheticRows;
  }

  /** The mean square of one coordinate. */
  double meanSquare() {
    return meanSquaredLength() / features.width();
  }

  /** The coefficients at a penalty, with the most that one private row moves them. */
  BoundedStatistic<RowPass, double[]> coefficients(double lambda) {
    double bound = features.radius() / (n * lambda) * (1 + SLACK);
    return new BoundedStatistic<>(rows -> fitted(rows, lambda), Norm.L2, bound);
  }

  /** The coefficients, exact to the tolerance that their bound allows for. */
  private double[] fitted(RowPass privateRows, double lambda) {
    double[] penalties = new double[features.width()];
    Arrays.fill(penalties, lambda);
    double tolerance = TOLERANCE * features.radius() / n;
    double aim = Math.max(AIM * lambda, ROUNDING * features.radius());
    // Privacy hangs on this line: it returns only if the gradient is as small as the proof asks.
    return LogisticSolver.fit(
            loss(privateRows, 1.0 / n, penalties),
            LogisticSolver.Options.DEFAULTS
                .withGradientTolerance(tolerance)
                .withAim(Math.min(1, aim / tolerance)),
            () -> progress.at("estimating weights"))
        .coefficients();
  }

  /**
   * The loss J: of rows that are gathered once, or asked again for every look at them. Which of the
   * two does not matter to the bound, which holds for every way to a gradient that small.
   */
  private LogisticLoss loss(RowPass privateRows, double weight, double[] penalties) {
    LogisticRows others = LogisticRows.of(synthetic, syntheticRows, false, 1.0 / syntheticRows);
    if (!privateRows.inOnePlace() || !mayGather(privateRows.counts(Cells.ONE)[0])) {
      return new LogisticPasses(privateRows, features, weight, others, penalties);
    }
    double[] matrix = features.encode(privateRows);
    int rows = matrix.length / features.width();
    return LogisticLoss.of(
        new LogisticProblem(
            List.of(LogisticRows.of(matrix, rows, true, weight), others),
            features.width(),
            penalties),
        LogisticSolver.Options.DEFAULTS.threads());
  }

  /**
   * Whether so many private rows may be gathered: no array and no memory hangs on how many there
   * are beyond what the public number foretold.
   */
  private boolean mayGather(long rows) {
    return rows <= Math.max(FEW_ROWS, GATHERED * n) && rows <= MOST_NUMBERS / features.width();
  }
}

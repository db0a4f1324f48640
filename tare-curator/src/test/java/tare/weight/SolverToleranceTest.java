package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.random.Seed;
import tare.table.Table;

/** The fit is the minimiser that the proof speaks of: the gradient of J, written out once more. */
class SolverToleranceTest {

  /** Over a few tables, so that no lucky last step of the solver hides a loose tolerance. */
  @Test
  void theGradientIsAsSmallAsTheProofAsks() {
    for (int seed = 1; seed <= 6; seed++) {
      Table synthetic = Tables.mixedRows(80, 0, new Seed(seed));
      Table rows = Tables.mixedRows(40 + seed, 0.5, new Seed(seed + 100));
      long n = 37;
      double lambda = 0.02;
      LogisticFit fit =
          new LogisticFit(
              new WeightTask(
                  synthetic.schema(), synthetic, null, n, new PrivacyBudget(1, 1e-6), new Seed(1)),
              LogisticOptions.DEFAULTS);
      double[] beta = fit.coefficients(lambda).of(rows).value();
      double[] gradient = new double[beta.length];
      for (int j = 0; j < beta.length; j++) {
        gradient[j] = lambda * beta[j];
      }
      add(gradient, beta, fit.features().encode(rows), -1, 1.0 / n);
      add(gradient, beta, fit.synthetic(), 1, 1.0 / synthetic.rowCount());
      double squares = 0;
      for (double g : gradient) {
        squares += g * g;
      }
      // A quarter of a thousandth of R/n: docs/proofs/logistic-weights.md.
      double allowed = 2.5e-4 * 1.25 * Math.sqrt(beta.length) / n;
      assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(allowed * (1 + 1e-6));
    }
  }

  /** Adds weight times the sum of sign x / (1 + exp(-sign beta.x)) over rows x. */
  private static void add(
      double[] gradient, double[] beta, double[] rows, int sign, double weight) {
    int width = beta.length;
    for (int r = 0; r < rows.length / width; r++) {
      double dot = 0;
      for (int j = 0; j < width; j++) {
        dot += beta[j] * rows[r * width + j];
      }
      double slope = sign * weight / (1 + Math.exp(-sign * dot));
      for (int j = 0; j < width; j++) {
        gradient[j] += slope * rows[r * width + j];
      }
    }
  }
}

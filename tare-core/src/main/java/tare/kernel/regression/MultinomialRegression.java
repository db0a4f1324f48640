package tare.kernel.regression;

import java.util.Arrays;
import tare.kernel.linear.Cholesky;

/*
 * Parameters come in classes - 1 blocks of one coefficient per column, class 0 being the reference with logit zero;
 * two classes are logistic regression. Newton's method with halved steps on columns scaled to mean square one: the
 * iteration does not care about scale, but the Cholesky factor of its matrix does.
 */

/** Weighted multinomial logistic regression by Newton's method, with an optional ridge. */
public final class MultinomialRegression {

  private static final int MOST_STEPS = 100;

  private MultinomialRegression() {}

  /**
   * A problem: rows, their classes and weights.
   *
   * @param x rows x columns, row by row; not copied
   * @param labels classes from 0, one per row; not copied
   * @param classes how many classes there are, two or more
   * @param weights not negative, one per row; not copied
   */
  public record Problem(double[] x, int columns, int[] labels, int classes, double[] weights) {
    /** The number of parameters. */
    public int size() {
      return columns * (classes - 1);
    }
  }

  /**
   * A fit.
   *
   * @param coefficients block by block, one block per class but the first
   * @param hessian of the negative weighted log likelihood (ridge included), size x size
   * @param converged whether the step shrank to nothing; if not, classes are separated and the
   *     coefficients grow without bound
   */
  public record Fit(double[] coefficients, double[] hessian, boolean converged) {}

  /**
   * Minimises the negative weighted log likelihood plus sum of penalty b^2 / 2.
   *
   * @param penalties one per column, the same for every class. Not modified.
   */
  public static Fit fit(Problem problem, double[] penalties) {
    return descend(problem, penalties, new double[problem.size()], 1e-18);
  }

  /**
   * The same from a start near the minimum, for instance the fit under slightly other weights. It
   * stops a step earlier, where the next one would move no coefficient by more than a millionth of
   * its standard error.
   *
   * @param start coefficients, block by block. Not modified.
   */
  public static Fit fitFrom(Problem problem, double[] penalties, double[] start) {
    return descend(problem, penalties, start, 1e-12);
  }

  private static Fit descend(
      Problem problem, double[] penalties, double[] start, double tolerance) {
    double[] scales = scales(problem);
    double[] theta = new double[start.length];
    Arrays.setAll(theta, m -> start[m] * scales[m % scales.length]);
    double[] gradient = new double[theta.length];
    double[] hessian = new double[theta.length * theta.length];
    double loss = evaluate(problem, penalties, scales, theta, gradient, hessian);
    boolean converged = false;
    for (int step = 0; step < MOST_STEPS && !converged; step++) {
      int dependent = Cholesky.firstDependent(hessian, theta.length);
      if (dependent >= 0) {
        if (step == 0) {
          throw new LeastSquares.DependentColumnException(dependent % problem.columns());
        }
        break;
      }
      double[] move = Cholesky.of(hessian, theta.length).solve(gradient);
      double decrement = 0;
      for (int j = 0; j < move.length; j++) {
        decrement += move[j] * gradient[j];
      }
      double share = 1;
      double[] next = moved(theta, move, share);
      double nextLoss = evaluate(problem, penalties, scales, next, gradient, hessian);
      // Near the end the loss no longer resolves a step: take it whole.
      while (nextLoss > loss + 1e-12 * Math.abs(loss) && share > 1e-10) {
        share /= 2;
        next = moved(theta, move, share);
        nextLoss = evaluate(problem, penalties, scales, next, gradient, hessian);
      }
      converged = decrement < tolerance * (1 + Math.abs(loss));
      theta = next;
      loss = nextLoss;
    }
    return unscaled(problem, scales, theta, hessian, converged);
  }

  /**
   * The classes' probabilities for one row.
   *
   * @param probabilities one per class. Modified.
   */
  public static void probabilities(
      double[] coefficients, double[] x, int offset, int columns, double[] probabilities) {
    int classes = probabilities.length;
    double max = 0;
    probabilities[0] = 0;
    for (int k = 1; k < classes; k++) {
      double logit = 0;
      for (int j = 0; j < columns; j++) {
        logit += coefficients[(k - 1) * columns + j] * x[offset + j];
      }
      probabilities[k] = logit;
      max = Math.max(max, logit);
    }
    double sum = 0;
    for (int k = 0; k < classes; k++) {
      probabilities[k] = Math.exp(probabilities[k] - max);
      sum += probabilities[k];
    }
    for (int k = 0; k < classes; k++) {
      probabilities[k] /= sum;
    }
  }

  /**
   * The loss in scaled coordinates with its gradient and the lower triangle of its Hessian.
   *
   * @param gradient Modified.
   * @param hessian Modified.
   */
  private static double evaluate(
      Problem problem,
      double[] penalties,
      double[] scales,
      double[] theta,
      double[] gradient,
      double[] hessian) {
    int p = problem.columns();
    double[] coefficients = coefficients(theta, scales);
    double loss = 0;
    Arrays.fill(gradient, 0);
    Arrays.fill(hessian, 0);
    for (int m = 0; m < theta.length; m++) {
      double penalty = penalties[m % p] / (scales[m % p] * scales[m % p]);
      loss += 0.5 * penalty * theta[m] * theta[m];
      gradient[m] = penalty * theta[m];
      hessian[m * theta.length + m] = penalty;
    }
    double[] probabilities = new double[problem.classes()];
    double[] row = new double[p];
    for (int i = 0; i < problem.labels().length; i++) {
      double weight = problem.weights()[i];
      if (weight > 0) {
        loss += weight * lossOfRow(problem, coefficients, i, probabilities);
        for (int j = 0; j < p; j++) {
          row[j] = problem.x()[i * p + j] / scales[j];
        }
        addRow(row, weight, problem.labels()[i], probabilities, gradient, hessian);
      }
    }
    return loss;
  }

  private static double[] coefficients(double[] theta, double[] scales) {
    double[] coefficients = new double[theta.length];
    for (int m = 0; m < theta.length; m++) {
      coefficients[m] = theta[m] / scales[m % scales.length];
    }
    return coefficients;
  }

  private static double lossOfRow(
      Problem problem, double[] coefficients, int row, double[] probabilities) {
    int p = problem.columns();
    int label = problem.labels()[row];
    double max = 0;
    double own = 0;
    probabilities[0] = 0;
    for (int k = 1; k < probabilities.length; k++) {
      double logit = 0;
      for (int j = 0; j < p; j++) {
        logit += coefficients[(k - 1) * p + j] * problem.x()[row * p + j];
      }
      probabilities[k] = logit;
      max = Math.max(max, logit);
      own = k == label ? logit : own;
    }
    double sum = 0;
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] = Math.exp(probabilities[k] - max);
      sum += probabilities[k];
    }
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] /= sum;
    }
    return max + Math.log(sum) - own;
  }

  private static void addRow(
      double[] row,
      double weight,
      int label,
      double[] probabilities,
      double[] gradient,
      double[] hessian) {
    int p = row.length;
    int size = gradient.length;
    int free = size / p;
    for (int k = 0; k < free; k++) {
      double residual = weight * (probabilities[k + 1] - (label == k + 1 ? 1 : 0));
      for (int j = 0; j < p; j++) {
        gradient[k * p + j] += residual * row[j];
      }
      // The lower triangle is enough for the Cholesky factor; the mirror is made at the end.
      for (int l = 0; l <= k; l++) {
        double curvature =
            weight
                * (k == l
                    ? probabilities[k + 1] * (1 - probabilities[k + 1])
                    : -probabilities[k + 1] * probabilities[l + 1]);
        for (int j = 0; j < p; j++) {
          double scaled = curvature * row[j];
          int start = (k * p + j) * size + l * p;
          int end = k == l ? j + 1 : p;
          for (int m = 0; m < end; m++) {
            hessian[start + m] += scaled * row[m];
          }
        }
      }
    }
  }

  private static double[] moved(double[] theta, double[] move, double share) {
    double[] next = new double[theta.length];
    for (int j = 0; j < next.length; j++) {
      next[j] = theta[j] - share * move[j];
    }
    return next;
  }

  private static double[] scales(Problem problem) {
    int p = problem.columns();
    double[] squares = new double[p];
    double total = 0;
    for (int i = 0; i < problem.labels().length; i++) {
      total += problem.weights()[i];
      for (int j = 0; j < p; j++) {
        double value = problem.x()[i * p + j];
        squares[j] += problem.weights()[i] * value * value;
      }
    }
    for (int j = 0; j < p; j++) {
      squares[j] = squares[j] > 0 ? Math.sqrt(squares[j] / total) : 1;
    }
    return squares;
  }

  private static Fit unscaled(
      Problem problem, double[] scales, double[] theta, double[] hessian, boolean converged) {
    int p = problem.columns();
    int size = theta.length;
    double[] full = new double[size * size];
    for (int m = 0; m < size; m++) {
      for (int l = 0; l <= m; l++) {
        double value = hessian[m * size + l] * scales[m % p] * scales[l % p];
        full[m * size + l] = value;
        full[l * size + m] = value;
      }
    }
    return new Fit(coefficients(theta, scales), full, converged);
  }
}

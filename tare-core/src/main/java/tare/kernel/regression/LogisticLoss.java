package tare.kernel.regression;

/**
 * A convex loss as {@link LogisticSolver} sees it: the rows behind it may be a matrix in memory, or
 * anywhere else where they can be added up.
 */
public interface LogisticLoss {

  /** The loss of a problem whose rows are here. @param threads as for the solver */
  static LogisticLoss of(LogisticProblem problem, int threads) {
    return new LogisticObjective(problem, threads);
  }

  /** The number of coefficients. */
  int columns();

  /**
   * The value at the coefficients. One look at all rows.
   *
   * @param coefficients Not modified.
   * @param gradient Modified: receives the gradient.
   */
  double evaluate(double[] coefficients, double[] gradient);

  /**
   * The Hessian's lower triangle, row-major in a square.
   *
   * @param coefficients Not modified.
   * @param exact whether all rows must have their part in it; else some may stand for all
   */
  double[] hessian(double[] coefficients, boolean exact);
}

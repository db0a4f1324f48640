package tare.kernel.mcmc;

import tare.kernel.linear.Loops;

/*
 * Rows are kept column by column, each multiplied by +1 or -1 after its label, so that one row's loss is
 * log(1 + e^-u) with u = z.b. Passes over columns are plain loops that the compiler turns into vector code; four running
 * sums break the chain of additions.
 */

/**
 * The weighted posterior of logistic regression: prod f(y_i | x_i, b)^w_i times a normal prior of
 * mean zero on every coefficient.
 */
public final class LogisticDensity implements LogDensity {

  private final double[][] columns;
  private final double[] weights;
  private final boolean unit;
  private final double precision;
  private final double[] logits;
  private final double[] residuals;

  /**
   * A posterior.
   *
   * @param x rows x columns, row by row. Not modified.
   * @param labels 0 or 1. Not modified.
   * @param weights one per row; not copied
   * @param priorSd of every coefficient
   */
  public LogisticDensity(double[] x, int columns, int[] labels, double[] weights, double priorSd) {
    this.columns = new double[columns][labels.length];
    for (int i = 0; i < labels.length; i++) {
      for (int j = 0; j < columns; j++) {
        this.columns[j][i] = labels[i] == 1 ? x[i * columns + j] : -x[i * columns + j];
      }
    }
    this.weights = weights;
    boolean allOne = true;
    for (double weight : weights) {
      allOne &= weight == 1;
    }
    unit = allOne;
    precision = 1 / (priorSd * priorSd);
    logits = new double[labels.length];
    residuals = new double[labels.length];
  }

  @Override
  public int dimension() {
    return columns.length;
  }

  @Override
  public double evaluate(double[] position, double[] gradient) {
    int n = logits.length;
    Loops.combine(columns, position, 0, logits);
    double loss = unit ? unitRows(n) : weightedRows(n);
    double squares = 0;
    for (int j = 0; j < position.length; j++) {
      squares += position[j] * position[j];
      gradient[j] = Loops.dot(residuals, columns[j]) - precision * position[j];
    }
    return -loss - 0.5 * precision * squares;
  }

  private double weightedRows(int n) {
    double loss = 0;
    for (int i = 0; i < n; i++) {
      double u = logits[i];
      double e = Math.exp(-Math.abs(u));
      double weight = weights[i];
      // log(1 + e) is exact to an ulp of one, which is all a sum of losses needs.
      loss += weight * (Math.max(-u, 0) + Math.log(1 + e));
      residuals[i] = weight * (u >= 0 ? e : 1) / (1 + e);
    }
    return loss;
  }

  /** With weights of one the logarithms of 512 rows are one logarithm of a product below 2^512. */
  private double unitRows(int n) {
    double loss = 0;
    int from = 0;
    while (from < n) {
      int to = Math.min(n, from + 512);
      double product = 1;
      double linear = 0;
      for (int i = from; i < to; i++) {
        double u = logits[i];
        double e = Math.exp(-Math.abs(u));
        product *= 1 + e;
        linear += Math.max(-u, 0);
        residuals[i] = (u >= 0 ? e : 1) / (1 + e);
      }
      loss += linear + Math.log(product);
      from = to;
    }
    return loss;
  }
}

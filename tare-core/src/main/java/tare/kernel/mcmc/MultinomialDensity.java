package tare.kernel.mcmc;

import tare.kernel.linear.Loops;
import tare.kernel.regression.MultinomialRegression;

/**
 * The weighted posterior of multinomial logistic regression against class 0, with a normal prior of
 * mean zero on every coefficient. Parameters come block by block, one block per class but the
 * first.
 */
public final class MultinomialDensity implements LogDensity {

  private final double[][] columns;
  private final int[] labels;
  private final double[] weights;
  private final double precision;
  private final double[][] logits;

  /**
   * A posterior.
   *
   * @param problem rows, classes and weights; kept
   * @param priorSd of every coefficient
   */
  public MultinomialDensity(MultinomialRegression.Problem problem, double priorSd) {
    int n = problem.labels().length;
    columns = new double[problem.columns()][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = problem.x()[i * columns.length + j];
      }
    }
    labels = problem.labels();
    weights = problem.weights();
    precision = 1 / (priorSd * priorSd);
    logits = new double[problem.classes() - 1][n];
  }

  @Override
  public int dimension() {
    return columns.length * logits.length;
  }

  @Override
  public double evaluate(double[] position, double[] gradient) {
    int p = columns.length;
    for (int k = 0; k < logits.length; k++) {
      Loops.combine(columns, position, k * p, logits[k]);
    }
    double value = -rows();
    for (int k = 0; k < logits.length; k++) {
      for (int j = 0; j < p; j++) {
        double b = position[k * p + j];
        gradient[k * p + j] = Loops.dot(logits[k], columns[j]) - precision * b;
        value -= 0.5 * precision * b * b;
      }
    }
    return value;
  }

  /** The loss of all rows; logits become weighted residuals. */
  private double rows() {
    double loss = 0;
    for (int i = 0; i < labels.length; i++) {
      double max = 0;
      for (double[] logit : logits) {
        max = Math.max(max, logit[i]);
      }
      int label = labels[i];
      double own = label == 0 ? 0 : logits[label - 1][i];
      double sum = Math.exp(-max);
      for (double[] logit : logits) {
        double e = Math.exp(logit[i] - max);
        logit[i] = e;
        sum += e;
      }
      double weight = weights[i];
      loss += weight * (max - own + Math.log(sum));
      double scale = -weight / sum;
      for (double[] logit : logits) {
        logit[i] *= scale;
      }
      if (label > 0) {
        logits[label - 1][i] += weight;
      }
    }
    return loss;
  }
}

package tare.kernel.mcmc;

import java.util.Arrays;
import tare.kernel.regression.LeastSquares;

/*
 * The data enter through three sufficient numbers only: the least-squares fit, X'WX and the smallest residual sum of
 * squares S. For any b the weighted residual sum is S + (b - fit)' X'WX (b - fit), a sum of non-negative terms, so
 * nothing cancels. A gradient costs p^2 whatever the number of rows.
 */

/**
 * The weighted posterior of linear regression: normal priors of mean zero on the coefficients and a
 * half-normal one on the error variance, which is sampled as its logarithm (last parameter).
 */
public final class LinearDensity implements LogDensity {

  private final double[] fit;
  private final double[] gram;
  private final double smallest;
  private final double weightSum;
  private final double precision;
  private final double variancePriorSd;
  private final double[] distance;

  /**
   * A posterior.
   *
   * @param x rows x columns, row by row. Not modified.
   * @param y Not modified.
   * @param weights one per row. Not modified.
   * @param priorSd of every coefficient
   * @param variancePriorSd of the half-normal law of the error variance
   */
  public LinearDensity(
      double[] x,
      int columns,
      double[] y,
      double[] weights,
      double priorSd,
      double variancePriorSd) {
    fit = LeastSquares.fit(x, columns, y, weights).coefficients();
    gram = new double[columns * columns];
    double squares = 0;
    double sum = 0;
    for (int i = 0; i < y.length; i++) {
      double residual = y[i];
      for (int j = 0; j < columns; j++) {
        residual -= fit[j] * x[i * columns + j];
        double scaled = weights[i] * x[i * columns + j];
        for (int k = 0; k < columns; k++) {
          gram[j * columns + k] += scaled * x[i * columns + k];
        }
      }
      squares += weights[i] * residual * residual;
      sum += weights[i];
    }
    smallest = squares;
    weightSum = sum;
    precision = 1 / (priorSd * priorSd);
    this.variancePriorSd = variancePriorSd;
    distance = new double[columns];
  }

  @Override
  public int dimension() {
    return fit.length + 1;
  }

  @Override
  public double evaluate(double[] position, double[] gradient) {
    int p = fit.length;
    double logVariance = position[p];
    double inverse = Math.exp(-logVariance);
    double variance = 1 / inverse;
    double residuals = smallest;
    double prior = 0;
    for (int j = 0; j < p; j++) {
      distance[j] = position[j] - fit[j];
      prior += position[j] * position[j];
    }
    for (int j = 0; j < p; j++) {
      double sum = 0;
      for (int k = 0; k < p; k++) {
        sum += gram[j * p + k] * distance[k];
      }
      residuals += sum * distance[j];
      gradient[j] = -inverse * sum - precision * position[j];
    }
    double scaled = variance / variancePriorSd;
    // The logarithm's Jacobian adds logVariance.
    gradient[p] = -0.5 * weightSum + 0.5 * inverse * residuals - scaled * scaled + 1;
    return -0.5
            * (weightSum * logVariance + inverse * residuals + precision * prior + scaled * scaled)
        + logVariance;
  }

  /** The least-squares coefficients and the logarithm of their error variance: near the mode. */
  public double[] centre() {
    double[] centre = Arrays.copyOf(fit, fit.length + 1);
    centre[fit.length] = Math.log(Math.max(smallest / weightSum, 1e-12));
    return centre;
  }

  /** Minus the second derivatives at {@link #centre}, the small cross terms left out. */
  public double[] curvature() {
    int p = fit.length;
    double inverse = weightSum / Math.max(smallest, 1e-12 * weightSum);
    double[] curvature = new double[(p + 1) * (p + 1)];
    for (int j = 0; j < p; j++) {
      for (int k = 0; k < p; k++) {
        curvature[j * (p + 1) + k] = inverse * gram[j * p + k] + (j == k ? precision : 0);
      }
    }
    curvature[(p + 1) * (p + 1) - 1] = Math.max(0.5 * weightSum, 0.5);
    return curvature;
  }
}

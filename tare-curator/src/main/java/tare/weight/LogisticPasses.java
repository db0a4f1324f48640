package tare.weight;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import tare.kernel.linear.ExactSums;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.LogisticLoss;
import tare.kernel.regression.LogisticProblem;
import tare.kernel.regression.LogisticRows;
import tare.model.Features;
import tare.table.Row;
import tare.table.RowPass;

/*
 * The private rows' part of J is a sum over rows, and so are its gradient and its Hessian: each is one
 * pass, whatever the solver wants next. Sums are exact on a grid, and a row's part hangs on the row
 * alone (plain arithmetic, StrictMath), so the fit is the same to the last bit in however many parts
 * the rows are. The synthetic rows' part and the penalty are added here.
 */

/**
 * The loss of {@link LogisticFit} for private rows that cannot be gathered: a pass for each look.
 */
final class LogisticPasses implements LogisticLoss {

  /** Coefficients beyond it make no row's part a number. */
  private static final double FURTHEST = 1e100;

  private final RowPass rows;
  private final Features features;
  private final double weight;
  private final LogisticLoss rest;

  /**
   * @param rows with label one
   * @param weight of each
   * @param others rows of label zero, which are here
   * @param penalties one per coordinate. Not copied.
   */
  LogisticPasses(
      RowPass rows, Features features, double weight, LogisticRows others, double[] penalties) {
    this.rows = rows;
    this.features = features;
    this.weight = weight;
    this.rest =
        LogisticLoss.of(new LogisticProblem(List.of(others), features.width(), penalties), 1);
  }

  @Override
  public int columns() {
    return features.width();
  }

  @Override
  public double evaluate(double[] coefficients, double[] gradient) {
    double value = rest.evaluate(coefficients, gradient);
    if (!(Arrays.stream(coefficients).map(Math::abs).max().orElse(0) < FURTHEST)) {
      return Double.POSITIVE_INFINITY;
    }
    RowVectors vectors = new RowVectors(features);
    int width = features.width();
    double[] sums =
        rows.pass(
                () -> new ExactSums(width + 1),
                (sum, row) -> addSlopes(vectors.of(row), coefficients, sum),
                ExactSums::plus)
            .totals();
    for (int j = 0; j < width; j++) {
      gradient[j] += weight * sums[j];
    }
    return value + weight * sums[width];
  }

  /** Adds the gradient of a row's loss, and behind it the loss. @param sums Modified. */
  private static void addSlopes(double[] vector, double[] coefficients, ExactSums sums) {
    double margin = RowKernel.PLAIN.dot(vector, 0, coefficients, 0, vector.length);
    double tail = StrictMath.exp(-Math.abs(margin));
    double loss = Math.max(-margin, 0) + StrictMath.log1p(tail);
    double slope = -(margin >= 0 ? tail : 1) / (1 + tail);
    sums.next();
    sums.addScaled(slope, vector, 0, vector.length);
    sums.add(vector.length, Math.min(loss, ExactSums.LARGEST));
  }

  /** From all rows in any case: a sample would hang on their order. */
  @Override
  public double[] hessian(double[] coefficients, boolean exact) {
    int width = features.width();
    double[] hessian = rest.hessian(coefficients, true);
    RowVectors vectors = new RowVectors(features);
    double[] sums =
        rows.pass(
                () -> new ExactSums(Math.multiplyExact(width, width + 1) / 2),
                (sum, row) -> addCurvature(vectors.of(row), coefficients, sum),
                ExactSums::plus)
            .totals();
    for (int i = 0, at = 0; i < width; i++) {
      for (int j = 0; j <= i; j++, at++) {
        hessian[i * width + j] += weight * sums[at];
      }
    }
    return hessian;
  }

  /** Adds the lower triangle of a row's Hessian. @param sums Modified. */
  private static void addCurvature(double[] vector, double[] coefficients, ExactSums sums) {
    double margin = RowKernel.PLAIN.dot(vector, 0, coefficients, 0, vector.length);
    double tail = StrictMath.exp(-Math.abs(margin));
    double curvature = tail / ((1 + tail) * (1 + tail));
    sums.next();
    for (int i = 0, at = 0; i < vector.length; at += ++i) {
      sums.addScaled(curvature * vector[i], vector, at, i + 1);
    }
  }

  /** Rows as vectors. */
  private record RowVectors(Features features) implements Serializable {

    double[] of(Row row) {
      double[] vector = new double[features.width()];
      features.put(row, vector, 0);
      return vector;
    }
  }
}

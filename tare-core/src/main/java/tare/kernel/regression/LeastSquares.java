package tare.kernel.regression;

import tare.kernel.linear.RowKernel;

/** Weighted linear least squares by Householder reflections. */
public final class LeastSquares {

  private LeastSquares() {}

  /**
   * A fit.
   *
   * @param coefficients one per column
   * @param inverseGram (X'WX)^-1, row by row
   */
  public record Fit(double[] coefficients, double[] inverseGram) {}

  /**
   * Says that a column is a linear combination of those before it, so that no unique fit exists.
   */
  public static final class DependentColumnException extends ArithmeticException {
    private static final long serialVersionUID = 1L;
    private final int column;

    DependentColumnException(int column) {
      super("Column " + column + " is a linear combination of those before it.");
      this.column = column;
    }

    /** Which one. */
    public int column() {
      return column;
    }
  }

  /**
   * Minimises sum w (y - x.b)^2.
   *
   * @param x rows x columns, row by row. Not modified.
   * @param y Not modified.
   * @param weights not negative. Not modified.
   * @throws DependentColumnException if the columns are not independent over the rows of positive
   *     weight
   */
  public static Fit fit(double[] x, int columns, double[] y, double[] weights) {
    int rows = y.length;
    double[][] a = new double[columns][rows];
    double[] b = new double[rows];
    for (int i = 0; i < rows; i++) {
      double root = Math.sqrt(weights[i]);
      for (int j = 0; j < columns; j++) {
        a[j][i] = root * x[i * columns + j];
      }
      b[i] = root * y[i];
    }
    double[] diagonal = triangularise(a, b, rows);
    double[] coefficients = new double[columns];
    for (int j = columns - 1; j >= 0; j--) {
      double sum = b[j];
      for (int k = j + 1; k < columns; k++) {
        sum -= a[k][j] * coefficients[k];
      }
      coefficients[j] = sum / diagonal[j];
    }
    return new Fit(coefficients, inverseGram(a, diagonal));
  }

  /**
   * Reflects column by column; afterwards a[k][j] for j < k and the returned diagonal hold the
   * triangle R, and b holds Q'b.
   *
   * @param a columns. Modified.
   * @param b Modified.
   */
  private static double[] triangularise(double[][] a, double[] b, int rows) {
    int columns = a.length;
    double[] diagonal = new double[columns];
    for (int j = 0; j < columns; j++) {
      double[] v = a[j];
      double whole = RowKernel.PLAIN.dot(v, 0, v, 0, rows);
      double below = RowKernel.PLAIN.dot(v, j, v, j, rows - j);
      // 1e-11 of the column's length: what is left of a dependent column after rounding is far
      // less.
      if (!(below > 1e-22 * whole) || j >= rows) {
        throw new DependentColumnException(j);
      }
      double norm = Math.sqrt(below);
      double alpha = v[j] > 0 ? -norm : norm;
      diagonal[j] = alpha;
      v[j] -= alpha;
      double scale = 2 / (below - 2 * alpha * (v[j] + alpha) + alpha * alpha);
      for (int k = j + 1; k < columns; k++) {
        reflect(a[k], v, j, rows, scale);
      }
      reflect(b, v, j, rows, scale);
    }
    return diagonal;
  }

  private static void reflect(double[] target, double[] v, int from, int to, double scale) {
    double factor = scale * RowKernel.PLAIN.dot(target, from, v, from, to - from);
    for (int i = from; i < to; i++) {
      target[i] -= factor * v[i];
    }
  }

  private static double[] inverseGram(double[][] a, double[] diagonal) {
    int p = diagonal.length;
    double[][] inverse = new double[p][p];
    for (int k = 0; k < p; k++) {
      inverse[k][k] = 1 / diagonal[k];
      for (int i = k - 1; i >= 0; i--) {
        double sum = 0;
        for (int m = i + 1; m <= k; m++) {
          sum -= a[m][i] * inverse[m][k];
        }
        inverse[i][k] = sum / diagonal[i];
      }
    }
    double[] gram = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        double sum = 0;
        for (int k = Math.max(i, j); k < p; k++) {
          sum += inverse[i][k] * inverse[j][k];
        }
        gram[i * p + j] = sum;
      }
    }
    return gram;
  }
}

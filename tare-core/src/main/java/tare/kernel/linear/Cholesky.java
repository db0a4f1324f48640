package tare.kernel.linear;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The lower triangular factor L of a symmetric positive definite matrix A = L L', row by row in one
 * array.
 */
public final class Cholesky implements Serializable {

  private final int size;
  private final double[] lower;

  private Cholesky(int size, double[] lower) {
    this.size = size;
    this.lower = lower;
  }

  /**
   * Factors a matrix; only its lower triangle is read.
   *
   * @param matrix size x size. Not modified.
   * @throws ArithmeticException if the matrix is not positive definite to working precision; {@link
   *     #firstDependent} tells where
   */
  public static Cholesky of(double[] matrix, int size) {
    return of(matrix, size, () -> {});
  }

  /**
   * The same for one who may want no more of it: thousands of rows take seconds.
   *
   * @param matrix size x size. Not modified.
   * @param beforeRow called before each row; may end it by throwing
   */
  public static Cholesky of(double[] matrix, int size, Runnable beforeRow) {
    double[] lower = matrix.clone();
    int dependent = factor(lower, size, beforeRow);
    if (dependent >= 0) {
      throw new ArithmeticException(
          "The matrix is not positive definite: row " + dependent + " depends on those before it.");
    }
    return new Cholesky(size, lower);
  }

  /**
   * Takes a factor that is known already.
   *
   * @param lower size x size, with a positive diagonal. Not modified.
   */
  public static Cholesky ofFactor(double[] lower, int size) {
    return new Cholesky(size, lower.clone());
  }

  /**
   * The first row that is a linear combination of earlier ones to working precision, or -1 when the
   * matrix is positive definite.
   *
   * @param matrix size x size. Not modified.
   */
  public static int firstDependent(double[] matrix, int size) {
    return factor(matrix.clone(), size, () -> {});
  }

  /** The number of rows and columns. */
  public int size() {
    return size;
  }

  /** The entry of L at a row and a column; zero above the diagonal. */
  public double entry(int row, int column) {
    return column > row ? 0 : lower[row * size + column];
  }

  /** Solves A x = b. */
  public double[] solve(double[] b) {
    double[] x = b.clone();
    solveLower(x);
    solveUpper(x);
    return x;
  }

  /**
   * Solves L' x = b in place.
   *
   * @param b Modified.
   */
  public void solveUpper(double[] b) {
    for (int i = size - 1; i >= 0; i--) {
      double value = b[i] / lower[i * size + i];
      b[i] = value;
      // By rows of L, which lie together in memory, and not by its columns.
      RowKernel.PLAIN.addScaled(-value, lower, i * size, b, 0, i);
    }
  }

  /**
   * Solves L x = b in place.
   *
   * @param b Modified.
   */
  public void solveLower(double[] b) {
    solveLower(b, 0);
  }

  /**
   * Solves L x = b in place, where b is a stretch of an array.
   *
   * @param b Modified.
   * @param from where b begins
   */
  public void solveLower(double[] b, int from) {
    for (int i = 0; i < size; i++) {
      double rest = b[from + i] - RowKernel.PLAIN.dot(lower, i * size, b, from, i);
      b[from + i] = rest / lower[i * size + i];
    }
  }

  /**
   * Solves L x = b in place for every row of a block of columns.
   *
   * @param columns Modified.
   * @param from where the block begins
   */
  public void solveLower(ColumnKernel kernel, double[] columns, int from) {
    kernel.solveLower(lower, size, columns, from);
  }

  /** L z, for instance to colour white noise. */
  public double[] timesLower(double[] z) {
    double[] product = new double[size];
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int k = 0; k <= i; k++) {
        sum += lower[i * size + k] * z[k];
      }
      product[i] = sum;
    }
    return product;
  }

  /** The inverse of A, row by row. */
  public double[] inverse() {
    double[] inverse = new double[size * size];
    double[] unit = new double[size];
    for (int j = 0; j < size; j++) {
      Arrays.fill(unit, 0);
      unit[j] = 1;
      System.arraycopy(solve(unit), 0, inverse, j * size, size);
    }
    return inverse;
  }

  /** The logarithm of the determinant of A. */
  public double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += 2 * Math.log(lower[i * size + i]);
    }
    return sum;
  }

  private static int factor(double[] a, int size, Runnable beforeRow) {
    RowKernel kernel = RowKernel.forValues((long) size * size * size);
    for (int i = 0; i < size; i++) {
      beforeRow.run();
      double original = a[i * size + i];
      for (int j = 0; j <= i; j++) {
        double sum = a[i * size + j] - kernel.dot(a, i * size, a, j * size, j);
        if (i == j) {
          // Below a few hundred ulps of its own size the pivot is rounding, not information.
          if (!(sum > 1e-13 * original)) {
            return i;
          }
          a[i * size + i] = Math.sqrt(sum);
        } else {
          a[i * size + j] = sum / a[j * size + j];
        }
      }
    }
    return -1;
  }
}

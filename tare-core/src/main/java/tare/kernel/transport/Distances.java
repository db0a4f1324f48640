package tare.kernel.transport;

import java.util.Arrays;

/** Matrices of distances between two point sets. */
public final class Distances {

  private Distances() {}

  /**
   * Euclidean distances from every point of {@code a} to every point of {@code b}, row by row.
   *
   * @param a Not modified.
   * @param b Not modified.
   */
  public static double[] euclidean(double[][] a, double[][] b) {
    double[] squared = squaredEuclidean(a, b);
    for (int i = 0; i < squared.length; i++) {
      squared[i] = Math.sqrt(squared[i]);
    }
    return squared;
  }

  /**
   * Squared Euclidean distances from every point of {@code a} to every point of {@code b}, row by
   * row. Summed from differences, not from inner products: those lose half the digits of a small
   * distance.
   *
   * @param a Not modified.
   * @param b Not modified.
   */
  public static double[] squaredEuclidean(double[][] a, double[][] b) {
    int n = a.length;
    int m = b.length;
    if ((long) n * m > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "A distance matrix of " + n + " x " + m + " does not fit in memory. Sample the rows.");
    }
    double[][] columnsOfB = transposed(b);
    double[] squared = new double[n * m];
    double[] row = new double[m];
    for (int i = 0; i < n; i++) {
      Arrays.fill(row, 0);
      for (int k = 0; k < columnsOfB.length; k++) {
        addSquares(a[i][k], columnsOfB[k], row);
      }
      System.arraycopy(row, 0, squared, i * m, m);
    }
    return squared;
  }

  /** The inner loop, apart so that it compiles to vector code. @param row Modified. */
  private static void addSquares(double x, double[] ys, double[] row) {
    for (int j = 0; j < ys.length; j++) {
      double difference = x - ys[j];
      row[j] += difference * difference;
    }
  }

  private static double[][] transposed(double[][] rows) {
    int d = rows.length == 0 ? 0 : rows[0].length;
    double[][] columns = new double[d][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < d; k++) {
        columns[k][i] = rows[i][k];
      }
    }
    return columns;
  }
}

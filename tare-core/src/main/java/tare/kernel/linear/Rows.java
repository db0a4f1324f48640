package tare.kernel.linear;

/** Products of the rows of a row-major matrix. */
public final class Rows {

  private static final int POWER_STEPS = 300;

  private Rows() {}

  /** Every row times a vector, whose length is the number of columns. Nothing is modified. */
  public static double[] products(double[] matrix, int rows, double[] vector) {
    int columns = vector.length;
    RowKernel kernel = RowKernel.forValues((long) rows * columns);
    double[] products = new double[rows];
    for (int r = 0; r < rows; r++) {
      products[r] = kernel.dot(matrix, r * columns, vector, 0, columns);
    }
    return products;
  }

  /**
   * An upper bound on the largest singular value, at most one part in ten thousand above it.
   *
   * <p>Power iteration finds the value from below; that {@code bound^2 I - X'X} has a Cholesky
   * factor proves that it is not below.
   *
   * @param matrix Not modified.
   */
  public static double largestSingularValue(double[] matrix, int rows, int columns) {
    double[] gram = MeanCovariance.covariance(matrix, rows, columns, new double[columns]);
    double largest = rows * largestEigenvalue(gram, columns);
    for (double slack = 1e-9; ; slack *= 10) {
      double square = largest * (1 + slack) + Double.MIN_NORMAL;
      if (exceedsAllEigenvalues(gram, columns, square / rows)) {
        return Math.sqrt(square) * (1 + 1e-12);
      }
    }
  }

  private static boolean exceedsAllEigenvalues(double[] gram, int size, double value) {
    double[] difference = new double[gram.length];
    for (int i = 0; i < gram.length; i++) {
      difference[i] = -gram[i];
    }
    for (int i = 0; i < size; i++) {
      difference[i * size + i] += value;
    }
    try {
      Cholesky.of(difference, size);
      return true;
    } catch (ArithmeticException notPositiveDefinite) {
      return false;
    }
  }

  private static double largestEigenvalue(double[] gram, int size) {
    double[] v = new double[size];
    for (int i = 0; i < size; i++) {
      v[i] = 1 + i % 7 / 8.0; // Any start that is not orthogonal to the answer.
    }
    double value = 0;
    for (int step = 0; step < POWER_STEPS; step++) {
      double[] next = products(gram, size, v);
      value = Math.sqrt(RowKernel.PLAIN.dot(next, 0, next, 0, size));
      if (value == 0) {
        return 0;
      }
      for (int i = 0; i < size; i++) {
        v[i] = next[i] / value;
      }
    }
    return value;
  }
}

package tare.kernel.linear;

/** Means and covariances of the rows of a row-major matrix. */
public final class MeanCovariance {

  private static final int TILE = 16;
  private static final int BLOCK = 512;

  private MeanCovariance() {}

  /** The mean row. @param matrix Not modified. */
  public static double[] mean(double[] matrix, int rows, int columns) {
    double[] mean = new double[columns];
    for (int r = 0; r < rows; r++) {
      RowKernel.PLAIN.addScaled(1, matrix, r * columns, mean, 0, columns);
    }
    for (int j = 0; j < columns; j++) {
      mean[j] /= rows;
    }
    return mean;
  }

  /**
   * The covariance of the rows about a mean, over the number of rows; both triangles.
   *
   * @param matrix Not modified.
   * @param mean Not modified.
   */
  public static double[] covariance(double[] matrix, int rows, int columns, double[] mean) {
    double[] gram = new double[columns * columns];
    RowKernel kernel = RowKernel.forValues((long) rows * columns);
    double[] block = new double[BLOCK * columns];
    double[] weights = new double[BLOCK];
    java.util.Arrays.fill(weights, 1.0 / rows);
    for (int from = 0; from < rows; from += BLOCK) {
      int count = Math.min(BLOCK, rows - from);
      for (int r = 0; r < count; r++) {
        for (int j = 0; j < columns; j++) {
          block[r * columns + j] = matrix[(from + r) * columns + j] - mean[j];
        }
      }
      for (int i = 0; i < columns; i += TILE) {
        kernel.addOuterProducts(
            block, 0, count, columns, weights, 0, gram, i, Math.min(columns, i + TILE));
      }
    }
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < i; j++) {
        gram[j * columns + i] = gram[i * columns + j];
      }
    }
    return gram;
  }
}

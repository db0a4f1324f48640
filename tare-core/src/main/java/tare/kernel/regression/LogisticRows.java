package tare.kernel.regression;

/**
 * Rows of a logistic regression with their labels and weights.
 *
 * @param matrix row-major, {@code rows} times the number of columns; not copied
 * @param signedWeights for each row its weight, not negative, times +1 for label one or -1 for
 *     label zero; a single entry stands for all rows; not copied
 */
public record LogisticRows(double[] matrix, int rows, double[] signedWeights) {

  public LogisticRows {
    if (rows < 0) {
      throw new IllegalArgumentException("The number of rows must not be negative. Got: " + rows);
    }
    if (signedWeights.length != 1 && signedWeights.length != rows) {
      throw new IllegalArgumentException(
          "There must be one signed weight, or one for each of the "
              + rows
              + " rows. Got: "
              + signedWeights.length);
    }
  }

  /** Rows of one label with one weight. */
  public static LogisticRows of(double[] matrix, int rows, boolean labelOne, double weight) {
    return new LogisticRows(matrix, rows, new double[] {labelOne ? weight : -weight});
  }

  double signedWeight(int row) {
    return signedWeights[signedWeights.length == 1 ? 0 : row];
  }
}

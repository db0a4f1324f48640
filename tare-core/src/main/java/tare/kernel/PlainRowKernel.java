package tare.kernel;

/**
 * The kernel in plain Java, for a JVM without the Vector API; the twin the fast one is tested by.
 */
final class PlainRowKernel extends RowKernel {

  @Override
  double dot(double[] a, int aFrom, double[] b, int bFrom, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < length; j += 4) {
      s0 += a[aFrom + j] * b[bFrom + j];
      s1 += a[aFrom + j + 1] * b[bFrom + j + 1];
      s2 += a[aFrom + j + 2] * b[bFrom + j + 2];
      s3 += a[aFrom + j + 3] * b[bFrom + j + 3];
    }
    for (; j < length; j++) {
      s0 += a[aFrom + j] * b[bFrom + j];
    }
    return (s0 + s1) + (s2 + s3);
  }

  @Override
  void addScaled(double factor, double[] x, int xFrom, double[] y, int yFrom, int length) {
    for (int j = 0; j < length; j++) {
      y[yFrom + j] += factor * x[xFrom + j];
    }
  }

  @Override
  void dotFour(double[] matrix, int from, int columns, double[] vector, double[] out) {
    for (int r = 0; r < 4; r++) {
      out[r] = dot(matrix, from + r * columns, vector, 0, columns);
    }
  }

  @Override
  void addFour(double[] matrix, int from, int columns, double[] factors, double[] sum) {
    double f0 = factors[0];
    double f1 = factors[1];
    double f2 = factors[2];
    double f3 = factors[3];
    int row1 = from + columns;
    int row2 = row1 + columns;
    int row3 = row2 + columns;
    for (int j = 0; j < columns; j++) {
      sum[j] +=
          (f0 * matrix[from + j] + f1 * matrix[row1 + j])
              + (f2 * matrix[row2 + j] + f3 * matrix[row3 + j]);
    }
  }

  @Override
  void addOuterProducts(
      double[] matrix,
      int firstRow,
      int rows,
      int columns,
      double[] weights,
      int weightsFrom,
      double[] gram,
      int gramFrom,
      int gramTo) {
    int r = 0;
    for (; r <= rows - 4; r += 4) {
      int at = (firstRow + r) * columns;
      for (int i = gramFrom; i < gramTo; i++) {
        addFourScaled(matrix, at, columns, i, weights, weightsFrom + r, gram);
      }
    }
    for (; r < rows; r++) {
      int at = (firstRow + r) * columns;
      double weight = weights[weightsFrom + r];
      for (int i = gramFrom; i < gramTo; i++) {
        addScaled(weight * matrix[at + i], matrix, at, gram, i * columns, i + 1);
      }
    }
  }

  /** Four rows' part in row {@code i} of the lower triangle. */
  private static void addFourScaled(
      double[] matrix, int at, int columns, int i, double[] weights, int w, double[] gram) {
    int row1 = at + columns;
    int row2 = row1 + columns;
    int row3 = row2 + columns;
    double c0 = weights[w] * matrix[at + i];
    double c1 = weights[w + 1] * matrix[row1 + i];
    double c2 = weights[w + 2] * matrix[row2 + i];
    double c3 = weights[w + 3] * matrix[row3 + i];
    int to = i * columns;
    for (int j = 0; j <= i; j++) {
      gram[to + j] +=
          (c0 * matrix[at + j] + c1 * matrix[row1 + j])
              + (c2 * matrix[row2 + j] + c3 * matrix[row3 + j]);
    }
  }
}

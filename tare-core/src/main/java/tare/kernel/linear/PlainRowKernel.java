package tare.kernel.linear;

import java.util.Arrays;

/**
 * The kernel in plain Java, for a JVM without the Vector API; the twin the fast one is tested by.
 */
final class PlainRowKernel extends RowKernel {

  /** Columns that are multiplied at a time. */
  private static final int TILE = 4;

  /** Rows that are multiplied before the next columns are taken: so many stay in the cache. */
  private static final int CHUNK = 64;

  @Override
  public double dot(double[] a, int aFrom, double[] b, int bFrom, int length) {
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
  public void addScaled(double factor, double[] x, int xFrom, double[] y, int yFrom, int length) {
    for (int j = 0; j < length; j++) {
      y[yFrom + j] += factor * x[xFrom + j];
    }
  }

  @Override
  public void dotFour(double[] matrix, int from, int columns, double[] vector, double[] out) {
    for (int r = 0; r < 4; r++) {
      out[r] = dot(matrix, from + r * columns, vector, 0, columns);
    }
  }

  @Override
  public void addFour(double[] matrix, int from, int columns, double[] factors, double[] sum) {
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
  public void addOuterProducts(
      double[] matrix,
      int firstRow,
      int rows,
      int columns,
      double[] weights,
      int weightsFrom,
      double[] gram,
      int gramFrom,
      int gramTo) {
    double[] sums = new double[2 * TILE];
    for (int r = 0; r < rows; r += CHUNK) {
      int from = (firstRow + r) * columns;
      int count = Math.min(CHUNK, rows - r);
      for (int i = gramFrom; i < gramTo; i += 2) {
        int second = Math.min(i + 1, gramTo - 1);
        for (int j = 0; j <= second; j += TILE) {
          // The last tile of a row reaches back over columns that are done already.
          int start = Math.max(0, Math.min(j, columns - TILE));
          int width = Math.min(TILE, columns - start);
          if (width == TILE) {
            tile(matrix, from, count, columns, weights, weightsFrom + r, i, second, start, sums);
          } else {
            narrowTile(
                matrix, from, count, columns, weights, weightsFrom + r, i, second, width, sums);
          }
          for (int column = j; column < start + width; column++) {
            if (column <= i) {
              gram[i * columns + column] += sums[column - start];
            }
            if (second > i && column <= second) {
              gram[second * columns + column] += sums[TILE + column - start];
            }
          }
        }
      }
    }
  }

  /**
   * Weighted products of columns {@code i} and {@code second} with four columns from {@code j} on,
   * summed over rows. Eight sums stay in registers: the JIT does not vectorise such loops.
   *
   * @param sums Modified: four for {@code i}, then four for {@code second}.
   */
  private static void tile(
      double[] matrix,
      int from,
      int rows,
      int columns,
      double[] weights,
      int weightsFrom,
      int i,
      int second,
      int j,
      double[] sums) {
    double a0 = 0;
    double a1 = 0;
    double a2 = 0;
    double a3 = 0;
    double b0 = 0;
    double b1 = 0;
    double b2 = 0;
    double b3 = 0;
    int at = from;
    for (int r = 0; r < rows; r++, at += columns) {
      double weight = weights[weightsFrom + r];
      double a = weight * matrix[at + i];
      double b = weight * matrix[at + second];
      double x0 = matrix[at + j];
      double x1 = matrix[at + j + 1];
      double x2 = matrix[at + j + 2];
      double x3 = matrix[at + j + 3];
      a0 += a * x0;
      a1 += a * x1;
      a2 += a * x2;
      a3 += a * x3;
      b0 += b * x0;
      b1 += b * x1;
      b2 += b * x2;
      b3 += b * x3;
    }
    sums[0] = a0;
    sums[1] = a1;
    sums[2] = a2;
    sums[3] = a3;
    sums[TILE] = b0;
    sums[TILE + 1] = b1;
    sums[TILE + 2] = b2;
    sums[TILE + 3] = b3;
  }

  /** The same for matrices of fewer than four columns, from the first on. */
  private static void narrowTile(
      double[] matrix,
      int from,
      int rows,
      int columns,
      double[] weights,
      int weightsFrom,
      int i,
      int second,
      int width,
      double[] sums) {
    Arrays.fill(sums, 0);
    for (int r = 0; r < rows; r++) {
      int at = from + r * columns;
      double weight = weights[weightsFrom + r];
      for (int j = 0; j < width; j++) {
        sums[j] += weight * matrix[at + i] * matrix[at + j];
        sums[TILE + j] += weight * matrix[at + second] * matrix[at + j];
      }
    }
  }
}

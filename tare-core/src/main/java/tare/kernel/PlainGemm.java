package tare.kernel;

import java.util.Arrays;

/**
 * The twin of {@link VectorGemm} in plain Java. The inner loop runs along rows of B and C, four
 * rows of B at a time, a form the JIT compilers vectorise by themselves.
 */
final class PlainGemm extends Gemm {

  private float[] transposed = new float[0];

  @Override
  void multiply(
      int m,
      int n,
      int k,
      float[] a,
      int aRow,
      int aColumn,
      float[] b,
      int bFrom,
      int bRow,
      int bColumn,
      float[] c,
      int cFrom,
      boolean add) {
    float[] right = b;
    int rightFrom = bFrom;
    if (bColumn != 1) {
      right = transposed(b, bFrom, bColumn, k, n);
      rightFrom = 0;
    }
    for (int i = 0; i < m; i++) {
      int row = cFrom + i * n;
      if (!add) {
        Arrays.fill(c, row, row + n, 0);
      }
      int p = 0;
      for (; p + 4 <= k; p += 4) {
        int at = i * aRow + p * aColumn;
        addFourRows(
            n,
            a[at],
            a[at + aColumn],
            a[at + 2 * aColumn],
            a[at + 3 * aColumn],
            right,
            rightFrom + p * n,
            c,
            row);
      }
      for (; p < k; p++) {
        addRow(n, a[i * aRow + p * aColumn], right, rightFrom + p * n, c, row);
      }
    }
  }

  @Override
  double sumOfSquares(float[] values, int from, int length) {
    return Dense.sumOfSquares(values, from, length);
  }

  private static void addFourRows(
      int n, float a0, float a1, float a2, float a3, float[] b, int b0, float[] c, int row) {
    int b1 = b0 + n;
    int b2 = b1 + n;
    int b3 = b2 + n;
    for (int j = 0; j < n; j++) {
      c[row + j] = c[row + j] + a0 * b[b0 + j] + a1 * b[b1 + j] + a2 * b[b2 + j] + a3 * b[b3 + j];
    }
  }

  /** B given by columns of length k, laid out by rows. */
  private float[] transposed(float[] b, int bFrom, int bColumn, int k, int n) {
    if (transposed.length < k * n) {
      transposed = new float[k * n];
    }
    for (int j = 0; j < n; j++) {
      int column = bFrom + j * bColumn;
      for (int p = 0; p < k; p++) {
        transposed[p * n + j] = b[column + p];
      }
    }
    return transposed;
  }
}

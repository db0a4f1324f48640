package tare.kernel.linear;

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
  public double sumOfSquares(float[] values, int from, int length) {
    return Dense.sumOfSquares(values, from, length);
  }

  @Override
  float dot(float[] a, int aFrom, float[] b, int bFrom, int length) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int p = 0;
    for (; p + 3 < length; p += 4) {
      s0 += a[aFrom + p] * b[bFrom + p];
      s1 += a[aFrom + p + 1] * b[bFrom + p + 1];
      s2 += a[aFrom + p + 2] * b[bFrom + p + 2];
      s3 += a[aFrom + p + 3] * b[bFrom + p + 3];
    }
    for (; p < length; p++) {
      s0 += a[aFrom + p] * b[bFrom + p];
    }
    return (s0 + s1) + (s2 + s3);
  }

  @Override
  void scaledRow(int n, float factor, float[] b, int bFrom, float[] c, int cFrom) {
    for (int j = 0; j < n; j++) {
      c[cFrom + j] = factor * b[bFrom + j];
    }
  }

  @Override
  void addRows(int n, int rows, float[] b, float[] c, int cFrom) {
    int p = 0;
    for (; p + 4 <= rows; p += 4) {
      addFourRows(n, 1, 1, 1, 1, b, p * n, c, cFrom);
    }
    for (; p < rows; p++) {
      addRow(n, 1, b, p * n, c, cFrom);
    }
  }

  @Override
  void addWeightedRows(int n, int rows, float[] f, float[] b, float[] c, int cFrom) {
    int p = 0;
    for (; p + 4 <= rows; p += 4) {
      addFourRows(n, f[p], f[p + 1], f[p + 2], f[p + 3], b, p * n, c, cFrom);
    }
    for (; p < rows; p++) {
      addRow(n, f[p], b, p * n, c, cFrom);
    }
  }

  /** c += factor * b, over stretches of length n. */
  private static void addRow(int n, float factor, float[] b, int bFrom, float[] c, int cFrom) {
    for (int j = 0; j < n; j++) {
      c[cFrom + j] += factor * b[bFrom + j];
    }
  }

  /** c += f0 b_0 + ... + f3 b_3, over four rows of length n that lie one after the other. */
  private static void addFourRows(
      int n, float f0, float f1, float f2, float f3, float[] b, int b0, float[] c, int cFrom) {
    int b1 = b0 + n;
    int b2 = b1 + n;
    int b3 = b2 + n;
    for (int j = 0; j < n; j++) {
      c[cFrom + j] =
          c[cFrom + j] + f0 * b[b0 + j] + f1 * b[b1 + j] + f2 * b[b2 + j] + f3 * b[b3 + j];
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

package tare.kernel.linear;

/** Inner loops that the densities share. */
public final class Loops {

  private Loops() {}

  /** The inner product, in four running sums. */
  public static double dot(double[] a, double[] b) {
    int n = a.length;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++) {
      s0 += a[i] * b[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /**
   * The sum of all columns, each times its coefficient.
   *
   * @param offset where in the coefficients the first column's stands
   * @param result Modified.
   */
  public static void combine(
      double[][] columns, double[] coefficients, int offset, double[] result) {
    int n = result.length;
    double[] first = columns[0];
    double b0 = coefficients[offset];
    for (int i = 0; i < n; i++) {
      result[i] = b0 * first[i];
    }
    for (int j = 1; j < columns.length; j++) {
      double b = coefficients[offset + j];
      double[] column = columns[j];
      for (int i = 0; i < n; i++) {
        result[i] += b * column[i];
      }
    }
  }
}

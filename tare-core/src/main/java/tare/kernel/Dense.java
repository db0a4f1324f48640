package tare.kernel;

/** Loops over stretches of float arrays. */
public final class Dense {

  private Dense() {}

  /** The sum of squares, in double: no finite float overflows it. @param values Not modified. */
  public static double sumOfSquares(float[] values, int from, int length) {
    // Four sums, because one alone waits for each addition before the next.
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = from;
    int end = from + length;
    for (; i + 3 < end; i += 4) {
      double v0 = values[i];
      double v1 = values[i + 1];
      double v2 = values[i + 2];
      double v3 = values[i + 3];
      s0 += v0 * v0;
      s1 += v1 * v1;
      s2 += v2 * v2;
      s3 += v3 * v3;
    }
    for (; i < end; i++) {
      double v = values[i];
      s0 += v * v;
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Multiplies by a factor. @param values Modified from {@code from} to {@code to}. */
  public static void scale(float factor, float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] *= factor;
    }
  }

  /** Adds one stretch to another. @param to Modified. */
  public static void add(float[] values, int from, float[] to, int toFrom, int length) {
    for (int i = 0; i < length; i++) {
      to[toFrom + i] += values[from + i];
    }
  }
}

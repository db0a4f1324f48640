package tare.kernel.linear;

/** Loops over stretches of float arrays. */
public final class Dense {

  private Dense() {}

  /** The sum of squares, in double: no finite float overflows it. @param values Not modified. */
  public static double sumOfSquares(float[] values, int from, int length) {
    // Eight sums, because one alone waits for each addition before the next.
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int i = from;
    int end = from + length;
    for (; i + 7 < end; i += 8) {
      s0 += square(values[i]);
      s1 += square(values[i + 1]);
      s2 += square(values[i + 2]);
      s3 += square(values[i + 3]);
      s4 += square(values[i + 4]);
      s5 += square(values[i + 5]);
      s6 += square(values[i + 6]);
      s7 += square(values[i + 7]);
    }
    for (; i < end; i++) {
      s0 += square(values[i]);
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  private static double square(double value) {
    return value * value;
  }

  /** Multiplies by a factor. @param values Modified from {@code from} to {@code to}. */
  public static void scale(float factor, float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      values[i] *= factor;
    }
  }
}

package tare.kernel.transport;

/** Masses as whole numbers, so that sums and differences of flows are exact. */
final class Masses {

  /**
   * The whole of a measure. A mass is off by less than one part in 2^60 of the total, which moves
   * an optimal cost by less than (sources + sinks) / 2^60 of the largest cost.
   */
  static final long TOTAL = 1L << 60;

  private Masses() {}

  /**
   * Scales masses to whole numbers that sum to {@link #TOTAL}. Equal masses stay equal, except that
   * the largest one takes up what rounding left over.
   *
   * @param mass Not modified.
   */
  static long[] whole(double[] mass, String name) {
    double sum = 0;
    int largest = 0;
    for (int i = 0; i < mass.length; i++) {
      if (!(mass[i] >= 0) || Double.isInfinite(mass[i])) {
        throw new IllegalArgumentException(
            "Every " + name + " must be finite and not negative. Got: " + mass[i]);
      }
      sum += mass[i];
      largest = mass[i] > mass[largest] ? i : largest;
    }
    if (!(sum > 0) || Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "The " + name + " must have a positive, finite sum. Got: " + sum);
    }
    long[] whole = new long[mass.length];
    long left = TOTAL;
    for (int i = 0; i < mass.length; i++) {
      whole[i] = (long) (mass[i] / sum * TOTAL);
      left -= whole[i];
    }
    whole[largest] += left;
    return whole;
  }
}

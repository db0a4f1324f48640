package tare.noise;

/** How far two vectors are apart. */
public enum Norm {
  /** The sum of absolute changes. */
  L1 {
    @Override
    public double distance(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += Math.abs(a[i] - b[i]);
      }
      return sum;
    }
  },
  /** The Euclidean length of the change. */
  L2 {
    @Override
    public double distance(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
      }
      return Math.sqrt(sum);
    }
  },
  /** The largest absolute change: the sensitivity of scores that are chosen among. */
  MAX {
    @Override
    public double distance(double[] a, double[] b) {
      double largest = 0;
      for (int i = 0; i < a.length; i++) {
        largest = Math.max(largest, Math.abs(a[i] - b[i]));
      }
      return largest;
    }
  },
  /**
   * The largest change less the smallest, signs kept: what the odds of a choice can shift by. At
   * most twice {@link #MAX}, and equal to it when all changes have one sign.
   */
  RANGE {
    @Override
    public double distance(double[] a, double[] b) {
      double largest = Double.NEGATIVE_INFINITY;
      double smallest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < a.length; i++) {
        largest = Math.max(largest, a[i] - b[i]);
        smallest = Math.min(smallest, a[i] - b[i]);
      }
      return a.length == 0 ? 0 : largest - smallest;
    }
  };

  /**
   * The distance of two vectors of one length.
   *
   * @param a Not modified.
   * @param b Not modified.
   */
  public abstract double distance(double[] a, double[] b);
}

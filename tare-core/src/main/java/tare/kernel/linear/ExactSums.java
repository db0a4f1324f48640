package tare.kernel.linear;

import java.io.Serializable;

/*
 * Every number is cut in two on fixed grids, by adding and taking away a constant so large that only
 * multiples of the grid are left: steps of 2^-14, and of what remains steps of 2^-47. Sums of
 * multiples of a grid are exact, in doubles for a while and then in whole numbers, so neither the
 * order of numbers nor the parts in which they are added changes a bit (Demmel & Nguyen 2013, with
 * grids that are fixed beforehand). What is lost is at most 2^-48 a number.
 */

/**
 * Sums of vectors that come out the same, to the last bit, in whatever order and in however many
 * parts they are added. For entries of at most {@link #LARGEST} and 2^31 vectors.
 */
public final class ExactSums implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The largest absolute value of an entry. */
  public static final double LARGEST = 1 << 17;

  /** The most that an entry is off by when it is added. */
  public static final double ROUNDING = 0x1p-48;

  private static final double COARSE = 0x1.8p38;
  private static final double FINE = 0x1.8p5;
  private static final double COARSE_STEP = 0x1p-14;
  private static final double FINE_STEP = 0x1p-47;

  /** As many vectors as doubles can add without rounding, and fewer. */
  private static final int EXACT_ADDS = 1 << 20;

  private final long[] coarse;
  private final long[] fine;
  private final double[] coarseNow;
  private final double[] fineNow;
  private int pending;

  /** Nothing yet. */
  public ExactSums(int size) {
    coarse = new long[size];
    fine = new long[size];
    coarseNow = new double[size];
    fineNow = new double[size];
  }

  /** To be called before a vector is added, whole or in pieces, each entry once. */
  public void next() {
    if (++pending == EXACT_ADDS) {
      settle();
    }
  }

  /** Adds a number to an entry. */
  public void add(int entry, double number) {
    double high = (number + COARSE) - COARSE;
    coarseNow[entry] += high;
    fineNow[entry] += ((number - high) + FINE) - FINE;
  }

  /**
   * Adds multiples of numbers to entries.
   *
   * @param numbers the first so many of it. Not modified.
   * @param entry the first entry
   */
  public void addScaled(double factor, double[] numbers, int entry, int count) {
    for (int j = 0; j < count; j++) {
      double number = factor * numbers[j];
      double high = (number + COARSE) - COARSE;
      coarseNow[entry + j] += high;
      fineNow[entry + j] += ((number - high) + FINE) - FINE;
    }
  }

  /** Adds other sums to these. @param other Not modified, but for how it is kept. */
  public ExactSums plus(ExactSums other) {
    settle();
    other.settle();
    for (int i = 0; i < coarse.length; i++) {
      coarse[i] += other.coarse[i];
      fine[i] += other.fine[i];
    }
    return this;
  }

  /** The sums, each rounded once. */
  public double[] totals() {
    settle();
    double[] totals = new double[coarse.length];
    for (int i = 0; i < totals.length; i++) {
      totals[i] = coarse[i] * COARSE_STEP + fine[i] * FINE_STEP;
    }
    return totals;
  }

  private void settle() {
    for (int i = 0; i < coarse.length; i++) {
      coarse[i] += (long) (coarseNow[i] / COARSE_STEP);
      fine[i] += (long) (fineNow[i] / FINE_STEP);
      coarseNow[i] = 0;
      fineNow[i] = 0;
    }
    pending = 0;
  }
}

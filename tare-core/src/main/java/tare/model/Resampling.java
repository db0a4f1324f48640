package tare.model;

import java.util.random.RandomGenerator;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.sampling.BalancedSample;
import tare.random.Seed;
import tare.table.Table;

/**
 * Rows that carry their correction themselves: many candidates are drawn from a model, weighed, and
 * kept in proportion to their weights. What is kept follows the weighted law and needs no weight.
 * All public.
 */
public final class Resampling {

  private static final int CANDIDATES_PER_ROW = 8;
  private static final int FEWEST_CANDIDATES = 40_000;
  private static final int MOST_CANDIDATES = 400_000;

  /** With more moments than this the sums of the coordinates alone are kept right. */
  private static final int MOST_BALANCED = 300;

  private Resampling() {}

  /** How many candidates to draw for so many rows. */
  public static int candidates(int rows) {
    long wanted = Math.max(FEWEST_CANDIDATES, (long) CANDIDATES_PER_ROW * rows);
    long most = Math.max(MOST_CANDIDATES, 2L * rows);
    return (int) Math.min(Math.min(wanted, most), Integer.MAX_VALUE / 2);
  }

  /**
   * Chooses some of many candidates in proportion to their weights, in random order. A candidate
   * comes twice only where its weight exceeds the mean by more than the number of candidates per
   * row.
   */
  public static int[] chosen(Table candidates, FittedWeights weights, int rows, Seed seed) {
    RandomGenerator random = seed.stream("resampling");
    double[] shares = weights.weigh(candidates).meanOne();
    if (!(weights instanceof MomentWeights moments)) {
      return BalancedSample.draw(shares, rows, new double[0], 0, random);
    }
    double[] encoded = moments.features().encode(candidates);
    QuadraticMoments all = moments.moments();
    if (all.size() > MOST_BALANCED || all.left().length == 0) {
      return BalancedSample.draw(shares, rows, encoded, all.width(), random);
    }
    return BalancedSample.draw(
        shares,
        rows,
        all.size(),
        (row, out) -> all.put(encoded, row * all.width(), out, 0),
        random);
  }
}

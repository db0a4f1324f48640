package tare.model;

import java.util.Arrays;
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
    Features features = new Features(moments.map(), candidates);
    return BalancedSample.draw(shares, rows, features.width(), features, random);
  }

  /**
   * What the chosen rows are to have as the weighted candidates have it: moments, or coordinates
   * alone where there are many moments, and coarse shares. Without shares skewed columns would lose
   * their medians: coins that lean to balance one far row against many near ones lean the same way
   * again and again.
   */
  private static final class Features implements BalancedSample.RowFeatures {
    private final QuadraticMoments moments;
    private final double[] encoded;
    private final int[] codes;
    private final int groups;
    private final double[] heights;

    Features(TiltMap map, Table candidates) {
      QuadraticMoments all = map.moments();
      moments = all.size() > MOST_BALANCED ? QuadraticMoments.first(all.width()) : all;
      encoded = map.features().encode(candidates);
      ShareFeatures shares = map.shares().width() > 0 ? map.shares() : ShareFeatures.of(candidates);
      codes = shares.codes(candidates);
      groups = codes.length / candidates.rowCount();
      heights = heights(codes, shares.width(), candidates.rowCount());
    }

    /** With these indicators have unit variance, as the coordinates have. */
    private static double[] heights(int[] codes, int width, int rows) {
      double[] counts = new double[width];
      for (int code : codes) {
        if (code >= 0) {
          counts[code]++;
        }
      }
      for (int j = 0; j < width; j++) {
        double share = Math.max(1, Math.min(rows - 1, counts[j])) / rows;
        counts[j] = 1 / Math.sqrt(share * (1 - share));
      }
      return counts;
    }

    int width() {
      return moments.size() + heights.length;
    }

    @Override
    public void put(int row, double[] out) {
      moments.put(encoded, row * moments.width(), out, 0);
      Arrays.fill(out, moments.size(), out.length, 0);
      for (int g = row * groups; g < (row + 1) * groups; g++) {
        if (codes[g] >= 0) {
          out[moments.size() + codes[g]] = heights[codes[g]];
        }
      }
    }
  }
}

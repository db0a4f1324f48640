package tare.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
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

  /** What varies less than this is as good as constant. */
  private static final double LEAST_VARIANCE = 1e-9;

  /**
   * With more products of all candidates than this, which takes a few seconds, the sums of the
   * coordinates alone are kept right.
   */
  private static final double MOST_PRODUCTS = 2e9;

  /** With more cells of all candidates than this those of pairs are left to the weights. */
  private static final long MOST_CELLS = 1L << 28;

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
    Optional<MomentFeatures> unbounded =
        weights instanceof MomentWeights ? MomentFeatures.unbounded(candidates) : Optional.empty();
    if (weights instanceof MomentWeights moments && unbounded.isPresent()) {
      Features features = new Features(unbounded.get(), moments, candidates);
      return BalancedSample.draw(shares, rows, features.width(), features, random);
    }
    return BalancedSample.draw(shares, rows, new double[0], 0, random);
  }

  /**
   * What the chosen rows are to have as the weighted candidates have it: means and products of all
   * columns (means alone where there are very many products), coarse shares, and those of pairs of
   * columns that weights hold. All pairs together count as much as the rest. Rows count as far as
   * they go, unlike in the moments that were bought: slopes of a skewed column hang on its far
   * rows. Without shares such columns would lose their medians: coins that lean to balance one far
   * row against many near ones lean the same way again and again.
   */
  private static final class Features implements BalancedSample.RowFeatures {
    private final QuadraticMoments moments;
    private final double[] encoded;
    private final int[] codes;
    private final int groups;
    private final double[] heights;
    private final int varying;
    private final int pairs;
    private final int[] from;
    private final char[] cells;
    private final double[] ofCells;

    Features(MomentFeatures features, MomentWeights weights, Table candidates) {
      TiltMap map = weights.map();
      QuadraticMoments all = QuadraticMoments.all(features.width());
      double products = (double) all.size() * candidates.rowCount();
      moments = products > MOST_PRODUCTS ? QuadraticMoments.first(all.width()) : all;
      encoded = features.encode(candidates);
      ShareFeatures shares = map.shares().width() > 0 ? map.shares() : ShareFeatures.of(candidates);
      codes = shares.codes(candidates);
      groups = codes.length / candidates.rowCount();
      TiltRows rows = new TiltRows(encoded, candidates.rowCount(), moments, codes, shares.width());
      double[] variances = rows.variances(rows.even());
      heights = heights(variances);
      varying = (int) Arrays.stream(heights).filter(height -> height > 0).count();
      long cellsOfAll = (long) candidates.rowCount() * weights.held().groups().size();
      HeldCells held = cellsOfAll <= MOST_CELLS ? weights.held() : HeldCells.NONE;
      pairs = held.groups().size();
      from = new int[pairs + 1];
      for (int g = 0; g < pairs; g++) {
        from[g + 1] = from[g] + held.coefficients()[g].length;
      }
      cells = byRow(held.cells(candidates), candidates.rowCount());
      ofCells = heightsOfCells(rows.even());
    }

    /** Row after row, because rows are looked at in random order. */
    private char[] byRow(char[][] groups, int rows) {
      char[] byRow = new char[rows * pairs];
      for (int g = 0; g < pairs; g++) {
        for (int r = 0; r < rows; r++) {
          byRow[r * pairs + g] = groups[g][r];
        }
      }
      return byRow;
    }

    /** Together the cells of pairs have the squares that everything else has. */
    private double[] heightsOfCells(double[] even) {
      double[] shares = new double[from[pairs]];
      for (int i = 0; i < cells.length; i++) {
        shares[from[i % pairs] + cells[i]] += even[i / pairs];
      }
      double[] heights = heights(Arrays.stream(shares).map(p -> p * (1 - p)).toArray());
      double part = varying / Math.max(1.0, Arrays.stream(heights).filter(h -> h > 0).count());
      return Arrays.stream(heights).map(height -> height * Math.sqrt(part)).toArray();
    }

    /** With these everything that is balanced has unit variance, and what never varies none. */
    private static double[] heights(double[] variances) {
      return Arrays.stream(variances).map(v -> v > LEAST_VARIANCE ? 1 / Math.sqrt(v) : 0).toArray();
    }

    int width() {
      return heights.length;
    }

    /** Each that varies has unit variance. */
    @Override
    public double squares(int rows, int width) {
      return (double) rows * varying * (pairs > 0 ? 2 : 1);
    }

    @Override
    public int groups() {
      return pairs;
    }

    @Override
    public int cells() {
      return ofCells.length;
    }

    @Override
    public int cell(int row, int group) {
      return from[group] + cells[row * pairs + group];
    }

    @Override
    public double height(int cell) {
      return ofCells[cell];
    }

    @Override
    public void put(int row, double[] out) {
      int own = moments.size();
      moments.put(encoded, row * moments.width(), out, 0);
      for (int j = 0; j < own; j++) {
        out[j] *= heights[j];
      }
      Arrays.fill(out, own, out.length, 0);
      for (int g = row * groups; g < (row + 1) * groups; g++) {
        if (codes[g] >= 0) {
          out[own + codes[g]] = heights[own + codes[g]];
        }
      }
    }
  }
}

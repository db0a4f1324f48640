package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.model.ColumnBins;

/**
 * The noised counts of a column in cells that become finer from round to round, put together: the
 * least-squares estimate of the finest cells (Hay, Rastogi, Miklau and Suciu 2010).
 */
final class NestedCounts {

  private final List<ColumnBins> bins = new ArrayList<>();
  private final List<double[]> noised = new ArrayList<>();
  private final List<Double> variances = new ArrayList<>();
  private final double variance;

  /**
   * @param variance the noise variance of every count
   */
  NestedCounts(double variance) {
    this.variance = variance;
  }

  /** Adds a round. @param counts noised, one per cell; not copied. */
  void add(ColumnBins cells, double[] counts) {
    bins.add(cells);
    noised.add(counts);
    variances.add(variance);
  }

  /** Adds counts of the finest cells once more. @param counts noised. Not modified. */
  void again(double[] counts, double noiseVariance) {
    int last = bins.size() - 1;
    double known = variances.get(last);
    double part = known / (known + noiseVariance);
    double[] mean = noised.get(last).clone();
    for (int i = 0; i < mean.length; i++) {
      mean[i] += part * (counts[i] - mean[i]);
    }
    noised.set(last, mean);
    variances.set(last, part * noiseVariance);
  }

  /** The finest cells so far. */
  ColumnBins finest() {
    return bins.get(bins.size() - 1);
  }

  /**
   * The estimated counts of the finest cells.
   *
   * @param counts unbiased; may be negative. Not copied.
   * @param variances of each count, about. Not copied.
   */
  record Estimate(double[] counts, double[] variances) {}

  Estimate estimate() {
    int last = bins.size() - 1;
    double[][] counts = new double[last + 1][];
    double[][] variances = new double[last + 1][];
    int[][] parents = new int[last + 1][];
    double[][] sums = new double[last + 1][];
    double[][] sumVariances = new double[last + 1][];
    for (int round = last; round >= 0; round--) {
      int cells = noised.get(round).length;
      counts[round] = noised.get(round).clone();
      variances[round] = new double[cells];
      double ofRound = this.variances.get(round);
      Arrays.fill(variances[round], ofRound);
      if (round < last) {
        for (int i = 0; i < cells; i++) {
          double own = sumVariances[round][i] / (ofRound + sumVariances[round][i]);
          counts[round][i] = own * counts[round][i] + (1 - own) * sums[round][i];
          variances[round][i] = own * ofRound;
        }
      }
      if (round > 0) {
        parents[round] = parents(bins.get(round), bins.get(round - 1));
        sums[round - 1] = sums(counts[round], parents[round], noised.get(round - 1).length);
        sumVariances[round - 1] =
            sums(variances[round], parents[round], noised.get(round - 1).length);
      }
    }
    for (int round = 1; round <= last; round++) {
      for (int i = 0; i < counts[round].length; i++) {
        int parent = parents[round][i];
        double share = variances[round][i] / sumVariances[round - 1][parent];
        counts[round][i] += share * (counts[round - 1][parent] - sums[round - 1][parent]);
      }
    }
    return new Estimate(counts[last], variances[last]);
  }

  /** The cells of the first round. */
  ColumnBins first() {
    return bins.get(0);
  }

  /** Whether the first cells were of all scales, to be divided. */
  boolean followsScales() {
    return bins.size() > 1;
  }

  /** About the variance of the summed counts of some finest cells. */
  double varianceOf(boolean[] finestCells) {
    double precision = 0;
    for (int k = 0; k < bins.size(); k++) {
      ColumnBins round = bins.get(k);
      int[] cells = parents(finest(), round);
      boolean[] touched = new boolean[round.size()];
      int count = 0;
      for (int i = 0; i < cells.length; i++) {
        if (finestCells[i] && !touched[cells[i]]) {
          touched[cells[i]] = true;
          count++;
        }
      }
      precision += 1 / (variances.get(k) * Math.max(1, count));
    }
    return 1 / precision;
  }

  /** For each fine cell, the coarse cell that holds it. */
  static int[] parents(ColumnBins fine, ColumnBins coarse) {
    int[] parents = new int[fine.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] =
          fine.isMissing(i)
              ? coarse.size() - 1
              : fine.ordered() ? coarse.ofNumber((fine.from(i) + fine.to(i)) / 2) : i;
    }
    return parents;
  }

  /** Values summed by cell. @param parents the cell of each value. Not modified. */
  static double[] sums(double[] values, int[] parents, int size) {
    double[] sums = new double[size];
    for (int i = 0; i < values.length; i++) {
      sums[parents[i]] += values[i];
    }
    return sums;
  }
}

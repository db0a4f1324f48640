package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import tare.random.Seed;
import tare.table.Table;

/**
 * The mean total variation distance over marginals of two or three columns, after binning: all of
 * them, or a sample of them when there are more than wanted.
 *
 * @param order how many columns a marginal has
 * @param bins into how many bins a number without declared cuts is put
 * @param most how many marginals are looked at; beyond it that many are sampled
 * @param cut where numbers are cut
 */
record MarginalDistance(int order, int bins, int most, Seed seed, Cut cut) implements Metric {

  /** Where numbers are cut. */
  enum Cut {
    /** At declared cuts, or evenly between their bounds. */
    DECLARED,
    /** At the quantiles of the real rows, so that skewed columns cannot hide in one bin. */
    QUANTILES
  }

  MarginalDistance(int order, int bins, int most, Seed seed) {
    this(order, bins, most, seed, Cut.DECLARED);
  }

  MarginalDistance {
    if (order < 1 || order > 3) {
      throw new IllegalArgumentException(
          "A marginal must have one, two or three columns. Got: " + order);
    }
  }

  @Override
  public String name() {
    String ways = List.of("one", "two", "three").get(order - 1) + "-way TV";
    return cut == Cut.DECLARED ? ways : ways + ", quantiles";
  }

  @Override
  public Pairing pair(Table real, Table synthetic) {
    Bins partition = partition(real);
    int[][] ours = codes(partition, real);
    int[][] theirs = codes(partition, synthetic);
    List<int[]> marginals = marginals(partition.columnCount());
    return syntheticMass -> weighed(partition, marginals, ours, theirs, syntheticMass);
  }

  private Bins partition(Table real) {
    return cut == Cut.DECLARED ? Bins.of(real.schema(), bins) : Bins.following(real, bins);
  }

  /** Every pair of columns by itself, those furthest beyond what chance does first. */
  List<PairFit> pairs(Table real, double[][] halves, Table synthetic, double[] mass) {
    Bins partition = partition(real);
    int[][] ours = codes(partition, real);
    int[][] theirs = codes(partition, synthetic);
    double[] ones = new double[real.rowCount()];
    Arrays.fill(ones, 1);
    List<PairFit> pairs = new ArrayList<>();
    for (int[] pair : marginals(partition.columnCount())) {
      double[] whole = shares(partition, pair, ours, ones);
      pairs.add(
          new PairFit(
              real.schema().column(pair[0]).name(),
              real.schema().column(pair[1]).name(),
              distance(whole, shares(partition, pair, theirs, mass)),
              distance(
                  shares(partition, pair, ours, halves[0]),
                  shares(partition, pair, ours, halves[1]))));
    }
    pairs.sort(Comparator.comparingDouble(PairFit::excess).reversed());
    return pairs;
  }

  private static ToDoubleFunction<double[]> weighed(
      Bins partition, List<int[]> marginals, int[][] ours, int[][] theirs, double[] mass) {
    List<double[]> shares =
        marginals.stream().map(marginal -> shares(partition, marginal, theirs, mass)).toList();
    return realMass -> {
      double sum = 0;
      for (int k = 0; k < marginals.size(); k++) {
        sum += distance(shares(partition, marginals.get(k), ours, realMass), shares.get(k));
      }
      return sum / marginals.size();
    };
  }

  private static int[][] codes(Bins partition, Table table) {
    int[][] codes = new int[partition.columnCount()][];
    for (int c = 0; c < codes.length; c++) {
      codes[c] = partition.of(table, c);
    }
    return codes;
  }

  /** Shares of the cells of one marginal, summing to one. */
  private static double[] shares(Bins partition, int[] marginal, int[][] codes, double[] mass) {
    int cells = 1;
    for (int column : marginal) {
      cells = Math.multiplyExact(cells, partition.size(column));
    }
    double[] shares = new double[cells];
    double total = 0;
    for (int r = 0; r < mass.length; r++) {
      int cell = 0;
      for (int column : marginal) {
        cell = cell * partition.size(column) + codes[column][r];
      }
      shares[cell] += mass[r];
      total += mass[r];
    }
    for (int cell = 0; cell < cells; cell++) {
      shares[cell] /= total;
    }
    return shares;
  }

  private static double distance(double[] p, double[] q) {
    double sum = 0;
    for (int cell = 0; cell < p.length; cell++) {
      sum += Math.abs(p[cell] - q[cell]);
    }
    return sum / 2;
  }

  /** All sets of columns, or a random choice of them without repeats. */
  List<int[]> marginals(int columns) {
    int size = Math.min(order, columns);
    List<int[]> all = new ArrayList<>();
    collect(new int[size], 0, 0, columns, all);
    if (all.size() <= most) {
      return all;
    }
    RandomGenerator chance = seed.stream("marginals");
    for (int i = 0; i < most; i++) {
      int j = i + chance.nextInt(all.size() - i);
      int[] swapped = all.get(i);
      all.set(i, all.get(j));
      all.set(j, swapped);
    }
    return List.copyOf(all.subList(0, most));
  }

  private static void collect(int[] set, int filled, int from, int columns, List<int[]> all) {
    if (filled == set.length) {
      all.add(set.clone());
      return;
    }
    for (int c = from; c < columns; c++) {
      set[filled] = c;
      collect(set, filled + 1, c + 1, columns, all);
    }
  }
}

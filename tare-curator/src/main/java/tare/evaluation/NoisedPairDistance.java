package tare.evaluation;

import java.util.ArrayList;
import java.util.List;
import tare.mechanism.NoisedStatistic;
import tare.noise.BoundedStatistic;
import tare.noise.GridLaplace;
import tare.noise.Norm;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Row;
import tare.table.RowPass;
import tare.table.Table;

/**
 * The mean two-way total variation distance between private rows and weighted public ones, with
 * Laplace noise: a number about the quality of a release that may be published.
 *
 * <p>The private shares are counts over the public size {@code n}, which is what keeps the
 * sensitivity at 1/(2n) however many pairs of columns there are (docs/proofs/pair-distance.md).
 * When n is off by a share, so may be the distance, by half of that share.
 */
public final class NoisedPairDistance implements NoisedStatistic<double[], double[], Double> {

  /** What rounding in the sum over cells may add to the sensitivity; far more than it does. */
  private static final double SLACK = 1e-6;

  private static final int MOST_PAIRS = 2_000;

  private final Bins bins;
  private final List<int[]> pairs;
  private final List<double[]> shares;
  private final long n;
  private final GridLaplace law;

  /**
   * @param synthetic public rows
   * @param weights one per public row, not negative, on any scale. Not modified.
   * @param n the public number of private rows, declared or bought
   * @param epsilon what the number may cost
   */
  public NoisedPairDistance(
      Table synthetic, double[] weights, long n, double epsilon, EvaluationOptions options) {
    if (n < 1) {
      throw new IllegalArgumentException(
          "The public number of private rows must be at least 1. Got: " + n);
    }
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("epsilon must be positive and finite. Got: " + epsilon);
    }
    Schema schema = synthetic.schema();
    this.n = n;
    bins = Bins.of(schema, options.bins());
    pairs =
        new MarginalDistance(2, options.bins(), MOST_PAIRS, new Seed(1))
            .marginals(schema.columnCount());
    shares = new ArrayList<>();
    for (int[] pair : pairs) {
      shares.add(publicShares(synthetic, weights, pair));
    }
    law = GridLaplace.of(1 / epsilon, statistic().bound(), 1);
  }

  @Override
  public String purpose() {
    return "mean two-way distance of the release";
  }

  /** One row moves the distance by 1/(2n) at most. */
  @Override
  public BoundedStatistic<RowPass, double[]> statistic() {
    return new BoundedStatistic<>(
        rows -> new double[] {distance(rows)}, Norm.L1, (1 + SLACK) / (2.0 * n));
  }

  @Override
  public GridLaplace law() {
    return law;
  }

  @Override
  public Double published(double[] noised) {
    return Math.max(0, Math.min(1, noised[0]));
  }

  /** The scale of the noise. */
  public double noiseScale() {
    return law.scale();
  }

  /** The distance before noise. */
  private double distance(RowPass rows) {
    double sum = 0;
    for (int k = 0; k < pairs.size(); k++) {
      long[] counts = rows.counts(cells(pairs.get(k)));
      double[] share = shares.get(k);
      double distance = 0;
      for (int cell = 0; cell < counts.length; cell++) {
        // Privacy hangs on this division: by the public n, so that a row moves one cell by 1/n
        // only.
        distance += Math.abs(counts[cell] / (double) n - share[cell]);
      }
      sum += distance / 2;
    }
    return sum / pairs.size();
  }

  private Cells cells(int[] pair) {
    return new Cells() {
      @Override
      public int size() {
        int size = 1;
        for (int column : pair) {
          size = Math.multiplyExact(size, bins.size(column));
        }
        return size;
      }

      @Override
      public int of(Row row) {
        int cell = 0;
        for (int column : pair) {
          cell = cell * bins.size(column) + bins.of(row, column);
        }
        return cell;
      }
    };
  }

  private double[] publicShares(Table synthetic, double[] weights, int[] pair) {
    Cells cells = cells(pair);
    double[] shares = new double[cells.size()];
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    int[][] codes = new int[pair.length][];
    for (int i = 0; i < pair.length; i++) {
      codes[i] = bins.of(synthetic, pair[i]);
    }
    for (int r = 0; r < weights.length; r++) {
      int cell = 0;
      for (int i = 0; i < pair.length; i++) {
        cell = cell * bins.size(pair[i]) + codes[i][r];
      }
      shares[cell] += weights[r] / total;
    }
    return shares;
  }
}

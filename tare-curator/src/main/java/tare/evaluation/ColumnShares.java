package tare.evaluation;

import java.util.Arrays;
import java.util.List;
import tare.analysis.ColumnDistribution;
import tare.table.Table;

/**
 * How one column is spread in real rows and in synthetic ones, with and without weights.
 *
 * @param labels what each share stands for
 * @param real shares of the real rows, summing to one
 * @param unweighted shares of the synthetic rows
 * @param weighted shares of the synthetic rows under their weights
 */
public record ColumnShares(
    String column, List<String> labels, double[] real, double[] unweighted, double[] weighted) {

  public ColumnShares {
    labels = List.copyOf(labels);
  }

  static ColumnShares of(Table real, Table synthetic, double[] weights, int column) {
    double[] ones = new double[real.rowCount()];
    Arrays.fill(ones, 1);
    ColumnDistribution ours = ColumnDistribution.of(real, column, ones);
    ColumnDistribution theirs = ColumnDistribution.of(synthetic, column, weights);
    return new ColumnShares(
        theirs.column(),
        theirs.labels(),
        ours.unweighted(),
        theirs.unweighted(),
        theirs.weighted());
  }

  /** The total variation distance of the unweighted shares from the real ones. */
  public double distanceUnweighted() {
    return distance(real, unweighted);
  }

  /** The total variation distance of the weighted shares from the real ones. */
  public double distanceWeighted() {
    return distance(real, weighted);
  }

  private static double distance(double[] p, double[] q) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += Math.abs(p[k] - q[k]);
    }
    return sum / 2;
  }
}

package tare.inference;

import java.util.List;
import tare.kernel.special.StudentT;

/**
 * Replicate weights of a release's rows: each replicate weighs the rows as they would weigh had
 * chance fallen otherwise, so that the spread of any weighted statistic over the replicates, about
 * the statistic with the release's own weights, is its standard error.
 *
 * <p>The variance is the mean of the squared differences from the full estimate (scale one over the
 * number of replicates, not centred at the replicates' mean), and intervals take the t quantile
 * with one degree of freedom fewer than replicates. Survey software knows this as replicate weights
 * of type "other" with {@code scale = 1/B}, {@code rscales = 1}, combined weights and {@code mse =
 * TRUE}.
 *
 * @param weights of mean one in every replicate
 * @param covers the sources of error that differ between replicates, one sentence each
 * @param leavesOut what no replicate knows of, one sentence each
 */
public record Replicates(ReplicateWeights weights, List<String> covers, List<String> leavesOut) {

  /** Two are the fewest that have a spread. */
  private static final int FEWEST = 2;

  public Replicates {
    covers = List.copyOf(covers);
    leavesOut = List.copyOf(leavesOut);
    if (weights.count() < FEWEST) {
      throw new IllegalArgumentException(
          "There must be at least " + FEWEST + " replicates. Got: " + weights.count());
    }
  }

  /** Replicates in memory. @param weights as {@link HeldWeights} takes them */
  public Replicates(float[][] weights, List<String> covers, List<String> leavesOut) {
    this(new HeldWeights(weights), covers, leavesOut);
  }

  /** The number of replicates. */
  public int count() {
    return weights.count();
  }

  /** The number of rows that are weighed. */
  public int rows() {
    return weights.rows();
  }

  /** The same replicates of some of the rows alone, which must have weight in each of them. */
  public Replicates of(int... rows) {
    float[][] some = new float[count()][rows.length];
    for (int b = 0; b < some.length; b++) {
      double sum = 0;
      for (int i = 0; i < rows.length; i++) {
        some[b][i] = weights.weight(b, rows[i]);
        sum += some[b][i];
      }
      for (int i = 0; i < rows.length; i++) {
        some[b][i] *= (float) (rows.length / sum);
      }
    }
    return new Replicates(some, covers, leavesOut);
  }

  /** One replicate's weights in a new array. */
  public double[] replicate(int index) {
    double[] copy = new double[rows()];
    for (int r = 0; r < copy.length; r++) {
      copy[r] = weights.weight(index, r);
    }
    return copy;
  }

  /**
   * The standard error of a statistic.
   *
   * @param full the statistic with the release's own weights
   * @param replicated the same statistic with each replicate's weights. Not modified.
   */
  public double standardError(double full, double[] replicated) {
    requireOneEach(replicated.length);
    double squares = 0;
    for (double value : replicated) {
      squares += (value - full) * (value - full);
    }
    return Math.sqrt(squares / replicated.length);
  }

  /** How many standard errors an interval of a confidence level reaches to either side. */
  public double quantile(double level) {
    return StudentT.centralQuantile(level, count() - 1);
  }

  private void requireOneEach(int values) {
    if (values != count()) {
      throw new IllegalArgumentException(
          "There must be one value per replicate, " + count() + " here. Got: " + values);
    }
  }
}

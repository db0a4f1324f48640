package tare.inference;

import java.util.Arrays;
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
 * @param weights for each replicate, a weight per row: finite, not negative, mean one. Not copied.
 * @param covers the sources of error that differ between replicates, one sentence each
 * @param leavesOut what no replicate knows of, one sentence each
 */
public record Replicates(float[][] weights, List<String> covers, List<String> leavesOut) {

  /** Two are the fewest that have a spread. */
  private static final int FEWEST = 2;

  private static final double MEAN_TOLERANCE = 1e-3;

  public Replicates {
    covers = List.copyOf(covers);
    leavesOut = List.copyOf(leavesOut);
    if (weights.length < FEWEST) {
      throw new IllegalArgumentException(
          "There must be at least " + FEWEST + " replicates. Got: " + weights.length);
    }
    for (float[] replicate : weights) {
      requireMeanOne(replicate, weights[0].length);
    }
  }

  private static void requireMeanOne(float[] replicate, int rows) {
    if (replicate.length != rows) {
      throw new IllegalArgumentException(
          "All replicates must weigh the same rows. Got: "
              + rows
              + " and "
              + replicate.length
              + " weights.");
    }
    double sum = 0;
    for (float weight : replicate) {
      if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Replicate weights must be finite and not negative. Got: " + weight);
      }
      sum += weight;
    }
    if (!(Math.abs(sum / rows - 1) <= MEAN_TOLERANCE)) {
      throw new IllegalArgumentException(
          "The weights of a replicate must have mean one. Got: " + sum / rows);
    }
  }

  /** The number of replicates. */
  public int count() {
    return weights.length;
  }

  /** The number of rows that are weighed. */
  public int rows() {
    return weights[0].length;
  }

  /** The same replicates of the first rows alone, which must have weight in each of them. */
  public Replicates first(int rows) {
    float[][] first = new float[count()][];
    for (int b = 0; b < first.length; b++) {
      first[b] = Arrays.copyOf(weights[b], rows);
      double sum = 0;
      for (float weight : first[b]) {
        sum += weight;
      }
      for (int r = 0; r < rows; r++) {
        first[b][r] *= (float) (rows / sum);
      }
    }
    return new Replicates(first, covers, leavesOut);
  }

  /** One replicate's weights in a new array. */
  public double[] replicate(int index) {
    double[] copy = new double[rows()];
    for (int r = 0; r < copy.length; r++) {
      copy[r] = weights[index][r];
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

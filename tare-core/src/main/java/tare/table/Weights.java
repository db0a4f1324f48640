package tare.table;

import java.util.Arrays;
import tare.kernel.tail.LogWeights;

/**
 * One importance weight per row, kept on the log scale because ratios of densities span many orders
 * of magnitude.
 *
 * @param logWeights natural logarithms, one per row; not copied
 */
public record Weights(double[] logWeights) {

  /** How far from zero rounding may leave the logarithm of a mean of one. */
  private static final double ROUNDING = 1e-12;

  /** The same weight for every row. */
  public static Weights uniform(int rows) {
    return new Weights(new double[rows]);
  }

  /** The number of rows. */
  public int size() {
    return logWeights.length;
  }

  /** The logarithm of the sum of the weights. */
  public double logSum() {
    return LogWeights.logSum(logWeights);
  }

  /** The weights themselves, scaled so that their mean is one. */
  public double[] meanOne() {
    double[] weights = normalised().logWeights.clone();
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.exp(weights[i]);
    }
    return weights;
  }

  /**
   * The same weights shifted on the log scale so that the mean of the weights is one. Weights whose
   * mean is one already stay as they are, so that what was released is written again as it was.
   */
  public Weights normalised() {
    double logMean = logMean();
    // The second shift takes off what rounding left of the first.
    return Math.abs(logMean) <= ROUNDING ? this : shifted(logMean).shiftedToMeanOne();
  }

  private Weights shiftedToMeanOne() {
    return shifted(logMean());
  }

  private double logMean() {
    return LogWeights.logSum(logWeights) - Math.log(logWeights.length);
  }

  private Weights shifted(double by) {
    return new Weights(Arrays.stream(logWeights).map(w -> w - by).toArray());
  }
}

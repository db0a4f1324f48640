package tare.analysis;

import java.util.Arrays;
import java.util.Comparator;
import tare.kernel.tail.LogWeights;
import tare.table.Weights;

/**
 * Weighted means and quantiles of one number per row.
 *
 * <p>With w = p_D / p_G known up to noise, {@link #plain} is (1/N) sum w_i h_i, which is unbiased
 * when the weights are; {@link #selfNormalized} divides by the sum of the weights instead, which is
 * consistent, needs no scale, and mostly has the smaller error.
 */
public final class Expectation {

  private Expectation() {}

  /**
   * An estimated mean.
   *
   * @param standardError over the draw of the rows, the weights taken as given; NaN for one row
   */
  public record Estimate(double mean, double standardError) {}

  /**
   * (1/N) sum w_i h_i, the weights on the scale they are given in.
   *
   * @param values h, one per row. Not modified.
   */
  public static Estimate plain(double[] values, Weights weights) {
    requireSameSize(values, weights);
    int n = values.length;
    double[] products = new double[n];
    Arrays.setAll(products, i -> product(weights.logWeights()[i], values[i]));
    double mean = Arrays.stream(products).sum() / n;
    double squares = Arrays.stream(products).map(v -> (v - mean) * (v - mean)).sum();
    return new Estimate(mean, Math.sqrt(squares / (n - 1.0) / n));
  }

  /**
   * sum w_i h_i / sum w_i, with the linearised standard error.
   *
   * @param values h, one per row. Not modified.
   */
  public static Estimate selfNormalized(double[] values, Weights weights) {
    requireSameSize(values, weights);
    int n = values.length;
    double[] shares = LogWeights.shares(weights.logWeights());
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += shares[i] > 0 ? shares[i] * values[i] : 0;
    }
    double mean = sum;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double influence = shares[i] > 0 ? shares[i] * (values[i] - mean) : 0;
      squares += influence * influence;
    }
    return new Estimate(mean, Math.sqrt(squares * n / (n - 1.0)));
  }

  /**
   * The smallest value that at least a share p of the weight does not exceed.
   *
   * @param values one per row. Not modified.
   */
  public static double quantile(double[] values, Weights weights, double p) {
    requireSameSize(values, weights);
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("p must be in [0, 1]. Got: " + p);
    }
    double[] shares = LogWeights.shares(weights.logWeights());
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double below = 0;
    double last = Double.NaN;
    for (int i : order) {
      if (shares[i] > 0) {
        below += shares[i];
        last = values[i];
        // The sum of shares reaches one only up to rounding.
        if (below >= p - 1e-12) {
          return last;
        }
      }
    }
    return last;
  }

  private static double product(double logWeight, double value) {
    return logWeight == Double.NEGATIVE_INFINITY ? 0 : Math.exp(logWeight) * value;
  }

  private static void requireSameSize(double[] values, Weights weights) {
    if (values.length != weights.size() || values.length == 0) {
      throw new IllegalArgumentException(
          "There must be one weight per value, and at least one. Got: "
              + weights.size()
              + " weights for "
              + values.length
              + " values");
    }
  }
}

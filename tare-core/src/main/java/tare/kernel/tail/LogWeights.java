package tare.kernel.tail;

/** Sums over weights that are kept as natural logarithms; a weight of zero is negative infinity. */
public final class LogWeights {

  private LogWeights() {}

  /** The largest log weight. */
  public static double max(double[] logWeights) {
    double max = Double.NEGATIVE_INFINITY;
    for (double logWeight : logWeights) {
      max = Math.max(max, logWeight);
    }
    return max;
  }

  /**
   * The logarithm of the sum of the weights.
   *
   * @param logWeights Not modified.
   */
  public static double logSum(double[] logWeights) {
    double max = max(logWeights);
    if (Double.isInfinite(max)) {
      return max;
    }
    double sum = 0;
    for (double logWeight : logWeights) {
      sum += Math.exp(logWeight - max);
    }
    return max + Math.log(sum);
  }

  /**
   * Weights that sum to one.
   *
   * @param logWeights Not modified.
   */
  public static double[] shares(double[] logWeights) {
    double logSum = logSum(logWeights);
    double[] shares = new double[logWeights.length];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = Math.exp(logWeights[i] - logSum);
    }
    return shares;
  }

  /**
   * Kish's effective sample size, (sum w)^2 / sum w^2: between one and the number of rows.
   *
   * @param logWeights Not modified.
   */
  public static double kishSize(double[] logWeights) {
    double max = max(logWeights);
    double sum = 0;
    double squares = 0;
    for (double logWeight : logWeights) {
      double weight = Math.exp(logWeight - max);
      sum += weight;
      squares += weight * weight;
    }
    return sum * sum / squares;
  }

  /**
   * The largest weight as a share of all.
   *
   * @param logWeights Not modified.
   */
  public static double largestShare(double[] logWeights) {
    return Math.exp(max(logWeights) - logSum(logWeights));
  }
}

package tare.accounting;

import tare.kernel.special.Normal;

/**
 * The Renyi divergence of a Gaussian on a Poisson-sampled lot, after Mironov, Talwar and Zhang,
 * "Renyi Differential Privacy of the Sampled Gaussian Mechanism" (2019): removing a row is the
 * larger direction (their Theorem 5); whole orders by the binomial sum, others by their two series
 * (section 3.3).
 */
final class SampledGaussianDivergence {

  /** Series terms below exp(this) are dropped; the moment itself is at least 1. */
  private static final double SMALL = -45;

  private static final int MOST_TERMS = 10_000;

  private SampledGaussianDivergence() {}

  static double of(double rate, double sigma, double order) {
    double logMoment =
        order == Math.rint(order) && order < 1e6
            ? logMomentWhole(rate, sigma, (int) order)
            : logMomentFractional(rate, sigma, order);
    return Math.max(0, logMoment / (order - 1));
  }

  private static double logMomentWhole(double rate, double sigma, int order) {
    double logRate = Math.log(rate);
    double logRest = Math.log1p(-rate);
    double logBinomial = 0;
    double sum = Double.NEGATIVE_INFINITY;
    for (int k = 0; k <= order; k++) {
      double growth = (double) k * (k - 1) / (2 * sigma * sigma);
      sum = RenyiDivergence.logSum(sum, logBinomial + k * logRate + (order - k) * logRest + growth);
      logBinomial += Math.log((double) (order - k) / (k + 1));
    }
    return sum;
  }

  /**
   * The moment is an integral, cut where the two terms of the mixture are equal and expanded on
   * each side in the smaller one. Beyond the order the signs alternate; every term is added by its
   * size, which is an upper bound that no cancellation can spoil (dp_accounting does the same).
   */
  private static double logMomentFractional(double rate, double sigma, double order) {
    double logRate = Math.log(rate);
    double logRest = Math.log1p(-rate);
    double cut = sigma * sigma * (logRest - logRate) + 0.5;
    double logBinomial = 0;
    double sum = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < MOST_TERMS; i++) {
      double j = order - i;
      double below = i * logRate + j * logRest + (double) i * (i - 1) / (2 * sigma * sigma);
      double above = j * logRate + i * logRest + j * (j - 1) / (2 * sigma * sigma);
      double both =
          logBinomial
              + RenyiDivergence.logSum(
                  below + Normal.logUpperTail((i - cut) / sigma),
                  above + Normal.logUpperTail((cut - j) / sigma));
      sum = RenyiDivergence.logSum(sum, both);
      if (i > order && both < SMALL) {
        return sum;
      }
      logBinomial += Math.log(Math.abs(j) / (i + 1));
    }
    return Double.POSITIVE_INFINITY;
  }
}

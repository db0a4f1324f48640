package tare.audit;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * Exact one-sided confidence bounds on a probability from a count of successes (Clopper and Pearson
 * 1934). Each bound fails with probability at most {@code alpha}, for every sample size.
 */
final class ClopperPearson {

  private ClopperPearson() {}

  /** The probability lies at or above this, with confidence {@code 1 - alpha}. */
  static double lower(long successes, long trials, double alpha) {
    if (successes == 0) {
      return 0;
    }
    // The p at which as many successes or more have probability alpha; rounded down.
    double low = 0;
    double high = successes / (double) trials;
    for (int i = 0; i < 100 && high - low > 1e-12 * high; i++) {
      double middle = (low + high) / 2;
      if (RegularizedBeta.value(middle, successes, trials - successes + 1.0) <= alpha) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The probability lies at or below this, with confidence {@code 1 - alpha}. */
  static double upper(long successes, long trials, double alpha) {
    if (successes == trials) {
      return 1;
    }
    double low = successes / (double) trials;
    double high = 1;
    for (int i = 0; i < 100 && high - low > 1e-12 * high; i++) {
      double middle = (low + high) / 2;
      // P[Binomial <= successes] as a beta of 1 - p, which keeps small tails accurate.
      double tail = RegularizedBeta.value(1 - middle, (double) trials - successes, successes + 1.0);
      if (tail <= alpha) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}

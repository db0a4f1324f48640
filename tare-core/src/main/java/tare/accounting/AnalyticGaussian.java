package tare.accounting;

import tare.kernel.special.Normal;

/**
 * The Gaussian mechanism in closed form, after Balle and Wang, "Improving the Gaussian Mechanism
 * for Differential Privacy" (2018), Theorem 8: with noise multiplier s,
 *
 * <pre>
 *   delta(eps) = Phi(1/(2s) - eps s) - exp(eps) Phi(-1/(2s) - eps s)
 * </pre>
 */
public final class AnalyticGaussian {

  private AnalyticGaussian() {}

  /**
   * The smallest noise multiplier that meets (epsilon, delta), rounded up in its last digits.
   *
   * @param epsilon positive
   * @param delta in (0, 1)
   */
  public static double sigma(double epsilon, double delta) {
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("epsilon must be positive and finite. Got: " + epsilon);
    }
    requireGaussianDelta(delta);
    double low = Math.ulp(1.0);
    double high = 1;
    while (delta(high, epsilon) > delta) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-13 * high) {
      double middle = low < high / 2 ? Math.sqrt(low * high) : (low + high) / 2;
      if (delta(middle, epsilon) > delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high * (1 + 1e-12);
  }

  /** The noise multiplier that meets a budget; the whole budget goes to this one mechanism. */
  public static double sigma(PrivacyBudget budget) {
    return sigma(budget.epsilon(), budget.delta());
  }

  /** The smallest delta at an epsilon that is not negative. */
  public static double delta(double sigma, double epsilon) {
    double upper = 1 / (2 * sigma) - epsilon * sigma;
    double lower = -1 / (2 * sigma) - epsilon * sigma;
    if (upper >= 0) {
      double second = epsilon + Normal.logUpperTail(-lower);
      return Math.max(0, Normal.upperTail(-upper) - Math.exp(second));
    }
    // Both terms carry the factor phi(upper) = exp(epsilon) phi(lower). Taken out, it leaves a
    // difference of Mills ratios, which keeps its digits however small delta is.
    return Normal.density(upper) * Normal.millsDrop(-upper, -lower);
  }

  /** The smallest epsilon at a delta in (0, 1). */
  public static double epsilon(double sigma, double delta) {
    requireGaussianDelta(delta);
    if (delta(sigma, 0) <= delta) {
      return 0;
    }
    double low = 0;
    double high = 1;
    while (delta(sigma, high) > delta) {
      low = high;
      high *= 2;
    }
    while (high - low > 1e-14 * high) {
      double middle = (low + high) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      if (delta(sigma, middle) > delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static void requireGaussianDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("Gaussian noise needs a delta in (0, 1). Got: " + delta);
    }
  }
}

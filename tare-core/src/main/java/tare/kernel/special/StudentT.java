package tare.kernel.special;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * Student's t law with a whole number of degrees of freedom, by its finite series in the angle
 * atan(t / sqrt(df)) (Abramowitz and Stegun 26.7.3 and 26.7.4).
 */
public final class StudentT {

  private static final int HALVINGS = 200;

  private StudentT() {}

  /** The probability that |T| is at most t, for t that is not negative. */
  public static double central(double t, int df) {
    double angle = Math.atan(t / Math.sqrt(df));
    double sin = Math.sin(angle);
    double cos = Math.cos(angle);
    boolean odd = df % 2 == 1;
    double term = odd ? cos : 1;
    double sum = 0;
    // Terms of cos^1, cos^3, ... up to cos^(df-2), or of cos^0, cos^2, ...
    for (int power = odd ? 1 : 0; power <= df - 2; power += 2) {
      sum += term;
      term *= cos * cos * (power + 1) / (power + 2);
    }
    return odd ? 2 / Math.PI * (angle + sin * sum) : sin * sum;
  }

  /**
   * The probability that |T| is above t, for t that is not negative. Not one minus {@link
   * #central}: far out that is rounding, which may fall below zero.
   */
  public static double outside(double t, int df) {
    return t == Double.POSITIVE_INFINITY
        ? 0
        : RegularizedBeta.value(df / (df + t * t), df / 2.0, 0.5);
  }

  /** The t that |T| stays below with a probability in [0, 1). */
  public static double centralQuantile(double probability, int df) {
    if (df < 1) {
      throw new IllegalArgumentException("The degrees of freedom must be at least 1. Got: " + df);
    }
    if (!(probability >= 0 && probability < 1)) {
      throw new IllegalArgumentException("A probability must be in [0, 1). Got: " + probability);
    }
    double low = 0;
    double high = 1;
    while (central(high, df) < probability) {
      high *= 2;
    }
    for (int i = 0; i < HALVINGS && high - low > 1e-15 * high; i++) {
      double middle = (low + high) / 2;
      if (central(middle, df) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }
}

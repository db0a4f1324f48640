package tare.privacy;

import java.util.function.DoubleFunction;

/** Finds the smallest noise scale that keeps events within a budget. */
public final class Calibration {

  private static final double TOLERANCE = 1e-5;
  private static final double LARGEST = 1e12;
  private static final double SMALLEST = 1e-6;

  private Calibration() {}

  /**
   * The smallest noise multiplier at which events stay within a budget, up to a relative 1e-5, on
   * the safe side: the events at the scale returned do fit.
   *
   * @param eventAt the events at a noise multiplier; more noise must never cost more
   * @throws IllegalArgumentException if no noise multiplier is enough, for instance because a part
   *     of the events that does not depend on it is over the budget already
   */
  public static double noiseMultiplier(DoubleFunction<PrivacyEvent> eventAt, PrivacyBudget target) {
    return noiseMultiplier(eventAt, target, Accounting::epsilon);
  }

  /** How an accountant reads the epsilon of an event at a delta. */
  interface EpsilonAt {
    double epsilon(PrivacyEvent event, double delta);
  }

  static double noiseMultiplier(
      DoubleFunction<PrivacyEvent> eventAt, PrivacyBudget target, EpsilonAt accountant) {
    DoubleFunction<Double> over =
        scale -> excess(accountant.epsilon(eventAt.apply(scale), target.delta()), target.epsilon());
    double high = 1;
    while (over.apply(high) > 0) {
      high *= 2;
      if (high > LARGEST) {
        throw new IllegalArgumentException(
            "No noise multiplier up to "
                + LARGEST
                + " keeps the events within eps = "
                + target.epsilon()
                + ", delta = "
                + target.delta()
                + ". Raise the budget, or lower what does not depend on the noise.");
      }
    }
    double low = high / 2;
    while (high > SMALLEST && over.apply(low) <= 0) {
      high = low;
      low /= 2;
    }
    return narrowed(over, low, high);
  }

  /** Log ratio of spent to allowed: above 0 means over the budget. */
  private static double excess(double spent, double allowed) {
    return spent <= allowed
        ? (spent == allowed ? 0 : Math.log(spent / allowed))
        : over(spent, allowed);
  }

  private static double over(double spent, double allowed) {
    return Math.max(Double.MIN_NORMAL, Math.log(spent / allowed));
  }

  /** Regula falsi (Illinois) in log scale, kept within [low, high]; high always fits. */
  private static double narrowed(DoubleFunction<Double> over, double low, double high) {
    double lowValue = over.apply(low);
    double highValue = over.apply(high);
    int side = 0;
    for (int i = 0; i < 100 && high / low > 1 + TOLERANCE; i++) {
      double middle = guess(low, lowValue, high, highValue);
      double value = over.apply(middle);
      if (value > 0) {
        low = middle;
        lowValue = value;
        highValue = side == -1 ? highValue / 2 : highValue;
        side = -1;
      } else {
        high = middle;
        highValue = value;
        lowValue = side == 1 ? lowValue / 2 : lowValue;
        side = 1;
      }
    }
    return high;
  }

  private static double guess(double low, double lowValue, double high, double highValue) {
    double width = Math.log(high / low);
    double part = lowValue / (lowValue - highValue);
    if (!(part > 0 && part < 1)) {
      part = 0.5; // An infinite excess at low or an exact zero at high: halve.
    }
    // Aim a little past the root on either side, so that both ends close in.
    double margin = TOLERANCE / 3 / width;
    part = Math.min(1 - margin, Math.max(margin, part + margin));
    return low * Math.exp(part * width);
  }
}

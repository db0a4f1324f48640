package tare.accounting;

import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import tare.schema.RefusedException;

/** Finds the smallest noise scale that keeps events within a budget. */
public final class Calibration {

  private static final double TOLERANCE = 1e-5;
  private static final double ROUGH_TOLERANCE = 1e-3;
  private static final double LARGEST = 1e12;
  private static final double SMALLEST = 1e-6;

  private Calibration() {}

  /**
   * The smallest noise multiplier at which events stay within a budget, up to a relative 1e-5, on
   * the safe side: the events at the scale returned do fit.
   *
   * @param eventAt the events at a noise multiplier; more noise must never cost more
   * @throws RefusedException if no noise multiplier is enough, for instance because a part of the
   *     events that does not depend on it is over the budget already
   */
  public static double noiseMultiplier(DoubleFunction<PrivacyEvent> eventAt, PrivacyBudget target) {
    return noiseMultiplier(eventAt, target, Accounting::epsilon);
  }

  /**
   * About the smallest noise multiplier at which events stay within a budget: never below it, at
   * most a few percent above it, and found in a tenth of the time.
   *
   * @return empty where it cannot be told so quickly
   */
  public static OptionalDouble roughNoiseMultiplier(
      DoubleFunction<PrivacyEvent> eventAt, PrivacyBudget target) {
    DoubleUnaryOperator rough = excess(eventAt, target, Accounting::roughEpsilon);
    return rough.applyAsDouble(LARGEST) <= 0
        ? OptionalDouble.of(narrowed(rough, bracket(rough, target, 1, 2), ROUGH_TOLERANCE))
        : OptionalDouble.empty();
  }

  /** How an accountant reads the epsilon of an event at a delta. */
  interface EpsilonAt {
    double epsilon(PrivacyEvent event, double delta);
  }

  static double noiseMultiplier(
      DoubleFunction<PrivacyEvent> eventAt, PrivacyBudget target, EpsilonAt accountant) {
    DoubleUnaryOperator exact = excess(eventAt, target, accountant);
    // Where the rough accountant finds no scale, the exact one searches from the beginning.
    double start = roughNoiseMultiplier(eventAt, target).orElse(1);
    double step = start == 1 ? 2 : 1.005;
    return narrowed(exact, bracket(exact, target, start, step), TOLERANCE);
  }

  /** Log ratio of spent to allowed at a noise multiplier: above 0 means over the budget. */
  private static DoubleUnaryOperator excess(
      DoubleFunction<PrivacyEvent> eventAt, PrivacyBudget target, EpsilonAt accountant) {
    return scale -> {
      double spent = accountant.epsilon(eventAt.apply(scale), target.delta());
      double log = Math.log(spent / target.epsilon());
      // The sign must be right to the last bit, where the ratio rounds to one.
      return spent > target.epsilon() ? Math.max(log, Double.MIN_NORMAL) : Math.min(log, 0);
    };
  }

  /** Two scales: at low the events are over the budget or it does not matter, at high they fit. */
  private record Bracket(double low, double lowExcess, double high, double highExcess) {}

  private static Bracket bracket(
      DoubleUnaryOperator excess, PrivacyBudget target, double start, double firstStep) {
    double scale = start;
    double value = excess.applyAsDouble(scale);
    boolean over = value > 0;
    double step = firstStep;
    while (true) {
      double next = over ? scale * step : scale / step;
      double nextValue = excess.applyAsDouble(next);
      if (nextValue > 0 != over || next < SMALLEST) {
        return over
            ? new Bracket(scale, value, next, nextValue)
            : new Bracket(next, nextValue, scale, value);
      }
      if (next > LARGEST) {
        throw new RefusedException(
            "No noise multiplier up to "
                + LARGEST
                + " keeps the events within eps = "
                + target.epsilon()
                + ", delta = "
                + target.delta()
                + ". Raise the budget, or lower what does not depend on the noise.");
      }
      scale = next;
      value = nextValue;
      step *= step < 2 ? step : 1;
    }
  }

  /** Regula falsi (Illinois) on a log scale; the high end always fits, and is returned. */
  private static double narrowed(DoubleUnaryOperator excess, Bracket bracket, double tolerance) {
    double low = bracket.low();
    double lowValue = bracket.lowExcess();
    double high = bracket.high();
    double highValue = bracket.highExcess();
    int side = 0;
    for (int i = 0; i < 200 && high / low > 1 + tolerance; i++) {
      double middle = guess(low, lowValue, high, highValue, tolerance);
      double value = excess.applyAsDouble(middle);
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

  private static double guess(
      double low, double lowValue, double high, double highValue, double tolerance) {
    double width = Math.log(high / low);
    double part = lowValue / (lowValue - highValue);
    if (!(part > 0 && part < 1)) {
      part = 0.5; // An infinite excess at low or a zero one at high: halve.
    }
    // Aim a little past the root, so that the high end closes in; the low end follows.
    double margin = Math.min(0.25, tolerance / 3 / width);
    part = Math.min(1 - margin, Math.max(margin, part + margin));
    return low * Math.exp(part * width);
  }
}

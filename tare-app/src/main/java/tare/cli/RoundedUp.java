package tare.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Privacy numbers for people: five digits, rounded so that they never look better than they are.
 */
final class RoundedUp {

  private RoundedUp() {}

  /** A cost or a noise scale, rounded up. */
  static String of(double value) {
    return text(value, RoundingMode.CEILING);
  }

  /** What is left, rounded down. */
  static String down(double value) {
    return text(value, RoundingMode.FLOOR);
  }

  private static String text(double value, RoundingMode mode) {
    if (Double.isInfinite(value)) {
      return "infinity";
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(5, mode)).stripTrailingZeros();
    return rounded.scale() > 7 ? rounded.toString() : rounded.toPlainString();
  }
}

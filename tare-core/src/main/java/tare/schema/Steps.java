package tare.schema;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * The evenly spaced decimal numbers that a column may hold: {@code (first + k step) / 10^places}
 * for k from 0 to {@code count() - 1}, each the double nearest to its decimal.
 *
 * @param first the least number, in units of {@code 10^-places}
 * @param last the greatest number, a whole number of steps above the least
 * @param step the distance of two neighbours, in the same units
 * @param places how many decimal places the numbers have
 */
public record Steps(long first, long last, long step, int places) implements Serializable {

  private static final int MOST_PLACES = 15;

  private static final double[] POWERS = new double[MOST_PLACES + 1];

  static {
    for (int i = 0; i <= MOST_PLACES; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  public Steps {
    Rules.require(
        places >= 0 && places <= MOST_PLACES, "A step must have at most 15 decimals", places);
    Rules.require(
        within(first) && within(last),
        "Bounds, counted in the last decimal place of the step, must lie within 2^53 of zero",
        "[" + first + ", " + last + "]");
    Rules.requireBounds(first, last);
    Rules.require(step > 0, "A step must be above 0", step);
    Rules.require(
        (last - first) % step == 0,
        "The upper bound must be a whole number of steps above the lower one",
        "bounds "
            + number(first, places)
            + " and "
            + number(last, places)
            + " with step "
            + number(step, places));
  }

  /**
   * The grid from a least to a greatest number; the numbers are taken as their shortest decimals.
   */
  public static Steps of(double lo, double hi, double step) {
    Rules.requireBounds(lo, hi);
    Rules.require(step > 0 && Double.isFinite(step), "A step must be a number above 0", step);
    BigDecimal low = decimal(lo);
    BigDecimal high = decimal(hi);
    BigDecimal by = decimal(step);
    int places = Math.max(0, Math.max(low.scale(), Math.max(high.scale(), by.scale())));
    Rules.require(places <= MOST_PLACES, "Bounds and step must have at most 15 decimals", by);
    try {
      return new Steps(units(low, places), units(high, places), units(by, places), places);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "Bounds, counted in the last decimal place of the step, must lie within 2^53 of zero."
              + " Got: ["
              + lo
              + ", "
              + hi
              + "] with step "
              + step,
          e);
    }
  }

  private static boolean within(long units) {
    return units >= -Rules.LARGEST_WHOLE && units <= Rules.LARGEST_WHOLE;
  }

  private static BigDecimal decimal(double value) {
    BigDecimal stripped = BigDecimal.valueOf(value).stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static long units(BigDecimal value, int places) {
    return value.movePointRight(places).longValueExact();
  }

  private static double number(long units, int places) {
    // Both are exact doubles, so one division rounds once: the double nearest to the decimal.
    return places == 0 ? units : units / POWERS[places];
  }

  /** How many numbers there are. */
  public long count() {
    return (last - first) / step + 1;
  }

  /** The number at a position. */
  public double value(long position) {
    return number(first + position * step, places);
  }

  /** The position of the number nearest to a value; a value beyond the bounds is clamped. */
  public long position(double value) {
    double units = places == 0 ? value : value * POWERS[places];
    double position = Math.rint((units - first) / step);
    return (long) Math.min(Math.max(position, 0), count() - 1.0);
  }

  /** The distance of two neighbours. */
  public double distance() {
    return number(step, places);
  }

  double lo() {
    return number(first, places);
  }

  double hi() {
    return number(last, places);
  }
}

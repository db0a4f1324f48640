package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers as decimal text, read to the nearest double and written so that they are read back
 * exactly.
 */
final class Decimals {

  /** Returned for what is no decimal number; no decimal number reads as NaN. */
  static final double NOT_A_NUMBER = Double.NaN;

  private static final int EXACT_POWER = 22;
  private static final double[] POWERS = new double[EXACT_POWER + 1];
  private static final long LARGEST_EXACT = 1L << 53;

  static {
    for (int i = 0; i <= EXACT_POWER; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private Decimals() {}

  /**
   * Reads an optional sign, digits with an optional point, and an optional exponent; nothing else
   * is a number here: no hexadecimal, no grouping, no NaN. A number too large becomes an infinity.
   *
   * @param text the bytes. Not modified.
   */
  static double parse(byte[] text, int start, int end) {
    int at = start;
    boolean negative = at < end && text[at] == '-';
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      at++;
    }
    long digits = 0;
    int count = 0;
    int scale = 0;
    boolean point = false;
    boolean exact = true;
    for (; at < end; at++) {
      int digit = text[at] - '0';
      if (digit >= 0 && digit <= 9) {
        // 18 digits never overflow a long; with more the slow path decides.
        exact &= digits < 100_000_000_000_000_000L;
        digits = exact ? 10 * digits + digit : digits;
        scale += point ? 1 : 0;
        count++;
      } else if (text[at] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (count == 0) {
      return NOT_A_NUMBER;
    }
    int exponent = 0;
    if (at < end) {
      exponent = exponent(text, at, end);
      if (exponent == Integer.MIN_VALUE) {
        return NOT_A_NUMBER;
      }
    }
    int power = exponent - scale;
    // Both the digits and the power of ten are exact doubles, so one operation rounds once
    // (Clinger 1990, "How to read floating point numbers accurately").
    if (exact && digits <= LARGEST_EXACT && Math.abs(power) <= EXACT_POWER) {
      double value = power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
      return negative ? -value : value;
    }
    return Double.parseDouble(new String(text, start, end - start, StandardCharsets.US_ASCII));
  }

  /** The exponent that stands from a position to the end, or MIN_VALUE when none stands there. */
  private static int exponent(byte[] text, int start, int end) {
    int at = start;
    if (text[at] != 'e' && text[at] != 'E') {
      return Integer.MIN_VALUE;
    }
    at++;
    boolean negative = at < end && text[at] == '-';
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      at++;
    }
    if (at == end) {
      return Integer.MIN_VALUE;
    }
    int exponent = 0;
    for (; at < end; at++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MIN_VALUE;
      }
      exponent = Math.min(10 * exponent + digit, 100_000);
    }
    return negative ? -exponent : exponent;
  }

  /**
   * The text of a finite number with as few digits as reading it back exactly takes; whole numbers
   * have no point.
   */
  static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < LARGEST_EXACT) {
      return value == 0 && 1 / value < 0 ? "-0" : Long.toString((long) value);
    }
    double size = Math.abs(value);
    if (size >= 1e-3 && size < 1e9) {
      for (int places = 1; places <= 6; places++) {
        double shifted = Math.rint(value * POWERS[places]);
        if (shifted / POWERS[places] == value) {
          return pointed((long) shifted, places);
        }
      }
    }
    return Double.toString(value);
  }

  /** Whether some bytes are just the text of a number. */
  static boolean isText(double value, byte[] bytes, int start, int end) {
    byte[] text = text(value).getBytes(StandardCharsets.US_ASCII);
    return Arrays.equals(text, 0, text.length, bytes, start, end);
  }

  private static String pointed(long digits, int places) {
    StringBuilder text = new StringBuilder(24);
    text.append(Math.abs(digits));
    while (text.length() <= places) {
      text.insert(0, '0');
    }
    text.insert(text.length() - places, '.');
    return digits < 0 ? text.insert(0, '-').toString() : text.toString();
  }
}

package tare.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Text for a page: escaped words and short numbers. */
public final class Html {

  private static final MathContext TWO_DIGITS = new MathContext(2);
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Html() {}

  /** Text made safe for element content and quoted attributes. */
  public static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c);
      }
    }
    return safe.toString();
  }

  /** Three or four significant digits, without a tail of zeros. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "not known";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e7)) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    if (value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    return size >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : trimmed(String.format(Locale.ROOT, "%.3f", value));
  }

  /** A share as a percentage; what is not all is never told as 100. */
  public static String percent(double share) {
    if (share < 1 && share >= 0.9995) {
      return "over 99.9 %";
    }
    return trimmed(String.format(Locale.ROOT, share < 0.1 ? "%.2f" : "%.1f", 100 * share)) + " %";
  }

  /**
   * A number and how far it may be off, both to the second digit of the latter: what is behind it
   * is noise.
   *
   * @param error half the width of its interval; NaN or nothing where it is not known
   */
  public static String number(double value, double error) {
    if (!(error > 0) || Double.isInfinite(error) || !Double.isFinite(value)) {
      return number(value);
    }
    BigDecimal off = new BigDecimal(error).round(TWO_DIGITS);
    BigDecimal told = new BigDecimal(value).setScale(off.scale(), RoundingMode.HALF_EVEN);
    return fixed(told, off.scale()) + " ± " + fixed(off, off.scale());
  }

  /** A number to a hundredth of the size of another, its spread for instance. */
  static String numberBeside(double value, double size) {
    if (!(Math.abs(size) > 0) || Double.isInfinite(size) || !Double.isFinite(value)) {
      return number(value);
    }
    int places = new BigDecimal(Math.abs(size)).round(THREE_DIGITS).scale();
    return number(new BigDecimal(value).setScale(places, RoundingMode.HALF_EVEN).doubleValue());
  }

  /** A number to the third digit of another, the half width of its interval for instance. */
  public static String digits(double value, double size) {
    if (!(Math.abs(size) > 0) || Double.isInfinite(size) || !Double.isFinite(value)) {
      return number(value);
    }
    int places = new BigDecimal(Math.abs(size)).round(THREE_DIGITS).scale();
    return fixed(new BigDecimal(value).setScale(places, RoundingMode.HALF_EVEN), places);
  }

  /** A share as a percentage to two digits: for what is known roughly. */
  static String roughPercent(double share) {
    return Double.isFinite(share)
        ? percent(new BigDecimal(share).round(TWO_DIGITS).doubleValue())
        : percent(share);
  }

  private static String fixed(BigDecimal value, int places) {
    return places > 5
        ? number(value.doubleValue())
        : String.format(Locale.ROOT, "%,." + Math.max(0, places) + "f", value);
  }

  /**
   * A share as a percentage, and how far it may be off; no more digits than that leaves.
   *
   * @param error half the width of its interval; NaN where it is not known
   */
  public static String percent(double share, double error) {
    if (!(error > 0) || Double.isInfinite(error)) {
      return percent(share) + (Double.isNaN(error) ? "" : " ± " + percent(error));
    }
    int places = Math.max(0, Math.min(2, new BigDecimal(100 * error).round(TWO_DIGITS).scale()));
    String form = "%." + places + "f %%";
    return String.format(Locale.ROOT, form, 100 * share)
        + " ± "
        + String.format(Locale.ROOT, form, 100 * error);
  }

  /** A text of at most so many letters. */
  public static String shortened(String text, int letters) {
    return text.length() <= letters ? text : text.substring(0, letters - 1) + "…";
  }

  private static String trimmed(String number) {
    return number.contains(".") ? number.replaceAll("0+$", "").replaceAll("\\.$", "") : number;
  }

  /** A position in a picture, to a tenth of a unit. */
  static String at(double position) {
    return trimmed(String.format(Locale.ROOT, "%.1f", position));
  }
}

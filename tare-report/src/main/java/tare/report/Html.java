package tare.report;

import java.util.Locale;

/** Text for a page: escaped words and short numbers. */
final class Html {

  private Html() {}

  /** Text made safe for element content and quoted attributes. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Three or four significant digits, without a tail of zeros. */
  static String number(double value) {
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

  static String percent(double share) {
    return trimmed(String.format(Locale.ROOT, share < 0.1 ? "%.2f" : "%.1f", 100 * share)) + " %";
  }

  private static String trimmed(String number) {
    return number.contains(".") ? number.replaceAll("0+$", "").replaceAll("\\.$", "") : number;
  }
}

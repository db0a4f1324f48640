package tare.schema;

/**
 * Reads times in one written form. The form is a pattern of plain characters and of {@code %Y}
 * (four digits), {@code %y} (two, 1970 to 2069), {@code %m}, {@code %d}, {@code %H}, {@code %M} and
 * {@code %S} (one or two digits; seconds may have a fraction). Where a pattern ends with seconds
 * they may be left out.
 */
public final class TimePattern {

  private static final int LARGEST_YEAR = 9999;

  private final TimeForm form;
  private final String pattern;

  private TimePattern(TimeForm form, String pattern) {
    this.form = form;
    this.pattern = pattern;
  }

  /**
   * @param pattern must name the parts that the form needs, each once
   */
  public static TimePattern of(TimeForm form, String pattern) {
    boolean day = form != TimeForm.TIME;
    boolean clock = form != TimeForm.DATE;
    boolean known = true;
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '%') {
        i++;
        known &= i < pattern.length() && "YymdHMS".indexOf(pattern.charAt(i)) >= 0;
      }
    }
    boolean year = count(pattern, "%Y") + count(pattern, "%y") == (day ? 1 : 0);
    boolean date = count(pattern, "%m") == (day ? 1 : 0) && count(pattern, "%d") == (day ? 1 : 0);
    boolean time =
        count(pattern, "%H") == (clock ? 1 : 0) && count(pattern, "%M") == (clock ? 1 : 0);
    boolean seconds = count(pattern, "%S") <= (clock ? 1 : 0);
    Rules.require(
        known && year && date && time && seconds,
        "The form of a "
            + form.typeName()
            + " must be made of parts like those of "
            + form.pattern(),
        "\"" + pattern + "\"");
    return new TimePattern(form, pattern);
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }

  /**
   * The number of a text, or NaN when it is no time in this form. A fraction of a second stays.
   *
   * @param text the bytes. Not modified.
   */
  public double parse(byte[] text, int start, int end) {
    int year = 1970;
    int month = 1;
    int day = 1;
    int hour = 0;
    int minute = 0;
    double second = 0;
    int at = start;
    for (int i = 0; i < pattern.length(); i++) {
      char part = pattern.charAt(i);
      if (part != '%') {
        if (at == end && pattern.startsWith(":%S", i)) {
          break;
        }
        if (at == end || !matches(text[at], part)) {
          return Double.NaN;
        }
        at++;
        continue;
      }
      char kind = pattern.charAt(++i);
      int most = kind == 'Y' ? 4 : 2;
      int digits = 0;
      int value = 0;
      while (digits < most && at < end && text[at] >= '0' && text[at] <= '9') {
        value = 10 * value + text[at++] - '0';
        digits++;
      }
      if (digits == 0 || (kind == 'Y' && digits < 4)) {
        return Double.NaN;
      }
      switch (kind) {
        case 'Y' -> year = value;
        case 'y' -> year = value < 70 ? 2000 + value : 1900 + value;
        case 'm' -> month = value;
        case 'd' -> day = value;
        case 'H' -> hour = value;
        case 'M' -> minute = value;
        default -> {
          second = value;
          double unit = 0.1;
          if (at < end && text[at] == '.') {
            at++;
            while (at < end && text[at] >= '0' && text[at] <= '9') {
              second += unit * (text[at++] - '0');
              unit /= 10;
            }
          }
        }
      }
    }
    // A date column may come from a tool that wrote midnight behind every day.
    if (form == TimeForm.DATE && isMidnight(text, at, end)) {
      at = end;
    }
    boolean fits =
        at == end
            && year <= LARGEST_YEAR
            && hour < 24
            && minute < 60
            && second < 60
            && TimeForm.isDay(year, month, day);
    return fits ? form.count(year, month, day, 3600.0 * hour + 60.0 * minute + second) : Double.NaN;
  }

  private static boolean matches(byte b, char part) {
    return b == part || (part == 'T' && b == ' ');
  }

  private static boolean isMidnight(byte[] text, int at, int end) {
    if (end - at < 9 || !matches(text[at], 'T')) {
      return false;
    }
    for (int i = at + 1; i < end; i++) {
      if (text[i] != '0' && text[i] != ':' && text[i] != '.') {
        return false;
      }
    }
    return true;
  }
}

package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the text of a cell means in a file that comes without a schema. */
public final class LooseCells {

  /** What stands for a missing cell; a schema names its own. */
  static final List<String> MISSING =
      List.of("", "NA", "N/A", "n/a", "<NA>", "#N/A", "NaN", "nan", "NULL", "null", "?", ".");

  private static final TextCodes CODES = new TextCodes(MISSING, List.of());

  private LooseCells() {}

  /** Whether a cell says that there is no value. */
  public static boolean isMissing(String cell) {
    return MISSING.contains(cell);
  }

  /**
   * The number that a cell holds, or NaN: digits with an optional sign, point and exponent, or an
   * infinity.
   */
  public static double number(String cell) {
    return switch (cell) {
      case "inf", "Inf", "INF" -> Double.POSITIVE_INFINITY;
      case "-inf", "-Inf", "-INF" -> Double.NEGATIVE_INFINITY;
      default -> {
        byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
        yield Decimals.parse(bytes, 0, bytes.length);
      }
    };
  }

  /** Which of {@link #MISSING} some bytes are, or a negative number. */
  static int missingToken(byte[] bytes, int start, int end) {
    return CODES.code(bytes, start, end);
  }
}

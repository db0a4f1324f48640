package tare.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The wording of all argument checks of this package: rule, value, remedy. */
final class Rules {

  /** Whole numbers up to here are exact as doubles. */
  static final long LARGEST_WHOLE = 1L << 53;

  private Rules() {}

  static void require(boolean holds, String rule, Object got) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ". Got: " + got);
    }
  }

  static void requireText(String what, String text) {
    require(!text.isBlank(), what + " must not be blank", "\"" + text + "\"");
    requirePlain(what, text);
    require(
        text.strip().equals(text),
        what + " must not begin or end with a space",
        "\"" + text + "\"");
  }

  static void requirePlain(String what, String text) {
    require(
        text.chars().noneMatch(Character::isISOControl),
        what + " must be one line of plain text",
        "a control character");
    // Half a character cannot be written as UTF-8.
    require(
        text.codePoints()
            .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE),
        what + " must be whole characters",
        "half of a surrogate pair");
  }

  static void requireBounds(double lo, double hi) {
    require(
        Double.isFinite(lo) && Double.isFinite(hi) && Double.isFinite(hi - lo),
        "Bounds must be finite numbers, and so must their distance",
        "[" + lo + ", " + hi + "]");
    require(lo < hi, "The lower bound must be below the upper one", "[" + lo + ", " + hi + "]");
  }

  static void requireWholeBounds(long lo, long hi) {
    require(
        Math.abs(lo) <= LARGEST_WHOLE && Math.abs(hi) <= LARGEST_WHOLE && lo != Long.MIN_VALUE,
        "Bounds of whole numbers must lie within 2^53 of zero",
        "[" + lo + ", " + hi + "]");
    requireBounds(lo, hi);
  }

  static void requireCuts(double lo, double hi, List<Double> cuts) {
    double last = lo;
    for (double cut : cuts) {
      require(
          cut > last && cut < hi,
          "Cuts must ascend and lie strictly between the bounds " + lo + " and " + hi,
          cuts);
      last = cut;
    }
  }

  static void requireLevels(List<String> levels) {
    require(!levels.isEmpty(), "A category must declare at least one level", "none");
    levels.forEach(level -> requireText("A level", level));
    requireDistinct("Levels", levels);
  }

  static void requireCode(String level) {
    require(
        level.matches("0|-?[1-9][0-9]{0,14}"),
        "A level of an integer column must be a whole number without leading zeros; declare the type"
            + " \"string\" for others",
        "\"" + level + "\"");
  }

  static void requireDistinct(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      require(seen.add(name), what + " must all be different", "\"" + name + "\" twice");
    }
  }
}

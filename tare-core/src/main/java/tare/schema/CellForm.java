package tare.schema;

import java.util.List;
import java.util.Optional;

/**
 * How the file writes the cells of one column; says nothing about what they hold. Rows are written
 * in the plain form, with the column's own missing values.
 *
 * @param missingValues how a missing cell is written here; none for the schema's missing values
 * @param decimal what stands between the whole part of a number and its fraction: a point or a
 *     comma
 * @param group what stands between groups of three digits, if anything may
 * @param pattern the form of times, if it is not the ISO one; see {@link TimePattern}
 */
public record CellForm(
    List<String> missingValues, char decimal, Optional<Character> group, Optional<String> pattern) {

  /** Cells as most files write them. */
  public static final CellForm PLAIN =
      new CellForm(List.of(), '.', Optional.empty(), Optional.empty());

  private static final String GROUPS = ".,' _\u00A0\u202F\u2019";

  public CellForm {
    missingValues = List.copyOf(missingValues);
    missingValues.forEach(value -> Rules.requirePlain("A missing value", value));
    Rules.requireDistinct("Missing values", missingValues);
    Rules.require(
        decimal == '.' || decimal == ',',
        "The decimal character must be a point or a comma",
        "\"" + decimal + "\"");
    Rules.require(
        group.isEmpty() || GROUPS.indexOf(group.get()) >= 0,
        "The group character must be a point, a comma, a space, an apostrophe or an underscore",
        "\"" + group.orElse(' ') + "\"");
    Rules.require(
        group.isEmpty() || group.get() != decimal,
        "The group character must not be the decimal one too",
        "\"" + decimal + "\"");
  }

  /** The same form with other tokens for missing values. */
  public CellForm withMissingValues(List<String> other) {
    return new CellForm(other, decimal, group, pattern);
  }

  /** Whether numbers are written as everywhere else: a point, no groups. */
  public boolean plainNumbers() {
    return decimal == '.' && group.isEmpty();
  }

  /** The same missing values in the plain form. */
  public CellForm plain() {
    return PLAIN.withMissingValues(missingValues);
  }
}

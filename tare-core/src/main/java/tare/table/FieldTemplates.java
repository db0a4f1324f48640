package tare.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Columns that everybody knows without looking at a table: bounds and levels of public knowledge.
 */
public final class FieldTemplates {

  private static final List<String> ICD_CHAPTERS =
      List.of(
          "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV",
          "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "XXII");

  private static final List<String> NAMES =
      List.of(
          "age",
          "sex",
          "yes-no",
          "country",
          "month",
          "weekday",
          "icd-chapter",
          "postal-area",
          "year");

  private FieldTemplates() {}

  /** The names of all templates. */
  public static List<String> names() {
    return NAMES;
  }

  /** The template of a name, for a column. */
  public static Optional<FieldSpec> of(String template, String column) {
    FieldSpec plain = FieldSpec.named(column);
    return switch (template.toLowerCase(Locale.ROOT)) {
      case "age" -> Optional.of(plain.withType("integer").withBounds("0", "120"));
      case "year" -> Optional.of(plain.withType("integer").withBounds("1900", "2100"));
      case "sex" -> levels(plain, List.of("female", "male", "other"), "other");
      case "yes-no", "yesno" -> levels(plain.withType("boolean"), List.of("no", "yes"), "");
      case "month" -> levels(plain.withType("integer"), numbers(1, 12), "");
      case "weekday" -> levels(plain.withType("integer"), numbers(1, 7), "");
      case "icd-chapter" -> levels(plain, ICD_CHAPTERS, "");
      case "country" ->
          levels(plain, Arrays.stream(Locale.getISOCountries()).sorted().toList(), "other");
      case "postal-area" ->
          levels(
              plain,
              IntStream.range(0, 100).mapToObj(i -> String.format(Locale.ROOT, "%02d", i)).toList(),
              "other");
      default -> Optional.empty();
    };
  }

  /** The template that a column's name suggests; its cells are not looked at. */
  public static Optional<String> suggested(String column) {
    String name = column.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", " ").strip();
    for (String template : List.of("age", "sex", "country", "month", "weekday", "year")) {
      if (name.equals(template) || (" " + name + " ").contains(" " + template + " ")) {
        return Optional.of(template);
      }
    }
    return name.equals("gender") ? Optional.of("sex") : Optional.empty();
  }

  private static Optional<FieldSpec> levels(FieldSpec plain, List<String> levels, String other) {
    FieldSpec typed = plain.type().isEmpty() ? plain.withType("string") : plain;
    return Optional.of(typed.withLevels(levels, other));
  }

  private static List<String> numbers(int from, int to) {
    return new ArrayList<>(IntStream.rangeClosed(from, to).mapToObj(String::valueOf).toList());
  }
}

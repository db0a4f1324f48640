package tare.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Texts of a schema that a spreadsheet would take for a formula and run. They are levels and names
 * like any other here; whoever opens rows of strangers should know of them.
 */
public final class Formulas {

  private static final Pattern FORMULA = Pattern.compile("[=+\\-@].*");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9][0-9.,]*(e[+-]?[0-9]+)?");

  private Formulas() {}

  /** Names of columns and levels that a spreadsheet would run, in the order of the schema. */
  public static List<String> in(Schema schema) {
    List<String> found = new ArrayList<>();
    for (Column column : schema.columns()) {
      found.addAll(among(List.of(column.name())));
      if (!column.type().isNumeric()) {
        found.addAll(among(column.type().levels()));
      }
    }
    return found;
  }

  private static List<String> among(List<String> texts) {
    return texts.stream()
        .filter(text -> FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches())
        .toList();
  }
}

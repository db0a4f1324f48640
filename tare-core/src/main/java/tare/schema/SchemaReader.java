package tare.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a schema from a JSON tree and gathers every fault on the way. */
final class SchemaReader {

  private final Faults faults;

  SchemaReader(String source) {
    faults = new Faults(source);
  }

  Schema read(JsonNode json) {
    JsonObject file = new JsonObject("", json, faults);
    if (!json.isObject()) {
      faults.add("A schema must be a JSON object with the key \"fields\".");
      throw faults.exception();
    }
    file.requireKnown(Keys.OF_FILE);
    String name = file.requiredText(Keys.NAME, "a short name for the data set");
    String unit = file.requiredText(Keys.UNIT, "what one row stands for, such as \"patient\"");
    Optional<UnitRows> units = units(file);
    OptionalLong rowCount = rowCount(file);
    List<String> ignored = file.has(Keys.IGNORE) ? file.texts(Keys.IGNORE) : List.of();
    List<Identifier> identifiers = new ArrayList<>();
    List<Column> columns = columns(json.get(Keys.FIELDS), identifiers);
    List<String> missing =
        file.has(Keys.MISSING_VALUES) ? file.texts(Keys.MISSING_VALUES) : List.of("");
    if (!faults.any()) {
      try {
        List<RowRule> rules = new ArrayList<>();
        for (String rule : file.has(Keys.RULES) ? file.texts(Keys.RULES) : List.<String>of()) {
          rules.add(RowRule.parse(rule, columns));
        }
        return new Schema(
            name, unit, columns, rowCount, missing, ignored, identifiers, rules, units);
      } catch (IllegalArgumentException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }
    throw faults.exception();
  }

  private Optional<UnitRows> units(JsonObject file) {
    if (!file.has(Keys.UNIT_COLUMN) && !file.has(Keys.ROWS_PER_UNIT)) {
      return Optional.empty();
    }
    String column = file.requiredText(Keys.UNIT_COLUMN, "the column that names the unit");
    double rows = file.number(Keys.ROWS_PER_UNIT, "how many rows of a unit are used at most");
    if (column.isEmpty() || Double.isNaN(rows)) {
      return Optional.empty();
    }
    try {
      int whole = rows == Math.rint(rows) ? (int) rows : 0;
      return Optional.of(new UnitRows(column, whole));
    } catch (IllegalArgumentException e) {
      faults.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private OptionalLong rowCount(JsonObject file) {
    if (!file.has(Keys.ROW_COUNT)) {
      return OptionalLong.empty();
    }
    double count =
        file.number(Keys.ROW_COUNT, "a number of rows that may be public, or no such key");
    if (count >= 1 && count <= Rules.LARGEST_WHOLE && count == Math.rint(count)) {
      return OptionalLong.of((long) count);
    }
    if (!Double.isNaN(count)) {
      faults.add("\"" + Keys.ROW_COUNT + "\" must be a whole number from 1. Got: " + count);
    }
    return OptionalLong.empty();
  }

  /**
   * @param identifiers gets those among the fields. Modified.
   */
  private List<Column> columns(@Nullable JsonNode fields, List<Identifier> identifiers) {
    List<Column> columns = new ArrayList<>();
    if (fields == null || !fields.isArray() || fields.isEmpty()) {
      faults.add("\"fields\" must be a list with one entry per column.");
      return columns;
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      FieldReader reader = new FieldReader(i, fields.get(i), faults);
      if (reader.isIdentifier()) {
        reader.identifier().ifPresent(identifiers::add);
      } else {
        columns.addAll(reader.columns());
      }
      if (names.contains(reader.name())) {
        faults.add("Column names must all be different. Got: \"" + reader.name() + "\" twice");
      }
      names.add(reader.name());
    }
    return columns;
  }
}

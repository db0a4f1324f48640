package tare.schema;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads one field of a schema file as a column. */
final class FieldReader {

  private static final List<String> TYPES = List.of("number", "integer", "string", "boolean");

  /** Standard types that Tare has no column for, and what to do about each. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "date", "write dates as a number, such as days since a fixed day, and use \"integer\"",
          "datetime",
              "write times as a number, such as hours since a fixed day, and use \"number\"",
          "time", "write times as a number, such as minutes since midnight, and use \"integer\"",
          "year", "use \"integer\"",
          "yearmonth", "write months as a number and use \"integer\"",
          "any", "use \"string\" with an \"enum\" of all levels");

  private final Faults faults;
  private final JsonNode node;
  private final String name;
  private final JsonObject field;
  private final JsonObject constraints;

  FieldReader(int position, JsonNode node, Faults faults) {
    this.faults = faults;
    this.node = node;
    JsonNode named = node.get("name");
    boolean hasName = named != null && named.isString() && !named.asString().isBlank();
    // A field without a name gets one that no other field has, so that it is not also a double.
    name = hasName ? named.asString() : "(field " + (position + 1) + ")";
    String where =
        hasName ? "Field \"" + JsonObject.quoted(name) + "\": " : "Field " + (position + 1) + ": ";
    field = new JsonObject(where, node, faults);
    if (node.isObject() && !hasName) {
      field.fault("\"name\" must be given, as in the header of the data.");
    }
    JsonNode inner = node.isObject() ? field.object(Keys.CONSTRAINTS) : null;
    constraints =
        new JsonObject(
            where, inner == null ? JsonNodeFactory.instance.objectNode() : inner, faults);
  }

  String name() {
    return name;
  }

  /** The column, or nothing when the field has a fault. */
  Optional<Column> column() {
    if (!node.isObject()) {
      field.fault("It must be an object with \"name\" and \"type\".");
      return Optional.empty();
    }
    field.requireKnown(Keys.OF_FIELD);
    constraints.requireKnown(Keys.OF_CONSTRAINTS);
    boolean required = constraints.flag(Keys.REQUIRED);
    ColumnType type = type();
    return type == null
        ? Optional.empty()
        : Optional.ofNullable(checked(() -> new Column(name, type, !required)));
  }

  private @Nullable ColumnType type() {
    String type = field.requiredText("type", "one of " + String.join(", ", TYPES));
    boolean levels = constraints.has(Keys.ENUM);
    return switch (type) {
      case "" -> null;
      case "number" -> levels ? category() : numeric();
      case "integer" -> levels ? category() : whole();
      case "string" -> category();
      case "boolean" -> yesNo();
      default -> unknown(type);
    };
  }

  private @Nullable ColumnType unknown(String type) {
    String advice = ADVICE.get(type.toLowerCase(Locale.ROOT));
    String hint = DidYouMean.hint(type, TYPES);
    field.fault(
        "Tare does not know the type \""
            + JsonObject.quoted(type)
            + "\"."
            + (advice != null
                ? " Instead, " + advice + "."
                : hint.isEmpty() ? " Use one of " + String.join(", ", TYPES) + "." : hint));
    return null;
  }

  private @Nullable ColumnType numeric() {
    refuse(field, "a column of numbers", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    double lo = constraints.number(Keys.MINIMUM, "the lowest value a cell could ever hold");
    double hi = constraints.number(Keys.MAXIMUM, "the highest value a cell could ever hold");
    List<Double> cuts = field.has(Keys.CUTS) ? field.numbers(Keys.CUTS) : List.of();
    return Double.isNaN(lo) || Double.isNaN(hi)
        ? null
        : checked(() -> new ColumnType.Numeric(lo, hi, cuts));
  }

  private @Nullable ColumnType whole() {
    refuse(field, "a column of numbers", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    double lo = wholeBound(Keys.MINIMUM, "the lowest value a cell could ever hold");
    double hi = wholeBound(Keys.MAXIMUM, "the highest value a cell could ever hold");
    List<Double> cuts = field.has(Keys.CUTS) ? field.numbers(Keys.CUTS) : List.of();
    return Double.isNaN(lo) || Double.isNaN(hi)
        ? null
        : checked(() -> new ColumnType.Whole((long) lo, (long) hi, cuts));
  }

  private double wholeBound(String key, String meaning) {
    double bound = constraints.number(key, meaning);
    if (Double.isNaN(bound)) {
      return bound;
    }
    if (bound != Math.rint(bound) || Math.abs(bound) > Rules.LARGEST_WHOLE) {
      constraints.fault(
          "\""
              + key
              + "\" of an integer must be a whole number within 2^53 of zero. Got: "
              + bound);
      return Double.NaN;
    }
    return bound;
  }

  private @Nullable ColumnType category() {
    refuse(field, "a column of levels", Keys.CUTS, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    refuse(constraints, "a column of levels", Keys.MINIMUM, Keys.MAXIMUM);
    if (!constraints.has(Keys.ENUM)) {
      constraints.fault("Its levels must be declared as a list under \"constraints\", \"enum\".");
      return null;
    }
    List<String> levels = constraints.texts(Keys.ENUM);
    if (!field.has(Keys.OTHER)) {
      return levels.isEmpty() ? emptyLevels() : category(levels, Optional.empty());
    }
    String other = field.requiredText(Keys.OTHER, "the level for all other values, or no such key");
    if (levels.isEmpty()) {
      return emptyLevels();
    }
    return other.isEmpty() ? null : category(levels, Optional.of(other));
  }

  private @Nullable ColumnType emptyLevels() {
    JsonNode list = node.path(Keys.CONSTRAINTS).path(Keys.ENUM);
    if (list.isArray() && list.isEmpty()) {
      constraints.fault("\"enum\" must hold at least one level.");
    }
    return null;
  }

  /** The level for other values is one of the levels, whether the file lists it again or not. */
  private @Nullable ColumnType category(List<String> levels, Optional<String> other) {
    LinkedHashSet<String> all = new LinkedHashSet<>(levels);
    if (all.size() < levels.size()) {
      constraints.fault("\"enum\" must not hold a level twice.");
      return null;
    }
    other.ifPresent(all::add);
    return checked(() -> new ColumnType.Category(List.copyOf(all), other));
  }

  private @Nullable ColumnType yesNo() {
    refuse(field, "a yes/no column", Keys.CUTS, Keys.OTHER);
    refuse(constraints, "a yes/no column", Keys.MINIMUM, Keys.MAXIMUM, Keys.ENUM);
    String yes = single(Keys.TRUE_VALUES, "true");
    String no = single(Keys.FALSE_VALUES, "false");
    return yes.isEmpty() || no.isEmpty() ? null : checked(() -> new ColumnType.YesNo(no, yes));
  }

  private String single(String key, String standard) {
    if (!field.has(key)) {
      return standard;
    }
    List<String> texts = field.texts(key);
    if (texts.size() == 1 && !texts.get(0).isBlank()) {
      return texts.get(0);
    }
    field.fault("\"" + key + "\" must hold exactly one text, the one that the data uses.");
    return "";
  }

  private static void refuse(JsonObject object, String what, String... keys) {
    for (String key : keys) {
      if (object.has(key)) {
        object.fault("\"" + key + "\" has no meaning for " + what + ". Delete it.");
      }
    }
  }

  private <T> @Nullable T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      field.fault(String.valueOf(e.getMessage()));
      return null;
    }
  }
}

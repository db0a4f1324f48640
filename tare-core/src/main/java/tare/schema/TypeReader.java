package tare.schema;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads what the cells of a field may hold: its type with bounds, levels and steps.
 *
 * @param node the field as it stands in the file
 * @param field the same, with a place for faults
 * @param constraints its constraints; empty when it has none
 */
record TypeReader(JsonNode node, JsonObject field, JsonObject constraints) {

  private static final List<String> TYPES =
      List.of("number", "integer", "string", "boolean", "date", "time", "datetime");

  /** Standard types that Tare has no column for, and what to do about each. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "year", "use \"integer\"",
          "yearmonth", "write the first day of the month and use \"date\"",
          "any", "use \"string\" with an \"enum\" of all levels");

  /** The type, or nothing when the field has a fault. */
  @Nullable ColumnType type() {
    String type = field.requiredText("type", "one of " + String.join(", ", TYPES));
    boolean levels = constraints.has(Keys.ENUM) || field.has(Keys.CATEGORIES);
    return switch (type) {
      case "" -> null;
      case "number" -> levels ? category(ColumnType.LevelKind.TEXTS) : numeric();
      case "integer" -> levels ? category(ColumnType.LevelKind.CODES) : whole();
      case "string" -> category(ColumnType.LevelKind.TEXTS);
      case "boolean" -> yesNo();
      case "date" -> temporal(TimeForm.DATE);
      case "time" -> temporal(TimeForm.TIME);
      case "datetime" -> temporal(TimeForm.DATETIME);
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
    field.refuse("a column of numbers", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    double lo = constraints.number(Keys.MINIMUM, "the lowest value a cell could ever hold");
    double hi = constraints.number(Keys.MAXIMUM, "the highest value a cell could ever hold");
    List<Double> cuts = field.has(Keys.CUTS) ? field.numbers(Keys.CUTS) : List.of();
    if (Double.isNaN(lo) || Double.isNaN(hi)) {
      return null;
    }
    return field.has(Keys.STEP)
        ? stepped(lo, hi, cuts)
        : field.checked(() -> new ColumnType.Numeric(lo, hi, cuts));
  }

  private @Nullable ColumnType stepped(double lo, double hi, List<Double> cuts) {
    double step = field.number(Keys.STEP, "the distance of two neighbouring values, such as 0.1");
    return Double.isNaN(step)
        ? null
        : field.checked(() -> new ColumnType.Stepped(Steps.of(lo, hi, step), cuts));
  }

  private @Nullable ColumnType temporal(TimeForm form) {
    field.refuse("a column of times", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    field.refuse("a column of times", Keys.DECIMAL_CHAR, Keys.GROUP_CHAR);
    constraints.refuse("a column of times", Keys.ENUM);
    OptionalLong lo = time(form, Keys.MINIMUM, "the earliest " + form.typeName());
    OptionalLong hi = time(form, Keys.MAXIMUM, "the latest " + form.typeName());
    long step = timeStep(form);
    List<Double> cuts = new ArrayList<>();
    for (String cut : field.has(Keys.CUTS) ? field.texts(Keys.CUTS) : List.<String>of()) {
      OptionalLong at = form.number(cut);
      if (at.isEmpty()) {
        field.fault(notTime(Keys.CUTS, form));
        return null;
      }
      cuts.add((double) at.getAsLong());
    }
    if (lo.isEmpty() || hi.isEmpty() || step < 1) {
      return null;
    }
    return field.checked(
        () ->
            new ColumnType.Temporal(
                form, new Steps(lo.getAsLong(), hi.getAsLong(), step, 0), cuts));
  }

  private OptionalLong time(TimeForm form, String key, String meaning) {
    String text = constraints.requiredText(key, meaning + " a cell could ever hold");
    OptionalLong number = text.isEmpty() ? OptionalLong.empty() : form.number(text);
    if (!text.isEmpty() && number.isEmpty()) {
      constraints.fault(notTime(key, form));
    }
    return number;
  }

  private static String notTime(String key, TimeForm form) {
    return "\""
        + key
        + "\" of a "
        + form.typeName()
        + " must be written like "
        + form.example()
        + ".";
  }

  /** The step in the form's own units; 0 after a fault. */
  private long timeStep(TimeForm form) {
    if (!field.has(Keys.STEP)) {
      return 1;
    }
    String text = field.requiredText(Keys.STEP, "a duration such as \"PT15M\", or no such key");
    if (text.isEmpty()) {
      return 0;
    }
    try {
      long seconds = Duration.parse(text).getSeconds();
      long unit = form == TimeForm.DATE ? TimeForm.DAY : 1;
      if (seconds > 0 && seconds % unit == 0) {
        return seconds / unit;
      }
    } catch (DateTimeParseException e) {
      // The fault below says what a duration is.
    }
    field.fault(
        "\""
            + Keys.STEP
            + "\" of a "
            + form.typeName()
            + " must be a duration in whole "
            + (form == TimeForm.DATE ? "days, such as \"P7D\"." : "seconds, such as \"PT15M\"."));
    return 0;
  }

  private @Nullable ColumnType whole() {
    field.refuse("a column of numbers", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    double lo = wholeBound(Keys.MINIMUM, "the lowest value a cell could ever hold");
    double hi = wholeBound(Keys.MAXIMUM, "the highest value a cell could ever hold");
    List<Double> cuts = field.has(Keys.CUTS) ? field.numbers(Keys.CUTS) : List.of();
    if (Double.isNaN(lo) || Double.isNaN(hi)) {
      return null;
    }
    return field.has(Keys.STEP)
        ? stepped(lo, hi, cuts)
        : field.checked(() -> new ColumnType.Whole((long) lo, (long) hi, cuts));
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

  private @Nullable ColumnType category(ColumnType.LevelKind kind) {
    field.refuse("a column of levels", Keys.CUTS, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    field.refuse("a column of levels", Keys.STEP);
    constraints.refuse("a column of levels", Keys.MINIMUM, Keys.MAXIMUM);
    if (!constraints.has(Keys.ENUM) && !field.has(Keys.CATEGORIES)) {
      constraints.fault(
          "Its levels must be declared as a list under \"constraints\", \"enum\". Free text cannot"
              + " be released: code it into levels first, or leave the column out by its name under"
              + " \"tare:ignore\"; if it names persons or rows, declare \"tare:identifier\".");
      return null;
    }
    List<String> levels =
        constraints.has(Keys.ENUM) ? constraints.texts(Keys.ENUM) : categoryValues();
    if (!field.has(Keys.OTHER)) {
      return levels.isEmpty() ? emptyLevels() : category(levels, Optional.empty(), kind);
    }
    String other = field.requiredText(Keys.OTHER, "the level for all other values, or no such key");
    if (levels.isEmpty()) {
      return emptyLevels();
    }
    return other.isEmpty() ? null : category(levels, Optional.of(other), kind);
  }

  /** The values of the standard's own list of categories, which may also carry labels. */
  private List<String> categoryValues() {
    List<String> values = new ArrayList<>();
    for (JsonNode category : node.path(Keys.CATEGORIES)) {
      JsonNode value = category.isObject() ? category.path("value") : category;
      if (value.isMissingNode() || value.isContainer() || value.isNull()) {
        field.fault("\"" + Keys.CATEGORIES + "\" must hold values, or objects with a \"value\".");
        return List.of();
      }
      values.add(value.asString());
    }
    return values;
  }

  private @Nullable ColumnType emptyLevels() {
    String key = constraints.has(Keys.ENUM) ? Keys.ENUM : Keys.CATEGORIES;
    JsonNode list = (constraints.has(Keys.ENUM) ? node.path(Keys.CONSTRAINTS) : node).path(key);
    if (!list.isArray() || list.isEmpty()) {
      constraints.fault("\"" + key + "\" must hold at least one level.");
    }
    return null;
  }

  /** The level for other values is one of the levels, whether the file lists it again or not. */
  private @Nullable ColumnType category(
      List<String> levels, Optional<String> other, ColumnType.LevelKind kind) {
    LinkedHashSet<String> all = new LinkedHashSet<>(levels);
    if (all.size() < levels.size()) {
      constraints.fault("\"enum\" must not hold a level twice.");
      return null;
    }
    other.ifPresent(all::add);
    return field.checked(() -> new ColumnType.Category(List.copyOf(all), other, kind));
  }

  private @Nullable ColumnType yesNo() {
    field.refuse("a yes/no column", Keys.CUTS, Keys.OTHER, Keys.STEP);
    constraints.refuse("a yes/no column", Keys.MINIMUM, Keys.MAXIMUM, Keys.ENUM);
    String yes = single(Keys.TRUE_VALUES, "true");
    String no = single(Keys.FALSE_VALUES, "false");
    return yes.isEmpty() || no.isEmpty()
        ? null
        : field.checked(() -> new ColumnType.YesNo(no, yes));
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
}

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads one field of a schema file as a column. */
final class FieldReader {

  private static final List<String> TYPES =
      List.of("number", "integer", "string", "boolean", "date", "time", "datetime");

  /** Standard types that Tare has no column for, and what to do about each. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "year", "use \"integer\"",
          "yearmonth", "write the first day of the month and use \"date\"",
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

  /** Whether the field is declared as one that names rows or persons. */
  boolean isIdentifier() {
    return node.isObject() && field.has(Keys.IDENTIFIER);
  }

  /** The identifier, or nothing when the field has a fault. */
  Optional<Identifier> identifier() {
    field.requireKnown(Keys.OF_FIELD);
    constraints.requireKnown(Keys.OF_CONSTRAINTS);
    String type = field.requiredText("type", "string or integer");
    String fate = field.requiredText(Keys.IDENTIFIER, "\"drop\" or \"new\"");
    if (!fate.isEmpty() && !fate.equals("drop") && !fate.equals("new")) {
      field.fault(
          "\""
              + Keys.IDENTIFIER
              + "\" must be \"drop\", to leave the column out, or \"new\", to make names up anew."
              + " Got: \""
              + JsonObject.quoted(fate)
              + "\"");
    }
    if (!type.isEmpty() && !type.equals("string") && !type.equals("integer")) {
      field.fault("The type of an identifier must be \"string\" or \"integer\".");
    }
    refuse(constraints, "an identifier", Keys.MINIMUM, Keys.MAXIMUM, Keys.ENUM);
    refuse(field, "an identifier", Keys.CUTS, Keys.OTHER, Keys.STEP, Keys.CODES);
    Identifier.Kind kind = type.equals("integer") ? Identifier.Kind.NUMBER : Identifier.Kind.TEXT;
    Identifier.Fate becomes =
        fate.equals("new") ? Identifier.Fate.MADE_UP : Identifier.Fate.DROPPED;
    return Optional.ofNullable(checked(() -> new Identifier(name, kind, becomes)));
  }

  /**
   * The columns of the field: one, or a second one for its codes; none when the field has a fault.
   */
  List<Column> columns() {
    if (!node.isObject()) {
      field.fault("It must be an object with \"name\" and \"type\".");
      return List.of();
    }
    field.requireKnown(Keys.OF_FIELD);
    constraints.requireKnown(Keys.OF_CONSTRAINTS);
    boolean required = constraints.flag(Keys.REQUIRED);
    ColumnType type = type();
    CellForm form = form();
    if (type == null || form == null) {
      return List.of();
    }
    Column column = checked(() -> new Column(name, type, !required, form));
    if (column == null || !field.has(Keys.CODES)) {
      return column == null ? List.of() : List.of(column);
    }
    Column codes = codes(column);
    return codes == null ? List.of() : List.of(column, codes);
  }

  private @Nullable Column codes(Column numbers) {
    List<String> codes = field.texts(Keys.CODES);
    if (!numbers.type().isNumeric()) {
      field.fault(
          "\"" + Keys.CODES + "\" is for numbers. Declare the codes as levels under \"enum\".");
      return null;
    }
    if (!numbers.missingAllowed()) {
      field.fault(
          "A column with \""
              + Keys.CODES
              + "\" must be allowed to be missing. Delete \"required\" from its constraints.");
      return null;
    }
    return codes.isEmpty()
        ? null
        : checked(
            () ->
                new Column(
                    ColumnType.CodesOf.nameFor(name), new ColumnType.CodesOf(name, codes), false));
  }

  private @Nullable CellForm form() {
    List<String> missing =
        field.has(Keys.MISSING_VALUES) ? field.texts(Keys.MISSING_VALUES) : List.of();
    Optional<Character> decimal = character(Keys.DECIMAL_CHAR);
    Optional<Character> group = character(Keys.GROUP_CHAR);
    Optional<String> format =
        field.has(Keys.FORMAT)
            ? Optional.of(field.requiredText(Keys.FORMAT, "the written form, or no such key"))
            : Optional.empty();
    Optional<String> pattern =
        format.filter(text -> !text.equals("default") && !text.equals("any") && !text.isEmpty());
    return checked(() -> new CellForm(missing, decimal.orElse('.'), group, pattern));
  }

  private Optional<Character> character(String key) {
    if (!field.has(key)) {
      return Optional.empty();
    }
    JsonNode value = node.get(key);
    if (!value.isString() || value.asString().length() != 1) {
      field.fault("\"" + key + "\" must be one character.");
      return Optional.empty();
    }
    return Optional.of(value.asString().charAt(0));
  }

  private @Nullable ColumnType type() {
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
    refuse(field, "a column of numbers", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    double lo = constraints.number(Keys.MINIMUM, "the lowest value a cell could ever hold");
    double hi = constraints.number(Keys.MAXIMUM, "the highest value a cell could ever hold");
    List<Double> cuts = field.has(Keys.CUTS) ? field.numbers(Keys.CUTS) : List.of();
    if (Double.isNaN(lo) || Double.isNaN(hi)) {
      return null;
    }
    return field.has(Keys.STEP)
        ? stepped(lo, hi, cuts)
        : checked(() -> new ColumnType.Numeric(lo, hi, cuts));
  }

  private @Nullable ColumnType stepped(double lo, double hi, List<Double> cuts) {
    double step = field.number(Keys.STEP, "the distance of two neighbouring values, such as 0.1");
    return Double.isNaN(step)
        ? null
        : checked(() -> new ColumnType.Stepped(Steps.of(lo, hi, step), cuts));
  }

  private @Nullable ColumnType temporal(TimeForm form) {
    refuse(field, "a column of times", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    refuse(field, "a column of times", Keys.DECIMAL_CHAR, Keys.GROUP_CHAR);
    refuse(constraints, "a column of times", Keys.ENUM);
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
    return checked(
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
    refuse(field, "a column of numbers", Keys.OTHER, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    double lo = wholeBound(Keys.MINIMUM, "the lowest value a cell could ever hold");
    double hi = wholeBound(Keys.MAXIMUM, "the highest value a cell could ever hold");
    List<Double> cuts = field.has(Keys.CUTS) ? field.numbers(Keys.CUTS) : List.of();
    if (Double.isNaN(lo) || Double.isNaN(hi)) {
      return null;
    }
    return field.has(Keys.STEP)
        ? stepped(lo, hi, cuts)
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

  private @Nullable ColumnType category(ColumnType.LevelKind kind) {
    refuse(field, "a column of levels", Keys.CUTS, Keys.TRUE_VALUES, Keys.FALSE_VALUES);
    refuse(field, "a column of levels", Keys.STEP);
    refuse(constraints, "a column of levels", Keys.MINIMUM, Keys.MAXIMUM);
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
    return checked(() -> new ColumnType.Category(List.copyOf(all), other, kind));
  }

  private @Nullable ColumnType yesNo() {
    refuse(field, "a yes/no column", Keys.CUTS, Keys.OTHER, Keys.STEP);
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

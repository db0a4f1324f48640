package tare.schema;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads one field of a schema file as a column. */
final class FieldReader {

  private final JsonNode node;
  private final String name;
  private final JsonObject field;
  private final JsonObject constraints;

  FieldReader(int position, JsonNode node, Faults faults) {
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
    constraints.refuse("an identifier", Keys.MINIMUM, Keys.MAXIMUM, Keys.ENUM);
    field.refuse("an identifier", Keys.CUTS, Keys.OTHER, Keys.STEP, Keys.CODES, Keys.ROLE);
    Identifier.Kind kind = type.equals("integer") ? Identifier.Kind.NUMBER : Identifier.Kind.TEXT;
    Identifier.Fate becomes =
        fate.equals("new") ? Identifier.Fate.MADE_UP : Identifier.Fate.DROPPED;
    return Optional.ofNullable(field.checked(() -> new Identifier(name, kind, becomes)));
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
    ColumnType type = new TypeReader(node, field, constraints).type();
    CellForm form = form();
    ColumnRole role = role();
    if (type == null || form == null) {
      return List.of();
    }
    Column column = field.checked(() -> new Column(name, type, !required, form, role));
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
        : field.checked(
            () ->
                new Column(
                    ColumnType.CodesOf.nameFor(name), new ColumnType.CodesOf(name, codes), false));
  }

  private ColumnRole role() {
    if (!field.has(Keys.ROLE)) {
      return ColumnRole.ORDINARY;
    }
    String role = field.requiredText(Keys.ROLE, "\"outcome\", or no such key");
    if (!role.isEmpty() && !role.equals(Keys.OUTCOME)) {
      field.fault(
          "\""
              + Keys.ROLE
              + "\" must be \"outcome\", for what analyses explain; delete it otherwise. Got: \""
              + JsonObject.quoted(role)
              + "\"");
    }
    return ColumnRole.OUTCOME;
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
    return field.checked(() -> new CellForm(missing, decimal.orElse('.'), group, pattern));
  }

  private Optional<Character> character(String key) {
    if (!field.has(key)) {
      return Optional.empty();
    }
    String text = field.requiredText(key, "one character, or no such key");
    if (text.length() > 1) {
      field.fault("\"" + key + "\" must be one character.");
    }
    return text.length() == 1 ? Optional.of(text.charAt(0)) : Optional.empty();
  }
}

package tare.table;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tare.schema.SchemaFile;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a code book, a template or a person says about one column, in words; empty where it says
 * nothing.
 *
 * @param type number, integer, string, boolean, date, time, datetime, identifier or text
 * @param levels the values of a column of levels, or no and yes
 * @param other the level for all other values
 * @param codes values that stand for something else than an amount, such as "not applicable"
 */
public record FieldSpec(
    String name,
    String type,
    String label,
    String minimum,
    String maximum,
    String step,
    List<String> levels,
    String other,
    List<String> missing,
    List<String> codes,
    String format,
    boolean required) {

  public FieldSpec {
    levels = List.copyOf(levels);
    missing = List.copyOf(missing);
    codes = List.copyOf(codes);
  }

  static FieldSpec named(String name) {
    return new FieldSpec(name, "", "", "", "", "", List.of(), "", List.of(), List.of(), "", false);
  }

  /** A column of a type about which nothing else is known. */
  public static FieldSpec of(String name, String type) {
    return named(name).withType(type);
  }

  FieldSpec withType(String other) {
    return new FieldSpec(
        name,
        other,
        label,
        minimum,
        maximum,
        step,
        levels,
        this.other,
        missing,
        codes,
        format,
        required);
  }

  /** The same field with declared bounds. */
  public FieldSpec withBounds(String least, String greatest) {
    return new FieldSpec(
        name, type, label, least, greatest, step, levels, other, missing, codes, format, required);
  }

  /** The same field with declared levels. @param others the level of all other values */
  public FieldSpec withLevels(List<String> values, String others) {
    return new FieldSpec(
        name, type, label, minimum, maximum, step, values, others, missing, codes, format,
        required);
  }

  /** The same field with a step between values. */
  public FieldSpec withStep(String by) {
    return new FieldSpec(
        name, type, label, minimum, maximum, by, levels, other, missing, codes, format, required);
  }

  /** The same with what a template knows, where this says nothing. */
  FieldSpec filledFrom(FieldSpec template) {
    boolean ownLevels = !levels.isEmpty();
    return new FieldSpec(
        name,
        template.type(),
        label,
        minimum.isEmpty() ? template.minimum() : minimum,
        maximum.isEmpty() ? template.maximum() : maximum,
        step,
        ownLevels ? levels : template.levels(),
        ownLevels ? other : template.other(),
        missing,
        codes,
        format,
        required);
  }

  /** Whether the column is free text, which no release can hold. */
  boolean isFreeText() {
    return type.equals("text");
  }

  /** Writes a field; what is left to a person is marked. */
  void write(ObjectNode field) {
    field.put("name", name);
    if (!label.isEmpty()) {
      field.put("title", label);
    }
    if (type.equals("identifier")) {
      field.put("type", "string").put("tare:identifier", "drop");
      return;
    }
    if (!format.isEmpty()) {
      field.put("format", format);
    }
    texts(field, "missingValues", missing);
    if (type.equals("boolean")) {
      yesNo(field);
    } else {
      values(field);
    }
    texts(field, "tare:codes", codes);
  }

  private void yesNo(ObjectNode field) {
    field.put("type", "boolean");
    if (levels.size() == 2) {
      field.putArray("falseValues").add(levels.get(0));
      field.putArray("trueValues").add(levels.get(1));
    }
    if (required) {
      field.putObject("constraints").put("required", true);
    }
  }

  private void values(ObjectNode field) {
    boolean string = type.equals("string") || type.isEmpty();
    field.put("type", string ? "string" : type);
    ObjectNode constraints = field.putObject("constraints");
    if (required) {
      constraints.put("required", true);
    }
    if (string || !levels.isEmpty()) {
      levels(field, constraints);
      return;
    }
    if (!step.isEmpty()) {
      value(field, "tare:step", step);
    }
    value(constraints, "minimum", minimum);
    value(constraints, "maximum", maximum);
  }

  private void levels(ObjectNode field, ObjectNode constraints) {
    ArrayNode list = constraints.putArray("enum");
    if (levels.isEmpty()) {
      list.add(SchemaFile.TODO + " every level that can occur, then delete this entry");
      return;
    }
    levels.forEach(list::add);
    if (!other.isEmpty()) {
      field.put("tare:other", other);
    }
  }

  /** Numbers without, everything else with quotation marks. */
  private void value(ObjectNode node, String key, String text) {
    if (text.isEmpty()) {
      node.put(key, SchemaFile.TODO + " the " + key + " that a cell could ever hold");
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    double number = Decimals.parse(bytes, 0, bytes.length);
    if (Double.isNaN(number) || type.startsWith("date") || type.equals("time")) {
      node.put(key, text);
    } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      node.put(key, (long) number);
    } else {
      node.put(key, number);
    }
  }

  private static void texts(ObjectNode field, String key, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode list = field.putArray(key);
      values.forEach(list::add);
    }
  }

  /** The type that a word in a code book stands for, or the word itself. */
  static String typeOf(String word) {
    return switch (word.toLowerCase(Locale.ROOT).strip()) {
      case "number", "numeric", "float", "double", "decimal", "real", "calc", "continuous" ->
          "number";
      case "integer", "int", "whole", "count", "slider" -> "integer";
      case "string",
          "category",
          "categorical",
          "factor",
          "enum",
          "code",
          "codes",
          "nominal",
          "ordinal",
          "radio",
          "dropdown",
          "checkbox" ->
          "string";
      case "boolean", "bool", "yesno", "yes/no", "truefalse", "logical", "binary" -> "boolean";
      case "date" -> "date";
      case "time" -> "time";
      case "datetime", "timestamp", "date-time" -> "datetime";
      case "id", "identifier", "key" -> "identifier";
      case "text", "notes", "free text", "freetext", "file", "descriptive" -> "text";
      default -> word.strip();
    };
  }
}

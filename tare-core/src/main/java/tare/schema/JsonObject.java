package tare.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One object of a schema file: asks for typed values and books a fault where it finds none. */
final class JsonObject {

  private static final int LONGEST_QUOTE = 60;

  private final String where;
  private final JsonNode node;
  private final Faults faults;

  /**
   * @param where the beginning of every fault about this object, for instance {@code 'Field "age":
   *     '}
   */
  JsonObject(String where, JsonNode node, Faults faults) {
    this.where = where;
    this.node = node;
    this.faults = faults;
  }

  boolean has(String key) {
    return node.has(key);
  }

  void fault(String fault) {
    faults.add(where + fault);
  }

  /** Books a fault for every key that has no meaning here. */
  void requireKnown(List<String> known) {
    for (String key : node.propertyNames()) {
      if (!known.contains(key)) {
        String hint = DidYouMean.hint(key, known);
        fault(
            "Tare does not know the key \""
                + quoted(key)
                + "\"."
                + (hint.isEmpty() ? " Known here: " + String.join(", ", known) + "." : hint));
      }
    }
  }

  /** A text that must be there; empty after a fault. */
  String requiredText(String key, String meaning) {
    JsonNode value = node.get(key);
    if (value == null || !value.isString() || value.asString().isBlank()) {
      fault("\"" + key + "\" must be given: " + meaning + ".");
      return "";
    }
    return decided(key, value, meaning) ? value.asString() : "";
  }

  /** A list of texts (numbers and booleans count as their text); empty after a fault. */
  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    JsonNode values = node.get(key);
    if (values == null || !values.isArray()) {
      fault("\"" + key + "\" must be a list of texts.");
      return texts;
    }
    boolean undecided = false;
    for (JsonNode value : values) {
      if (value.isContainer() || value.isNull()) {
        fault("\"" + key + "\" must hold texts only.");
        return List.of();
      }
      undecided |= isTodo(value);
      texts.add(value.asString());
    }
    if (undecided) {
      fault(
          "\""
              + key
              + "\" still says \""
              + SchemaFile.TODO
              + "\". Check the list against what is possible, not what was seen; then delete that entry.");
      return List.of();
    }
    return texts;
  }

  /** A finite number; NaN after a fault or when the key is absent and that was booked. */
  double number(String key, String meaning) {
    JsonNode value = node.get(key);
    if (value == null) {
      fault("\"" + key + "\" must be declared: " + meaning + ".");
      return Double.NaN;
    }
    if (!decided(key, value, meaning)) {
      return Double.NaN;
    }
    return finite(key, value);
  }

  /** A list of finite numbers; empty after a fault. */
  List<Double> numbers(String key) {
    JsonNode values = node.get(key);
    List<Double> numbers = new ArrayList<>();
    if (values == null || !values.isArray()) {
      fault("\"" + key + "\" must be a list of numbers.");
      return numbers;
    }
    for (JsonNode value : values) {
      double number = finite(key, value);
      if (Double.isNaN(number)) {
        return List.of();
      }
      numbers.add(number);
    }
    return numbers;
  }

  /** True or false; false when absent. */
  boolean flag(String key) {
    JsonNode value = node.get(key);
    if (value != null && !value.isBoolean()) {
      fault("\"" + key + "\" must be true or false.");
    }
    return value != null && value.isBoolean() && value.booleanValue();
  }

  /** The object under a key, an empty one when absent. */
  @Nullable JsonNode object(String key) {
    JsonNode value = node.get(key);
    if (value != null && !value.isObject()) {
      fault("\"" + key + "\" must be an object.");
      return null;
    }
    return value;
  }

  /** Books a fault for each of some keys that mean nothing here. */
  void refuse(String what, String... keys) {
    for (String key : keys) {
      if (has(key)) {
        fault("\"" + key + "\" has no meaning for " + what + ". Delete it.");
      }
    }
  }

  /** A value whose rules may be broken: then nothing, and a fault. */
  <T> @Nullable T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      fault(String.valueOf(e.getMessage()));
      return null;
    }
  }

  private double finite(String key, JsonNode value) {
    // As text: a conversion from a decimal with a huge exponent could take for ever.
    double number = value.isNumber() ? Double.parseDouble(value.asString()) : Double.NaN;
    if (!Double.isFinite(number)) {
      fault("\"" + key + "\" must be a finite number, without quotation marks.");
      return Double.NaN;
    }
    return number;
  }

  private boolean decided(String key, JsonNode value, String meaning) {
    if (isTodo(value)) {
      fault("\"" + key + "\" still says \"" + SchemaFile.TODO + "\". Declare " + meaning + ".");
      return false;
    }
    return true;
  }

  private static boolean isTodo(JsonNode value) {
    return value.isString() && value.asString().strip().startsWith("TODO");
  }

  static String quoted(String text) {
    String plain = text.codePoints().anyMatch(Character::isISOControl) ? "..." : text;
    return plain.length() > LONGEST_QUOTE ? plain.substring(0, LONGEST_QUOTE) + "..." : plain;
  }
}

package tare.table;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tare.schema.SchemaFile;
import tare.schema.TimeForm;
import tare.schema.TimePattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the cells of one column look like, as far as a guess at its type needs it. */
final class ColumnProfile {

  /** A column with more different texts is not taken for a category. */
  static final int MOST_LEVELS = 60;

  /** Pairs of texts that can hardly mean anything but no and yes. */
  private static final List<List<String>> NO_YES =
      List.of(
          List.of("no", "yes"),
          List.of("No", "Yes"),
          List.of("NO", "YES"),
          List.of("n", "y"),
          List.of("N", "Y"),
          List.of("false", "true"),
          List.of("False", "True"),
          List.of("FALSE", "TRUE"),
          List.of("0", "1"));

  private final String name;
  private final Set<String> missingSeen = new LinkedHashSet<>();
  private final Set<String> levels = new TreeSet<>();
  private final Map<TimeForm, TimePattern> times = new LinkedHashMap<>();
  private boolean numbers = true;
  private boolean whole = true;

  ColumnProfile(String name) {
    this.name = name;
    for (TimeForm form : TimeForm.values()) {
      times.put(form, TimePattern.of(form, form.pattern()));
    }
  }

  String name() {
    return name;
  }

  Set<String> missingSeen() {
    return missingSeen;
  }

  void add(byte[] bytes, int start, int end) {
    int token = LooseCells.missingToken(bytes, start, end);
    if (token >= 0) {
      missingSeen.add(LooseCells.MISSING.get(token));
      return;
    }
    if (numbers) {
      double number = Decimals.parse(bytes, start, end);
      numbers = !Double.isNaN(number);
      whole &= number == Math.rint(number) && Math.abs(number) <= 1L << 53;
    }
    if (!times.isEmpty()) {
      times.values().removeIf(pattern -> Double.isNaN(pattern.parse(bytes, start, end)));
    }
    if (levels.size() <= MOST_LEVELS) {
      levels.add(text(bytes, start, end));
    }
  }

  private static String text(byte[] bytes, int start, int end) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, end - start))
          .toString();
    } catch (CharacterCodingException e) {
      return "";
    }
  }

  /** Writes the field and returns how many decisions it leaves to a person. */
  int draft(ObjectNode field) {
    field.put("name", name);
    List<String> noYes = noYes();
    if (!noYes.isEmpty()) {
      field.put("type", "boolean");
      field.putArray("falseValues").add(noYes.get(0));
      field.putArray("trueValues").add(noYes.get(1));
      require(field);
      return 0;
    }
    if (numbers && !levels.isEmpty()) {
      field.put("type", whole ? "integer" : "number");
      require(field)
          .put("minimum", SchemaFile.TODO + " the lowest value a cell could ever hold")
          .put("maximum", SchemaFile.TODO + " the highest value a cell could ever hold");
      return 2;
    }
    if (!times.isEmpty() && !levels.isEmpty()) {
      field.put("type", times.keySet().iterator().next().typeName());
      require(field)
          .put("minimum", SchemaFile.TODO + " the earliest that a cell could ever hold")
          .put("maximum", SchemaFile.TODO + " the latest that a cell could ever hold");
      return 2;
    }
    field.put("type", "string");
    boolean many = levels.size() > MOST_LEVELS;
    if (many) {
      field.put(
          "description",
          "More than "
              + MOST_LEVELS
              + " different values. If it can name a person, delete this field and put its name"
              + " into a list \"tare:ignore\" at the top.");
    }
    ArrayNode list = require(field).putArray("enum");
    list.add(SchemaFile.TODO + " every level that can occur, then delete this entry");
    if (!many) {
      levels.stream().filter(ColumnProfile::isPlain).forEach(list::add);
    }
    return 1;
  }

  private ObjectNode require(ObjectNode field) {
    ObjectNode constraints = field.putObject("constraints");
    if (missingSeen.isEmpty()) {
      constraints.put("required", true);
    }
    return constraints;
  }

  private List<String> noYes() {
    for (List<String> pair : NO_YES) {
      if (levels.size() == 2 && levels.containsAll(pair)) {
        return pair;
      }
    }
    return List.of();
  }

  private static boolean isPlain(String level) {
    return !level.isBlank()
        && level.strip().equals(level)
        && level.chars().noneMatch(Character::isISOControl);
  }
}

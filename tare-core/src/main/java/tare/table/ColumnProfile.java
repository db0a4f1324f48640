package tare.table;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tare.schema.CellForm;
import tare.schema.SchemaFile;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the cells of one column look like, as far as a guess at its type needs it. */
final class ColumnProfile {

  /** A column with more different texts is not taken for a category. */
  static final int MOST_LEVELS = 60;

  /** Whole numbers of which there are no more may be codes. */
  private static final int FEW_NUMBERS = 12;

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
  private final WrittenForms forms = new WrittenForms();
  private long rows;

  ColumnProfile(String name) {
    this.name = name;
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
    rows++;
    forms.see(bytes, start, end);
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

  /** Writes the field; what is left to a person is marked. */
  void draft(ObjectNode field) {
    field.put("name", name);
    List<String> noYes = noYes();
    if (!noYes.isEmpty()) {
      field.put("type", "boolean");
      field.putArray("falseValues").add(noYes.get(0));
      field.putArray("trueValues").add(noYes.get(1));
      require(field);
    } else if (!levels.isEmpty() && !forms.ofNumbers().isEmpty()) {
      numbers(field);
    } else if (!levels.isEmpty() && !forms.ofTimes().isEmpty()) {
      times(field);
    } else {
      levels(field);
    }
  }

  private void numbers(ObjectNode field) {
    List<CellForm> ways = forms.ofNumbers();
    CellForm form = ways.get(0);
    boolean unclear = ways.size() > 1;
    NumbersSeen seen = forms.numbers(form);
    boolean whole = seen.isWhole() && !unclear;
    field.put("type", whole ? "integer" : "number");
    hint(field, seen, whole, unclear);
    if (unclear) {
      field.put(
          "decimalChar",
          SchemaFile.TODO
              + " \",\" if 1,234 is a little more than one; if it is more than a thousand, put"
              + " \"groupChar\": \",\" in place of this line");
    } else if (!form.plainNumbers()) {
      field.put("decimalChar", String.valueOf(form.decimal()));
      form.group().ifPresent(group -> field.put("groupChar", String.valueOf(group)));
    }
    if (!unclear) {
      // How a number is written, as its type is: rows of a release are then written likewise.
      seen.gridPlaces()
          .ifPresent(places -> field.put("tare:step", BigDecimal.ONE.movePointLeft(places)));
    }
    List<String> suspects = unclear ? List.of() : seen.suspects();
    if (!suspects.isEmpty()) {
      suspects(field, suspects);
    }
    bounds(field, "the lowest value a cell", "the highest value a cell", suspects.isEmpty());
  }

  /** A word on what a person may want, where nothing must be decided. */
  private void hint(ObjectNode field, NumbersSeen seen, boolean whole, boolean unclear) {
    if (whole && levels.size() <= FEW_NUMBERS && rows > MOST_LEVELS) {
      field.put(
          "description",
          "Few different numbers. If they are codes and not amounts, make the type \"string\" and"
              + " list them under \"enum\", in quotes, in place of the bounds. Delete this line.");
    } else if (!unclear && seen.isSkewed() && seen.suspects().isEmpty()) {
      field.put(
          "description",
          "Most numbers are small beside a few. You may add \"tare:cuts\" with edges between the"
              + " bounds that tell usual numbers apart, such as [10, 100, 1000], from what you know"
              + " and not from the rows: networks (dpgan, dpcgan, pate-gan) need them, PrivBayes"
              + " finds its own. Delete this line.");
    }
  }

  /** A person says whether a number is a code, and deletes the mark. */
  private void suspects(ObjectNode field, List<String> suspects) {
    ArrayNode missing = field.putArray("missingValues");
    missing.add(
        SchemaFile.TODO
            + " here what stands for missing: "
            + String.join(", ", suspects)
            + " looks like it. What stands for something else, such as not applicable, goes into a"
            + " list \"tare:codes\". Then delete this entry");
    missing.add("");
    missingSeen.stream().filter(text -> !text.isEmpty()).forEach(missing::add);
  }

  private void times(ObjectNode field) {
    List<WrittenForms.Time> ways = forms.ofTimes();
    WrittenForms.Time first = ways.get(0);
    field.put("type", first.form().typeName());
    if (ways.size() > 1) {
      String patterns =
          ways.stream().map(WrittenForms.Time::pattern).collect(Collectors.joining(" or "));
      field.put("format", SchemaFile.TODO + " which it is: " + patterns);
    } else if (!first.isPlain()) {
      field.put("format", first.pattern());
    }
    bounds(field, "the earliest that a cell", "the latest that a cell", true);
  }

  private void bounds(ObjectNode field, String lowest, String highest, boolean mayBeRequired) {
    ObjectNode constraints = mayBeRequired ? require(field) : field.putObject("constraints");
    constraints
        .put("minimum", SchemaFile.TODO + " " + lowest + " could ever hold")
        .put("maximum", SchemaFile.TODO + " " + highest + " could ever hold");
  }

  private void levels(ObjectNode field) {
    field.put("type", "string");
    boolean many = levels.size() > MOST_LEVELS;
    if (many) {
      field.put(
          "description",
          "More than "
              + MOST_LEVELS
              + " different values. If it can name a person, delete this field and put its name"
              + " into a list \"tare:ignore\" at the top, or, where a person has several rows, under"
              + " \"tare:unitColumn\".");
    }
    ArrayNode list = require(field).putArray("enum");
    list.add(SchemaFile.TODO + " every level that can occur, then delete this entry");
    if (!many) {
      levels.stream().filter(ColumnProfile::isPlain).forEach(list::add);
    }
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

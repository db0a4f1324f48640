package tare.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tare.schema.BadInputException;
import tare.schema.DidYouMean;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A code book: what people wrote down about the columns of a table before anybody looked at rows.
 *
 * <p>Reads CSV with a line per column (name, type, label, unit, minimum, maximum, step, levels,
 * other, missing, codes, format, required, role; only the name is a must), REDCap data
 * dictionaries, and Frictionless schemas.
 *
 * @param fields as JSON fields of a schema, by column, in the order of the book
 * @param freeText columns of free text, which no release can hold
 */
public record Codebook(Map<String, ObjectNode> fields, List<String> freeText) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** What each thing may be called in the header of a code book, the shortest first. */
  private static final Map<String, List<String>> HEADERS =
      Map.ofEntries(
          Map.entry(
              "name", List.of("name", "variable", "column", "field", "variable / field name")),
          Map.entry("type", List.of("type", "field type", "template")),
          Map.entry("label", List.of("label", "description", "title", "field label")),
          Map.entry("unit", List.of("unit", "units")),
          Map.entry("minimum", List.of("minimum", "min", "text validation min")),
          Map.entry("maximum", List.of("maximum", "max", "text validation max")),
          Map.entry("step", List.of("step", "resolution")),
          Map.entry(
              "levels",
              List.of("levels", "values", "choices", "choices, calculations, or slider labels")),
          Map.entry("other", List.of("other")),
          Map.entry("missing", List.of("missing", "missing values", "missingvalues")),
          Map.entry("codes", List.of("codes", "not applicable")),
          Map.entry("format", List.of("format")),
          Map.entry("required", List.of("required", "required field?")),
          Map.entry("validation", List.of("text validation type or show slider number")),
          Map.entry("identifier", List.of("identifier?", "identifier")),
          Map.entry("role", List.of("role")));

  public Codebook {
    freeText = List.copyOf(freeText);
  }

  /** Reads a code book whichever kind it is. */
  public static Codebook read(Path file) throws IOException {
    String source = String.valueOf(file.getFileName());
    String text = Files.readString(file);
    if (text.stripLeading().startsWith("{")) {
      return ofFrictionless(source, text);
    }
    char delimiter = text.lines().findFirst().orElse("").contains(";") ? ';' : ',';
    return ofRows(source, TableTexts.read(file, CsvOptions.DEFAULTS.withDelimiter(delimiter)));
  }

  private static Codebook ofFrictionless(String source, String text) {
    try {
      JsonNode json = MAPPER.readTree(text);
      JsonNode table = json.has("resources") ? json.path("resources").path(0).path("schema") : json;
      Map<String, ObjectNode> fields = new LinkedHashMap<>();
      for (JsonNode field : table.path("fields")) {
        if (field instanceof ObjectNode object) {
          fields.put(object.path("name").asString(""), object.deepCopy());
        }
      }
      if (fields.isEmpty()) {
        throw new BadInputException(source, "A Frictionless schema must hold a list \"fields\".");
      }
      return new Codebook(fields, List.of());
    } catch (JacksonException e) {
      throw new BadInputException(
          source, "It begins like JSON but is none. Give a CSV or a schema.");
    }
  }

  private static Codebook ofRows(String source, TableTexts book) {
    Map<String, Integer> places = places(book.header());
    if (!places.containsKey("name")) {
      throw new BadInputException(
          source,
          "A code book must have a column \"name\" with the names of the table's columns."
              + DidYouMean.hint("name", book.header()));
    }
    Map<String, ObjectNode> fields = new LinkedHashMap<>();
    List<String> freeText = new ArrayList<>();
    for (int r = 0; r < book.rowCount(); r++) {
      for (FieldSpec spec : specs(book.row(r), places, source)) {
        if (spec.isFreeText()) {
          freeText.add(spec.name());
        } else {
          ObjectNode field = MAPPER.createObjectNode();
          spec.write(field);
          String role = cell(book.row(r), places, "role");
          if (!role.isEmpty()) {
            field.put("tare:role", role.toLowerCase(Locale.ROOT));
          }
          if (fields.put(spec.name(), field) != null) {
            throw new BadInputException(
                source, "A code book must name each column once. Twice: \"" + spec.name() + "\".");
          }
        }
      }
    }
    return new Codebook(fields, freeText);
  }

  private static Map<String, Integer> places(List<String> header) {
    Map<String, Integer> places = new TreeMap<>();
    HEADERS.forEach(
        (what, names) -> {
          for (int i = 0; i < header.size(); i++) {
            if (names.contains(header.get(i).strip().toLowerCase(Locale.ROOT))) {
              places.putIfAbsent(what, i);
            }
          }
        });
    return places;
  }

  /** The columns of a line: one, but for the boxes of REDCap, each of which is a column. */
  private static List<FieldSpec> specs(String[] row, Map<String, Integer> places, String source) {
    FieldSpec spec = spec(row, places, source);
    boolean boxes = cell(row, places, "type").strip().equalsIgnoreCase("checkbox");
    if (!boxes || !places.containsKey("validation")) {
      return List.of(spec);
    }
    return spec.levels().stream()
        .map(level -> level.toLowerCase(Locale.ROOT).replace('-', '_'))
        .map(level -> FieldSpec.of(spec.name() + "___" + level, "boolean"))
        .map(box -> box.withLevels(List.of("0", "1"), ""))
        .toList();
  }

  private static FieldSpec spec(String[] row, Map<String, Integer> places, String source) {
    String word = cell(row, places, "type");
    String type = FieldSpec.typeOf(word);
    // A calculation and the words below a slider stand where choices do.
    boolean chosen = !word.strip().matches("(?i)calc|slider");
    List<String> levels = chosen ? values(cell(row, places, "levels")) : List.of();
    String unit = cell(row, places, "unit");
    String label = cell(row, places, "label") + (unit.isEmpty() ? "" : " (" + unit + ")");
    String validation = cell(row, places, "validation").toLowerCase(Locale.ROOT);
    String name = cell(row, places, "name");
    FieldSpec spec =
        new FieldSpec(
            name,
            validated(type, validation, levels),
            label.strip(),
            orSlider(cell(row, places, "minimum"), word, "0"),
            orSlider(cell(row, places, "maximum"), word, "100"),
            step(cell(row, places, "step"), validation),
            levels,
            cell(row, places, "other"),
            values(cell(row, places, "missing")),
            values(cell(row, places, "codes")),
            cell(row, places, "format"),
            isYes(cell(row, places, "required")));
    if (isYes(cell(row, places, "identifier"))) {
      return spec.withType("identifier");
    }
    // REDCap writes these two as 0 and 1, and says so nowhere.
    if (places.containsKey("validation") && type.equals("boolean")) {
      return spec.withLevels(List.of("0", "1"), "");
    }
    Optional<FieldSpec> template = FieldTemplates.of(word.strip(), name);
    if (template.isEmpty() && !TYPES.contains(spec.type())) {
      throw new BadInputException(
          source,
          "The type of \""
              + name
              + "\" must be one of "
              + String.join(", ", TYPES)
              + " or a template: "
              + String.join(", ", FieldTemplates.names())
              + ".");
    }
    return template.map(spec::filledFrom).orElse(spec);
  }

  private static final List<String> TYPES =
      List.of(
          "number",
          "integer",
          "string",
          "boolean",
          "date",
          "time",
          "datetime",
          "identifier",
          "text");

  /** A text field of REDCap is what its validation says. */
  private static String validated(String type, String validation, List<String> levels) {
    if (type.equals("text") && !validation.isEmpty()) {
      if (validation.startsWith("datetime")) {
        return "datetime";
      }
      return validation.startsWith("date")
          ? "date"
          : validation.startsWith("number")
              ? "number"
              : validation.equals("integer")
                  ? "integer"
                  : validation.startsWith("time") ? "time" : type;
    }
    boolean codes =
        type.equals("string") && !levels.isEmpty() && levels.stream().allMatch(Codebook::isCode);
    return codes ? "integer" : type.isEmpty() ? (levels.isEmpty() ? "number" : "string") : type;
  }

  private static boolean isCode(String level) {
    return level.matches("0|-?[1-9][0-9]{0,14}");
  }

  /** A slider of REDCap goes from 0 to 100 unless its book says otherwise. */
  private static String orSlider(String bound, String type, String usual) {
    return bound.isEmpty() && type.strip().equalsIgnoreCase("slider") ? usual : bound;
  }

  private static String step(String step, String validation) {
    if (!step.isEmpty() || !validation.matches("number_[1-4]dp")) {
      return step;
    }
    return "0." + "0".repeat(validation.charAt(7) - '1') + "1";
  }

  private static String cell(String[] row, Map<String, Integer> places, String what) {
    Integer at = places.get(what);
    return at == null ? "" : row[at].strip();
  }

  private static boolean isYes(String text) {
    return text.matches("(?i)y|yes|true|1|x");
  }

  /** Values of a list such as "1=male; 2=female", "1, Male | 2, Female" or "north, south". */
  private static List<String> values(String text) {
    if (text.isBlank()) {
      return List.of();
    }
    boolean labelled = text.contains("|") || text.contains(";") || text.contains("\n");
    List<String> values = new ArrayList<>();
    for (String part : text.split(labelled ? "[|;\n]" : ",")) {
      String value = part.split(labelled ? "=|," : "=", 2)[0].strip();
      if (!value.isEmpty()) {
        values.add(value);
      }
    }
    return values;
  }
}

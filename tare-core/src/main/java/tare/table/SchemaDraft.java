package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tare.schema.SchemaFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema file to be finished by a person: types are guessed from a data file, everything else is
 * marked {@link SchemaFile#TODO}, and a schema that still holds such a mark is refused.
 *
 * <p>Bounds are not filled in at all, since the least and the greatest cell of a column are each
 * the value of one person. Levels are listed, below a mark, because nobody likes to type them; so a
 * draft is as private as the data until a person has gone through it.
 *
 * @param json the text of the file
 * @param decisions how many marks it holds
 */
public record SchemaDraft(String json, int decisions) {

  /** In place of a name whose bytes are no text. */
  private static final String UNREADABLE = "\uFFFD";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Drafts a schema from a file of rows of any kind. */
  public static SchemaDraft of(Path file, CsvOptions options) throws IOException {
    return of(file, options, Known.NOTHING);
  }

  /** Drafts a schema from a file of rows and what is known without looking at it. */
  public static SchemaDraft of(Path file, CsvOptions options, Known known) throws IOException {
    String source = String.valueOf(file.getFileName());
    if (TableFile.isParquet(file)) {
      return drafted(source, profiles(source, file), known);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return of(source, in, options, known);
    }
  }

  /**
   * Drafts a schema from the columns of a database and what is known without looking at it; no row
   * is read, so no level is listed.
   *
   * @param name of the data set
   */
  public static SchemaDraft of(String name, List<FieldSpec> columns, Known known) {
    Known declared = Known.of("", columns);
    List<ColumnProfile> profiles =
        columns.stream().map(column -> new ColumnProfile(column.name())).toList();
    TableFaults faults = new TableFaults(name, List.of());
    requirePlainNames(profiles, faults);
    if (faults.any()) {
      throw faults.exception();
    }
    return drafted(name, profiles, declared.and(known));
  }

  private static List<ColumnProfile> profiles(String source, Path parquet) throws IOException {
    List<ColumnProfile> profiles = new ArrayList<>();
    ParquetTexts.visit(
        parquet,
        new ParquetTexts.Visitor() {
          @Override
          public void column(String name) {
            profiles.add(new ColumnProfile(name));
          }

          @Override
          public void cell(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            profiles.get(profiles.size() - 1).add(bytes, 0, bytes.length);
          }
        });
    TableFaults faults = new TableFaults(source, List.of());
    requirePlainNames(profiles, faults);
    if (faults.any()) {
      throw faults.exception();
    }
    return profiles;
  }

  /** Drafts a schema from a stream, which is not closed. */
  public static SchemaDraft of(String source, InputStream in, CsvOptions options)
      throws IOException {
    return of(source, in, options, Known.NOTHING);
  }

  private static SchemaDraft of(String source, InputStream in, CsvOptions options, Known known)
      throws IOException {
    CsvScanner scanner =
        new CsvScanner(PackedInput.open(source, in, options.encoding()), options.delimiter());
    return drafted(source, profiles(source, scanner, options), known);
  }

  /**
   * What is known of a table without looking at it.
   *
   * @param unit what one row stands for; empty if nobody said
   * @param fields fields of a schema by column
   * @param leftOut columns that no release can hold
   */
  public record Known(String unit, Map<String, ObjectNode> fields, List<String> leftOut) {

    /** Of a table that nobody has described. */
    public static final Known NOTHING = new Known("", Map.of(), List.of());

    /** What is known from a code book. */
    public static Known of(String unit, Codebook book) {
      return new Known(unit, book.fields(), book.freeText());
    }

    /** What is known from answers or templates. */
    public static Known of(String unit, List<FieldSpec> specs) {
      Map<String, ObjectNode> fields = new LinkedHashMap<>();
      List<String> leftOut = new ArrayList<>();
      for (FieldSpec spec : specs) {
        if (spec.isFreeText()) {
          leftOut.add(spec.name());
        } else {
          ObjectNode field = MAPPER.createObjectNode();
          spec.write(field);
          fields.put(spec.name(), field);
        }
      }
      return new Known(unit, fields, leftOut);
    }

    /** Both together; the second knows better. */
    public Known and(Known other) {
      Map<String, ObjectNode> all = new LinkedHashMap<>(fields);
      all.putAll(other.fields);
      List<String> out = new ArrayList<>(leftOut);
      out.addAll(other.leftOut);
      return new Known(other.unit.isEmpty() ? unit : other.unit, all, out);
    }
  }

  /** The names of a file's columns; no row is read. */
  public static List<String> columnNames(Path file, CsvOptions options) throws IOException {
    if (TableFile.isParquet(file)) {
      return ParquetTexts.names(file);
    }
    String source = String.valueOf(file.getFileName());
    try (InputStream in = Files.newInputStream(file)) {
      CsvScanner scanner =
          new CsvScanner(PackedInput.open(source, in, options.encoding()), options.delimiter());
      TableFaults faults = new TableFaults(source, List.of());
      if (!scanner.next()) {
        faults.add("The file is empty. Its first line must name the columns.");
      }
      List<ColumnProfile> profiles = named(scanner, options, faults);
      if (faults.any()) {
        throw faults.exception();
      }
      return profiles.stream().map(ColumnProfile::name).toList();
    }
  }

  private static List<ColumnProfile> profiles(String source, CsvScanner scanner, CsvOptions options)
      throws IOException {
    TableFaults faults = new TableFaults(source, List.of());
    List<ColumnProfile> profiles = new ArrayList<>();
    if (!scanner.next()) {
      faults.add("The file is empty. Its first line must name the columns.");
    } else if (scanner.flaw() != CsvScanner.Flaw.NONE) {
      faults.flawedRow(scanner.line(), scanner.flaw());
    } else {
      profiles = named(scanner, options, faults);
    }
    if (faults.any()) {
      throw faults.exception();
    }
    while (scanner.next()) {
      if (scanner.flaw() != CsvScanner.Flaw.NONE) {
        faults.flawedRow(scanner.line(), scanner.flaw());
      } else if (scanner.fields() != profiles.size()) {
        faults.raggedRow(scanner.line(), scanner.fields(), profiles.size());
      } else {
        for (int f = 0; f < profiles.size(); f++) {
          profiles.get(f).add(scanner.bytes(), scanner.start(f), scanner.end(f));
        }
      }
    }
    if (faults.any()) {
      throw faults.exception();
    }
    return profiles;
  }

  private static List<ColumnProfile> named(
      CsvScanner scanner, CsvOptions options, TableFaults faults) {
    List<ColumnProfile> profiles = new ArrayList<>();
    for (int f = 0; f < scanner.fields(); f++) {
      String name = UNREADABLE;
      try {
        name = scanner.text(f);
      } catch (CharacterCodingException e) {
        faults.add(
            "Column "
                + (f + 1)
                + " of the header is not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.");
      }
      profiles.add(new ColumnProfile(name));
    }
    requirePlainNames(profiles, faults);
    if (profiles.size() == 1) {
      int length = scanner.end(0) - scanner.start(0);
      String header =
          new String(scanner.bytes(), scanner.start(0), length, StandardCharsets.ISO_8859_1);
      CsvHeader.otherDelimiterIn(header, options).ifPresent(faults::add);
    }
    return profiles;
  }

  private static void requirePlainNames(List<ColumnProfile> profiles, TableFaults faults) {
    Set<String> seen = new HashSet<>();
    for (int f = 0; f < profiles.size(); f++) {
      String name = profiles.get(f).name();
      if (name.equals(UNREADABLE)) {
        continue; // said already
      }
      if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
        faults.add("Column " + (f + 1) + " of the header has no plain name. Give it one.");
      } else if (!seen.add(name)) {
        faults.add("Column " + (f + 1) + " of the header has the name of an earlier one.");
      }
    }
  }

  private static SchemaDraft drafted(String source, List<ColumnProfile> profiles, Known known) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("$schema", "https://datapackage.org/profiles/2.0/tableschema.json");
    json.put("tare:name", stem(source));
    boolean unit = !known.unit().isEmpty();
    json.put(
        "tare:unit",
        unit ? known.unit() : SchemaFile.TODO + " what one row stands for, such as patient");
    ArrayNode fields = json.putArray("fields");
    Set<String> missing = new TreeSet<>(Set.of(""));
    List<String> leftOut = new ArrayList<>();
    for (ColumnProfile profile : profiles) {
      ObjectNode field = known.fields().get(profile.name());
      if (known.leftOut().contains(profile.name())) {
        leftOut.add(profile.name());
      } else if (field != null) {
        fields.add(field);
      } else {
        profile.draft(fields.addObject());
        missing.addAll(profile.missingSeen());
      }
    }
    if (!leftOut.isEmpty()) {
      ArrayNode ignored = json.putArray("tare:ignore");
      leftOut.forEach(ignored::add);
    }
    ArrayNode missingValues = json.putArray("missingValues");
    missing.forEach(missingValues::add);
    return new SchemaDraft(MAPPER.writeValueAsString(json) + "\n", marks(json));
  }

  /** How many decisions are left to a person. */
  private static int marks(JsonNode json) {
    int marks = json.isString() && json.asString().startsWith(SchemaFile.TODO) ? 1 : 0;
    for (JsonNode inner : json) {
      marks += marks(inner);
    }
    return marks;
  }

  private static String stem(String source) {
    String stem = source.replaceFirst("\\..*$", "").strip();
    return stem.isEmpty() ? "data" : stem;
  }
}

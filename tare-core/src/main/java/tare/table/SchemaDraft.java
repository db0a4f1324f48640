package tare.table;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipException;
import tare.schema.SchemaFile;
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

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** Drafts a schema from a CSV file. */
  public static SchemaDraft of(Path file, CsvOptions options) throws IOException {
    String source = String.valueOf(file.getFileName());
    try (InputStream in = Files.newInputStream(file)) {
      return of(source, in, options);
    }
  }

  /** Drafts a schema from a stream, which is not closed. */
  public static SchemaDraft of(String source, InputStream in, CsvOptions options)
      throws IOException {
    try {
      CsvScanner scanner = new CsvScanner(CsvFile.unpacked(source, in), options.delimiter());
      return drafted(source, profiles(source, scanner, options));
    } catch (ZipException | EOFException e) {
      throw CsvFile.damaged(source);
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
          profiles.get(f).add(scanner, f);
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
    Set<String> seen = new HashSet<>();
    for (int f = 0; f < scanner.fields(); f++) {
      String name = "";
      try {
        name = scanner.text(f);
      } catch (CharacterCodingException e) {
        faults.add("Column " + (f + 1) + " of the header is not UTF-8. Save the file in UTF-8.");
      }
      if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
        faults.add("Column " + (f + 1) + " of the header has no plain name. Give it one.");
      } else if (!seen.add(name)) {
        faults.add("Column " + (f + 1) + " of the header has the name of an earlier one.");
      }
      profiles.add(new ColumnProfile(name));
    }
    if (profiles.size() == 1) {
      CsvHeader.otherDelimiterIn(profiles.get(0).name(), options).ifPresent(faults::add);
    }
    return profiles;
  }

  private static SchemaDraft drafted(String source, List<ColumnProfile> profiles) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("$schema", "https://datapackage.org/profiles/2.0/tableschema.json");
    json.put("tare:name", stem(source));
    json.put("tare:unit", SchemaFile.TODO + " what one row stands for, such as patient");
    ArrayNode fields = json.putArray("fields");
    Set<String> missing = new TreeSet<>(Set.of(""));
    int decisions = 1;
    for (ColumnProfile profile : profiles) {
      decisions += profile.draft(fields.addObject());
      missing.addAll(profile.missingSeen());
    }
    ArrayNode missingValues = json.putArray("missingValues");
    missing.forEach(missingValues::add);
    return new SchemaDraft(MAPPER.writeValueAsString(json) + "\n", decisions);
  }

  private static String stem(String source) {
    String stem = source.replaceFirst("\\..*$", "").strip();
    return stem.isEmpty() ? "data" : stem;
  }
}

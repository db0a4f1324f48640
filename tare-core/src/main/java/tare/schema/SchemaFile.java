package tare.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schemas as JSON files in the form of a Frictionless Table Schema.
 *
 * <p>Numbers are fields of type {@code number} or {@code integer} with the constraints {@code
 * minimum} and {@code maximum}; categories are {@code string} fields with the constraint {@code
 * enum}; yes/no columns are {@code boolean} fields with one of {@code trueValues} and one of {@code
 * falseValues}. A field without the constraint {@code required} may be missing. What the standard
 * does not know is written under keys that begin with {@code tare:}.
 */
public final class SchemaFile {

  /** The mark of what a person still has to decide; a schema that holds it is refused. */
  public static final String TODO = "TODO: declare";

  private static final int LARGEST_FILE = 64 << 20;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private SchemaFile() {}

  /** Reads a schema file; throws {@link BadInputException} with every fault of it. */
  public static Schema read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST_FILE + 1);
      if (bytes.length > LARGEST_FILE) {
        throw new BadInputException(
            name(file), "A schema file must be smaller than 64 MB. Is this the data?");
      }
      return parse(name(file), bytes);
    }
  }

  /**
   * Reads a schema from the bytes of a file.
   *
   * @param source what to call the input in messages
   */
  public static Schema parse(String source, byte[] json) {
    try {
      return fromJson(source, MAPPER.readTree(json));
    } catch (JacksonException e) {
      throw new BadInputException(source, notJson(e));
    }
  }

  /** Reads a schema from the bytes of a file. */
  public static Schema parse(String source, String json) {
    return parse(source, json.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads a schema from a JSON tree, for instance from within a data package. */
  public static Schema fromJson(String source, JsonNode json) {
    return new SchemaReader(source).read(json);
  }

  /** A schema as a JSON tree; {@link #fromJson} gives back an equal schema. */
  public static ObjectNode toJson(Schema schema) {
    return SchemaWriter.write(schema, MAPPER.createObjectNode());
  }

  /** A schema as the text of its file. */
  public static String text(Schema schema) {
    return MAPPER.writeValueAsString(toJson(schema)) + "\n";
  }

  private static String name(Path file) {
    Path last = file.getFileName();
    return last == null ? file.toString() : last.toString();
  }

  /** The parser's own message may quote the input, so only the place is passed on. */
  private static String notJson(JacksonException e) {
    String place =
        e.getLocation() == null || e.getLocation().getLineNr() < 1
            ? ""
            : " (line "
                + e.getLocation().getLineNr()
                + ", character "
                + e.getLocation().getColumnNr()
                + ")";
    String twice =
        String.valueOf(e.getOriginalMessage()).startsWith("Duplicate")
            ? "A key stands twice"
            : "This is not JSON";
    return twice + place + ". A schema file is JSON; \"tare schema data.csv\" drafts one.";
  }
}

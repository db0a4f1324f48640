package tare.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tare.schema.BadInputException;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fitted generators as JSON files, from which more rows can be sampled at no cost.
 *
 * <p>The file holds {@code format} ({@value #FORMAT}), {@code version} ({@value #VERSION}), {@code
 * kind}, {@code schema} (as in a schema file) and {@code parameters}, which each kind documents for
 * itself: docs/model-file.md. Numbers are written so that they read back as the very same ones.
 */
public final class FittedGenerators {

  static final String FORMAT = "tare-generator";
  static final int VERSION = 1;

  /** Every kind of model that can be read back. A new kind is one more line here. */
  private static final List<ModelFormat> FORMATS =
      List.of(new BayesNetworkFormat(), new FittedGan.Format());

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private FittedGenerators() {}

  /** A model as the text of its file. */
  public static String text(FittedGenerator generator) {
    return MAPPER.writeValueAsString(toJson(generator)) + "\n";
  }

  /** A model as the JSON of its file. */
  public static ObjectNode toJson(FittedGenerator generator) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("format", FORMAT);
    json.put("version", VERSION);
    json.put("kind", generator.kind());
    json.set("schema", SchemaFile.toJson(generator.schema()));
    json.set("parameters", generator.parameters());
    return json;
  }

  /** Writes a model to a file. */
  public static void write(FittedGenerator generator, Path file) throws IOException {
    Files.writeString(file, text(generator));
  }

  /** Reads a model from a file; throws {@link BadInputException} when it holds none. */
  public static FittedGenerator read(Path file) throws IOException {
    Path name = file.getFileName();
    return parse(name == null ? file.toString() : name.toString(), Files.readAllBytes(file));
  }

  /**
   * Reads a model from the bytes of its file.
   *
   * @param source what to call the input in messages
   */
  public static FittedGenerator parse(String source, byte[] text) {
    JsonNode json;
    try {
      json = MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw notJson(source);
    }
    if (json.isMissingNode()) {
      throw notJson(source);
    }
    return fromJson(source, json);
  }

  /** Reads a model from the text of its file. */
  public static FittedGenerator parse(String source, String text) {
    return parse(source, text.getBytes(StandardCharsets.UTF_8));
  }

  private static BadInputException notJson(String source) {
    return new BadInputException(source, "This is not JSON. A model file is written by Tare.");
  }

  /** Reads a model from the JSON of its file, for instance from a release. */
  public static FittedGenerator fromJson(String source, JsonNode json) {
    if (!json.path("format").asString("").equals(FORMAT)) {
      throw new BadInputException(source, "\"format\" must be \"" + FORMAT + "\" in a model file.");
    }
    if (json.path("version").asInt(0) != VERSION) {
      throw new BadInputException(
          source,
          "This Tare reads version "
              + VERSION
              + " of model files. Got: "
              + json.path("version")
              + ". Use the Tare that wrote it, or a newer one.");
    }
    ModelFormat format = format(source, json.path("kind").asString(""));
    Schema schema = SchemaFile.fromJson(source, json.path("schema"));
    try {
      return format.read(schema, json.path("parameters"));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new BadInputException(
          source, "The model's parameters cannot be used: " + e.getMessage());
    }
  }

  private static ModelFormat format(String source, String kind) {
    List<String> known = FORMATS.stream().map(ModelFormat::kind).toList();
    return FORMATS.stream()
        .filter(format -> format.kind().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    source,
                    "No kind of generator is called \""
                        + kind
                        + "\". Known: "
                        + String.join(", ", known)
                        + "."
                        + DidYouMean.hint(kind, known)));
  }
}

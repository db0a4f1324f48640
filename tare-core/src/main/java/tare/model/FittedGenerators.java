package tare.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import tare.schema.BadInputException;
import tare.schema.DidYouMean;
import tare.schema.JsonBytes;
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

  /** The kinds of this house; other jars bring theirs as services. */
  private static final List<ModelFormat> OWN =
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
    return parse(String.valueOf(file.getFileName()), JsonBytes.of(file));
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

  /**
   * Reads the model of a release. Where its kind is unknown the release is still of use, so such a
   * model is kept as it is and refuses only to sample.
   */
  public static FittedGenerator released(String source, JsonNode json) {
    String kind = json.path("kind").asString("");
    return format(kind).isPresent()
        ? fromJson(source, json)
        : new UnknownGenerator(
            SchemaFile.fromJson(source, json.path("schema")),
            kind,
            json.path("parameters"),
            unknown(source, kind));
  }

  /** Reads a model from the JSON of its file. */
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
    String kind = json.path("kind").asString("");
    ModelFormat format = format(kind).orElseThrow(() -> unknown(source, kind));
    Schema schema = SchemaFile.fromJson(source, json.path("schema"));
    try {
      return format.read(schema, json.path("parameters"));
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      throw new BadInputException(
          source, "The model's parameters cannot be used: " + e.getMessage());
    }
  }

  private static List<ModelFormat> formats() {
    List<ModelFormat> formats = new ArrayList<>(OWN);
    ServiceLoader.load(ModelFormat.class).forEach(formats::add);
    return formats;
  }

  private static Optional<ModelFormat> format(String kind) {
    return formats().stream().filter(format -> format.kind().equals(kind)).findFirst();
  }

  private static BadInputException unknown(String source, String kind) {
    List<String> known = formats().stream().map(ModelFormat::kind).toList();
    return new BadInputException(
        source,
        "No kind of generator is called \""
            + kind
            + "\". Known: "
            + String.join(", ", known)
            + "."
            + DidYouMean.hint(kind, known));
  }
}

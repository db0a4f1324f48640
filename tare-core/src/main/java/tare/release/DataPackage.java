package tare.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * datapackage.json: a Frictionless Data Package, version 2, that describes synthetic.csv to any
 * tool that reads one.
 */
final class DataPackage {

  static final String FILE = "datapackage.json";
  static final String WEIGHT = "weight";
  static final String LOG_WEIGHT = "log_weight";

  private DataPackage() {}

  static ObjectNode toJson(Bundle bundle) {
    Schema schema = bundle.synthetic().schema();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("$schema", "https://datapackage.org/profiles/2.0/datapackage.json");
    json.put("name", slug(schema.name()));
    json.put("title", "Differentially private synthetic rows: " + schema.name());
    json.put("created", bundle.provenance().created().toString());
    ArrayNode resources = json.putArray("resources");
    ObjectNode resource = resources.addObject();
    resource.put("name", "synthetic");
    resource.put("type", "table");
    resource.put("path", ReleaseFolder.ROWS);
    resource.put("format", "csv");
    resource.put("mediatype", "text/csv");
    resource.put("encoding", "utf-8");
    ObjectNode table = SchemaFile.toJson(schema);
    if (bundle.weights().isPresent()) {
      ArrayNode fields = (ArrayNode) table.get("fields");
      weightField(fields, WEIGHT, "Importance weight, mean one; use as case weight.")
          .putObject("constraints")
          .put("required", true)
          .put("minimum", 0);
      weightField(fields, LOG_WEIGHT, "Natural logarithm of the weight.")
          .putObject("constraints")
          .put("required", true);
    }
    resource.set("schema", table);
    bundle.replicates().ifPresent(r -> resources.add(ReplicateFiles.resource(r)));
    return json;
  }

  private static ObjectNode weightField(ArrayNode fields, String name, String description) {
    return fields
        .addObject()
        .put("name", name)
        .put("type", "number")
        .put("description", description);
  }

  /** The schema of the synthetic rows, without the weight columns. */
  static Schema schema(JsonNode json) {
    JsonNode table = json.path("resources").path(0).path("schema");
    if (!(table.deepCopy() instanceof ObjectNode own) || !own.path("fields").isArray()) {
      throw new BadInputException(
          FILE, "It must describe a table with fields. Was it edited by hand?");
    }
    List<JsonNode> kept = new ArrayList<>();
    for (JsonNode field : own.path("fields")) {
      String name = field.path("name").asString("");
      if (!name.equals(WEIGHT) && !name.equals(LOG_WEIGHT)) {
        kept.add(field);
      }
    }
    own.putArray("fields").addAll(kept);
    return SchemaFile.fromJson(FILE, own);
  }

  /** Whether the package declares weight columns. */
  static boolean hasWeights(JsonNode json) {
    for (JsonNode field : json.path("resources").path(0).path("schema").path("fields")) {
      if (field.path("name").asString("").equals(WEIGHT)) {
        return true;
      }
    }
    return false;
  }

  /** The resource that describes replicate weights, if the release has any. */
  static Optional<JsonNode> replicates(JsonNode json) {
    for (JsonNode resource : json.path("resources")) {
      if (resource.path("name").asString("").equals("replicates")) {
        return Optional.of(resource);
      }
    }
    return Optional.empty();
  }

  /** A name as the standard wants it: lower case letters, digits, and . _ - only. */
  private static String slug(String name) {
    String slug = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-");
    return slug.isEmpty() ? "release" : slug;
  }
}

package tare.curator;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.model.FittedWeights;
import tare.model.RowWeights;
import tare.model.WeightDescription;
import tare.model.WeightModel;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How each step of a release is kept. */
final class KeptForms {

  private KeptForms() {}

  static Kept.Form<Long> count() {
    return new Kept.Form<>("", JsonNodeFactory.instance::numberNode, JsonNode::asLong);
  }

  static Kept.Form<FittedGenerator> generator(Schema schema, long n) {
    return new Kept.Form<>(
        n + " " + SchemaFile.toJson(schema),
        FittedGenerators::toJson,
        json -> FittedGenerators.fromJson("a kept generator", json));
  }

  static Kept.Form<FittedWeights> weights(Table rows, long n) {
    return new Kept.Form<>(
        n + " " + rowSum(rows), weights -> write(weights, rows), json -> read(json, rows));
  }

  /** Moment weights know every row, so their description is enough. */
  static Kept.Form<FittedWeights> moments(Table rows, long n) {
    return new Kept.Form<>(
        n + " " + rowSum(rows),
        weights -> weights.description().toJson(),
        json ->
            WeightModel.read(
                "kept weights",
                rows.schema(),
                WeightDescription.fromJson((ObjectNode) json),
                Optional.empty()));
  }

  /** Tells one set of synthetic rows from another. */
  private static int rowSum(Table rows) {
    int sum = rows.rowCount();
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      for (int r = 0; r < rows.rowCount(); r++) {
        sum = 31 * sum + Double.hashCode(rows.value(r, c));
      }
    }
    return sum;
  }

  private static JsonNode write(FittedWeights weights, Table rows) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("description", weights.description().toJson());
    var list = json.putArray("log_weights");
    Arrays.stream(weights.weigh(rows).logWeights()).forEach(list::add);
    return json;
  }

  private static FittedWeights read(JsonNode json, Table rows) {
    ObjectNode details = ((ObjectNode) json.path("description")).deepCopy();
    String method = details.path("method").asString();
    String law = details.path("noise_law").asString();
    double scale = details.path("noise_scale").asDouble(Double.NaN);
    double noise = details.path("expected_log_noise_sd").asDouble(Double.NaN);
    details.remove(Arrays.asList("method", "noise_law", "noise_scale", "expected_log_noise_sd"));
    double[] logWeights =
        StreamSupport.stream(json.path("log_weights").spliterator(), false)
            .mapToDouble(JsonNode::asDouble)
            .toArray();
    return new RowWeights(
        rows, logWeights, new WeightDescription(method, law, scale, noise, details));
  }
}

package tare.release;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tare.accounting.EventJson;
import tare.accounting.Neighbours;
import tare.model.WeightDescription;
import tare.schema.BadInputException;
import tare.table.Weights;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * privacy.json and weights.json: statements to JSON and back.
 *
 * <p>privacy.json has two parts. {@code deployment} follows the field names of the OpenDP
 * deployments registry, so that a release can be registered by copying it; {@code tare} holds what
 * a program needs to check the claim: every event.
 */
final class Statements {

  private Statements() {}

  static ObjectNode privacyJson(PrivacyStatement statement, Provenance provenance) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("deployment", deployment(statement, provenance));
    ObjectNode own = json.putObject("tare");
    own.put("format", 1);
    own.put("dataset", statement.dataset());
    own.put("unit", statement.unit());
    own.put("relation", statement.relation());
    own.set("requested", loss(statement.requested()));
    own.set("spent", loss(statement.spent()));
    own.put("accountant", statement.accountant());
    own.putObject("row_count")
        .put("used", statement.rowCount().used())
        .put("source", statement.rowCount().source());
    var charges = own.putArray("charges");
    for (PrivacyStatement.Charge charge : statement.charges()) {
      ObjectNode node = charges.addObject();
      node.put("purpose", charge.purpose());
      node.set("share", loss(charge.share()));
      node.set("event", EventJson.toNode(charge.event()));
      if (charge.decides()) { // said only where it is so: other statements stay as they were
        node.put("decides", true);
      }
    }
    statement.unprotected().forEach(own.putArray("unprotected")::add);
    statement.notes().forEach(own.putArray("notes")::add);
    own.putObject("provenance")
        .put("tool", provenance.tool())
        .put("created", provenance.created().toString())
        .put("generator", provenance.generator())
        .put("weights", provenance.weights())
        .put("seed", provenance.seed());
    return json;
  }

  private static ObjectNode deployment(PrivacyStatement statement, Provenance provenance) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putObject("basic")
        .put("name", statement.dataset())
        .put("description", "Differentially private synthetic rows with a private weight per row.")
        .put("data_product_type", "Synthetic data")
        .put("publication_date", provenance.created().toString().substring(0, 10));
    json.putObject("dp_variant")
        .put("variant_name", statement.spent().delta() > 0 ? "Approximate DP" : "Pure DP")
        .put("data_domain", "Declared in datapackage.json; never read off the data.")
        .put("unprotected_quantities", String.join(" ", statement.unprotected()));
    ObjectNode loss = json.putObject("privacy_loss");
    boolean rows = statement.relation().equals(Neighbours.ADD_OR_REMOVE_ONE_ROW.words());
    loss.put("privacy_unit", rows ? "Row-level" : "User-level")
        .put(
            "privacy_unit_details", (rows ? meaning(statement.unit()) : "") + statement.relation());
    loss.set("privacy_parameters", loss(statement.spent()));
    json.putObject("deployment_model")
        .put("model_name", "Central")
        .put("release_type", "One release")
        .put("data_source_type", "Static")
        .put("access_type", "Non-interactive");
    json.putObject("accounting")
        .put(
            "composition", "All charges of the release composed by " + statement.accountant() + ".")
        .put(
            "post_processing",
            "Rows, weights and diagnostics are computed from mechanism outputs alone.");
    List<String> purposes = new ArrayList<>();
    statement.charges().forEach(charge -> purposes.add(charge.purpose()));
    json.putObject("implementation")
        .put("mechanisms", String.join("; ", purposes))
        .put("justification", String.join(" ", statement.notes()));
    return json;
  }

  /** What a row stands for, where a schema said so without a column of units. */
  private static String meaning(String unit) {
    return unit.equals("row") ? "" : "One row is one " + unit + ". ";
  }

  static PrivacyStatement privacy(JsonNode json) {
    JsonNode own = json.path("tare");
    JsonNode registered = json.path("deployment").path("privacy_loss").path("privacy_parameters");
    if (!registered.equals(own.path("spent"))) {
      throw new BadInputException(
          ReleaseFolder.PRIVACY,
          "Its two parts, for people and for programs, name different privacy losses.");
    }
    // Older statements do not say what decides; a count that was bought does.
    boolean bought =
        !own.path("row_count").path("source").asString().equals(PrivacyStatement.RowCount.DECLARED);
    List<PrivacyStatement.Charge> charges = new ArrayList<>();
    for (JsonNode charge : own.path("charges")) {
      charges.add(
          new PrivacyStatement.Charge(
              charge.path("purpose").asString(),
              loss(charge.path("share")),
              EventJson.fromNode(charge.path("event")),
              charge.path("decides").asBoolean(bought && isCount(charge))));
    }
    return new PrivacyStatement(
        own.path("dataset").asString(),
        own.path("unit").asString(),
        own.path("relation").asString(),
        loss(own.path("requested")),
        loss(own.path("spent")),
        own.path("accountant").asString(),
        new PrivacyStatement.RowCount(
            own.path("row_count").path("used").asLong(),
            own.path("row_count").path("source").asString()),
        charges,
        strings(own.path("unprotected")),
        strings(own.path("notes")));
  }

  private static boolean isCount(JsonNode charge) {
    return charge.path("purpose").asString().equals("count rows");
  }

  static Provenance provenance(JsonNode json) {
    JsonNode own = json.path("tare").path("provenance");
    return new Provenance(
        own.path("tool").asString(),
        Instant.parse(own.path("created").asString()),
        own.path("generator").asString(),
        own.path("weights").asString(),
        own.path("seed").asLong());
  }

  static ObjectNode weightsJson(WeightStatement statement) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("format", 1);
    json.put("method", statement.method());
    WeightStatement.Quality quality = statement.quality();
    json.put("verdict", quality.verdict().words());
    quality.reasons().forEach(json.putArray("reasons")::add);
    json.put("rows", statement.weights().size());
    putNumber(json, "effective_sample_size", quality.effectiveSampleSize());
    putNumber(json, "largest_share", quality.largestShare());
    putNumber(json, "pareto_k", quality.paretoK());
    putNumber(json, "koopman_p", quality.koopmanP());
    putNumber(json, "expected_log_noise", quality.expectedLogNoise());
    json.set("model", statement.description().toJson());
    return json;
  }

  static WeightStatement weights(JsonNode json, Weights weights) {
    String words = json.path("verdict").asString();
    Verdict verdict = Verdict.DO_NOT_USE;
    for (Verdict candidate : Verdict.values()) {
      if (candidate.words().equals(words)) {
        verdict = candidate;
      }
    }
    return new WeightStatement(
        weights,
        description(json.path("model")),
        new WeightStatement.Quality(
            number(json, "effective_sample_size"),
            number(json, "largest_share"),
            number(json, "pareto_k"),
            number(json, "koopman_p"),
            number(json, "expected_log_noise"),
            verdict,
            strings(json.path("reasons"))));
  }

  private static WeightDescription description(JsonNode model) {
    if (!(model instanceof ObjectNode json)) {
      throw new BadInputException(
          ReleaseFolder.WEIGHTS, "\"model\" must be an object. Was it edited by hand?");
    }
    return WeightDescription.fromJson(json);
  }

  /** JSON has no NaN and no infinity: what cannot be written is null, and infinity is a word. */
  private static void putNumber(ObjectNode json, String key, double value) {
    if (Double.isNaN(value)) {
      json.putNull(key);
    } else if (Double.isInfinite(value)) {
      json.put(key, value > 0 ? "infinity" : "-infinity");
    } else {
      json.put(key, value);
    }
  }

  private static double number(JsonNode json, String key) {
    JsonNode node = json.path(key);
    if (node.isNumber()) {
      return node.asDouble();
    }
    return node.isString() && node.asString().equals("infinity")
        ? Double.POSITIVE_INFINITY
        : Double.NaN;
  }

  private static ObjectNode loss(PrivacyStatement.Loss loss) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    putNumber(json, "epsilon", loss.epsilon());
    putNumber(json, "delta", loss.delta());
    return json;
  }

  private static PrivacyStatement.Loss loss(JsonNode json) {
    return new PrivacyStatement.Loss(number(json, "epsilon"), number(json, "delta"));
  }

  private static List<String> strings(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asString()));
    return texts;
  }
}

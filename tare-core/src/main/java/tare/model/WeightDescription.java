package tare.model;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How weights were made, in public facts.
 *
 * @param method the estimator's name
 * @param noiseLaw the law of the privacy noise in a word, "none" when there is none
 * @param noiseScale the scale of that law in its own parameter
 * @param expectedLogNoiseSd root mean square, over the synthetic rows of the fit, of the standard
 *     deviation that privacy noise gives the log weight; from public numbers, known before anything
 *     is spent. NaN when the method has no such number
 * @param details whatever else the method wants in weights.json; not copied
 */
public record WeightDescription(
    String method,
    String noiseLaw,
    double noiseScale,
    double expectedLogNoiseSd,
    ObjectNode details) {

  /** The description that weights.json holds. @param json Not modified. */
  public static WeightDescription fromJson(ObjectNode json) {
    ObjectNode details = json.deepCopy();
    details.remove(List.of("method", "noise_law", "noise_scale", "expected_log_noise_sd"));
    return new WeightDescription(
        json.path("method").asString("none"),
        json.path("noise_law").asString("none"),
        json.path("noise_scale").asDouble(Double.NaN),
        json.path("expected_log_noise_sd").asDouble(Double.NaN),
        details);
  }

  /** The same with one more detail. @param value becomes part of the description */
  public WeightDescription with(String detail, JsonNode value) {
    ObjectNode more = details.deepCopy();
    more.set(detail, value);
    return new WeightDescription(method, noiseLaw, noiseScale, expectedLogNoiseSd, more);
  }

  /** The same with other details. @param others Not copied. */
  public WeightDescription with(ObjectNode others) {
    return new WeightDescription(method, noiseLaw, noiseScale, expectedLogNoiseSd, others);
  }

  /** The description as it stands in weights.json. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("method", method);
    json.put("noise_law", noiseLaw);
    json.put("noise_scale", noiseScale);
    if (Double.isNaN(expectedLogNoiseSd)) {
      json.putNull("expected_log_noise_sd");
    } else {
      json.put("expected_log_noise_sd", expectedLogNoiseSd);
    }
    json.setAll(details);
    return json;
  }
}

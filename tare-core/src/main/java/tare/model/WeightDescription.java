package tare.model;

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

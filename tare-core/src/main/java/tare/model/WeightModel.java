package tare.model;

import java.util.Arrays;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads back the weight function that weights.json describes, so that rows sampled later can be
 * weighed at no cost.
 */
public final class WeightModel {

  private WeightModel() {}

  /**
   * The weight function of a description made by {@link WeightDescription#toJson}.
   *
   * @param source what to call the input in messages
   * @throws BadInputException when there is none: the file is damaged, or its method knows the
   *     weights of its own rows only
   */
  public static FittedWeights read(String source, Schema schema, JsonNode model) {
    try {
      return read(schema, model);
    } catch (IllegalArgumentException fault) {
      throw new BadInputException(source, String.valueOf(fault.getMessage()));
    }
  }

  private static FittedWeights read(Schema schema, JsonNode model) {
    if (!(model instanceof ObjectNode json)) {
      throw new IllegalArgumentException("A weight model must be a JSON object.");
    }
    String method = json.path("method").asString("none");
    if (json.path("features").asString("").equals("moments")) {
      return MomentWeights.read(schema, json, description(json));
    }
    String name = json.has("coefficients") ? "coefficients" : "noised_coefficients";
    if (!json.has(name)) {
      throw new IllegalArgumentException(
          "The method \""
              + method
              + "\" has no weight function to read back: it has weights for"
              + " the rows of its own release only.");
    }
    Features features = Features.read(schema, json);
    double[] coefficients = numbers(json, name, features.width());
    String law = json.path("noise_law").asString("none");
    double scale = json.path("noise_scale").asDouble(Double.NaN);
    boolean debiased = json.path("debiased").asBoolean(false);
    NoiseCorrection correction =
        debiased ? new NoiseCorrection(law(law), positive(scale), features.width()) : null;
    return new LogisticWeights(features, coefficients, correction, description(json));
  }

  private static WeightDescription description(ObjectNode json) {
    ObjectNode details = json.deepCopy();
    details.remove(Arrays.asList("method", "noise_law", "noise_scale", "expected_log_noise_sd"));
    return new WeightDescription(
        json.path("method").asString("none"),
        json.path("noise_law").asString("none"),
        json.path("noise_scale").asDouble(Double.NaN),
        json.path("expected_log_noise_sd").asDouble(Double.NaN),
        details);
  }

  private static NoiseLaw law(String label) {
    return Arrays.stream(NoiseLaw.values())
        .filter(law -> law.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"noise_law\" must be laplace, spherical or gaussian. Got: \""
                        + label
                        + "\""));
  }

  private static double positive(double scale) {
    if (!(scale > 0)) {
      throw new IllegalArgumentException("\"noise_scale\" must be positive. Got: " + scale);
    }
    return scale;
  }

  /** An array of so many finite numbers. */
  static double[] numbers(ObjectNode json, String name, int size) {
    JsonNode array = json.path(name);
    double[] numbers = new double[size];
    for (int i = 0; i < size; i++) {
      numbers[i] = array.path(i).asDouble(Double.NaN);
    }
    if (array.size() != size || !Arrays.stream(numbers).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" must hold "
              + size
              + " numbers, as this schema has. Got: "
              + array.size());
    }
    return numbers;
  }
}

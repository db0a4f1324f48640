package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
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

  /** The kinds of this house; other jars bring theirs as services. */
  private static final List<WeightFormat> OWN =
      List.of(RatioWeights::read, MomentWeights::read, WeightModel::logistic);

  /**
   * The weight function of a description.
   *
   * @param source what to call the input in messages
   * @param generator the released generator, if there is one
   * @throws BadInputException when there is none: the file is damaged, or its method knows the
   *     weights of its own rows only
   */
  public static FittedWeights read(
      String source,
      Schema schema,
      WeightDescription description,
      Optional<FittedGenerator> generator) {
    List<WeightFormat> formats = new ArrayList<>(OWN);
    ServiceLoader.load(WeightFormat.class).forEach(formats::add);
    try {
      return formats.stream()
          .flatMap(format -> format.read(schema, description, generator).stream())
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "The method \""
                          + description.method()
                          + "\" has no weight function to read back: it has weights for"
                          + " the rows of its own release only."));
    } catch (IllegalArgumentException fault) {
      throw new BadInputException(source, String.valueOf(fault.getMessage()));
    }
  }

  private static Optional<FittedWeights> logistic(
      Schema schema, WeightDescription description, Optional<FittedGenerator> generator) {
    ObjectNode json = description.details();
    String name = json.has("coefficients") ? "coefficients" : "noised_coefficients";
    if (!json.has(name)) {
      return Optional.empty();
    }
    Features features = Features.read(schema, json);
    double[] coefficients = numbers(json, name, features.width());
    boolean debiased = json.path("debiased").asBoolean(false);
    NoiseCorrection correction =
        debiased
            ? new NoiseCorrection(
                law(description.noiseLaw()), positive(description.noiseScale()), features.width())
            : null;
    return Optional.of(new LogisticWeights(features, coefficients, correction, description));
  }

  private static NoiseLaw law(String label) {
    return NoiseLaw.labelled(label)
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

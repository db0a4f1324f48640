package tare.studio;

import tare.curator.AutoWeights;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.WeightChoice;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was chosen on the plan's page.
 *
 * @param epsilon of this release
 * @param lifetime the limit of a new ledger
 * @param generator by name
 * @param weights "auto", "none" or a method's name
 * @param assumedRows for the forecast, where no public count is declared
 * @param seed of all public chance
 */
record PlanChoices(
    double epsilon,
    double lifetime,
    String generator,
    String weights,
    long assumedRows,
    long seed) {

  static final String AUTO = "auto";
  static final String NONE = "none";

  PlanChoices {
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("Epsilon must be above 0 and finite. Got: " + epsilon);
    }
    if (!(lifetime > 0) || Double.isInfinite(lifetime)) {
      throw new IllegalArgumentException("The limit must be above 0 and finite. Got: " + lifetime);
    }
    if (assumedRows < 1) {
      throw new IllegalArgumentException(
          "The number of rows must be at least 1. Got: " + assumedRows);
    }
    GeneratorFitters.named(generator);
    if (!weights.equals(AUTO) && !weights.equals(NONE)) {
      WeightEstimators.named(weights, LogisticOptions.DEFAULTS);
    }
  }

  /** Under which name a run keeps them, so that it can be taken up again as it was begun. */
  static final String KEPT = "plan";

  /** As kept beside a run's results. */
  ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("epsilon", epsilon)
        .put("lifetime", lifetime)
        .put("generator", generator)
        .put("weights", weights)
        .put("rows", assumedRows)
        .put("seed", seed);
  }

  /** As kept. */
  static PlanChoices of(JsonNode json) {
    return new PlanChoices(
        json.path("epsilon").asDouble(),
        json.path("lifetime").asDouble(),
        json.path("generator").asString(""),
        json.path("weights").asString(""),
        json.path("rows").asLong(),
        json.path("seed").asLong());
  }

  static PlanChoices defaults() {
    return new PlanChoices(1, 3, "privbayes", AUTO, 1000, new SecureNoise().nextLong() >>> 11);
  }

  /** What a form says, the rest as it was. */
  PlanChoices with(Request form) {
    return new PlanChoices(
        number("Epsilon", form.text("epsilon"), epsilon),
        number("The limit", form.text("lifetime"), lifetime),
        form.text("generator").isEmpty() ? generator : form.text("generator"),
        form.text("weights").isEmpty() ? weights : form.text("weights"),
        (long) number("The number of rows", form.text("rows"), assumedRows),
        seed);
  }

  private static double number(String what, String text, double otherwise) {
    try {
      return text.isEmpty() ? otherwise : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(what + " must be a number. Got: \"" + text + "\"");
    }
  }

  /** The plan, and why it has the weights it has. */
  AutoWeights plan(Schema schema) {
    ReleasePlan plan =
        ReleasePlan.of(epsilon, schema)
            .withGenerator(GeneratorFitters.named(generator))
            .withWeights(choice())
            .withSeed(new Seed(seed));
    return AutoWeights.settle(schema, plan);
  }

  private WeightChoice choice() {
    return switch (weights) {
      case AUTO -> new WeightChoice.Automatic();
      case NONE -> new WeightChoice.None();
      default -> new WeightChoice.Method(WeightEstimators.named(weights, LogisticOptions.DEFAULTS));
    };
  }

  /** The number of rows to reckon with. */
  long rows(Schema schema) {
    return schema.publicRowCount().orElse(assumedRows);
  }
}

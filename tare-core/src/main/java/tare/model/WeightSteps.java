package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.table.Weights;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Steps applied one after the other. */
public record WeightSteps(List<WeightStep> steps) {

  /** What every release does: weights of mean one, nothing else changed. */
  public static final WeightSteps DEFAULTS =
      new WeightSteps(List.of(new WeightStep.SelfNormalise()));

  public WeightSteps {
    steps = List.copyOf(steps);
  }

  /**
   * The steps of an option such as {@code psis,truncate:20}, and normalisation at the end, which
   * every release needs.
   */
  public static WeightSteps parse(String text) {
    List<WeightStep> given =
        text.isBlank() ? List.of() : Arrays.stream(text.split(",")).map(WeightStep::parse).toList();
    return new WeightSteps(given).withNormalisation();
  }

  /** These steps, ending in normalisation. */
  public WeightSteps withNormalisation() {
    if (!steps.isEmpty() && steps.get(steps.size() - 1) instanceof WeightStep.SelfNormalise) {
      return this;
    }
    return then(new WeightStep.SelfNormalise());
  }

  /** These steps and one more. */
  public WeightSteps then(WeightStep step) {
    List<WeightStep> more = new ArrayList<>(steps);
    more.add(step);
    return new WeightSteps(more);
  }

  /** The weights after all steps. @param weights Not modified. */
  public Weights apply(Weights weights) {
    Weights current = weights;
    for (WeightStep step : steps) {
      current = step.apply(current);
    }
    return current;
  }

  /** What all tempering together does to the scale of log weights, and so of the noise in them. */
  public double power() {
    double power = 1;
    for (WeightStep step : steps) {
      power *= step instanceof WeightStep.Temper temper ? temper.power() : 1;
    }
    return power;
  }

  /** The steps as recorded in weights.json. */
  public ArrayNode toJson() {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    steps.forEach(step -> array.add(step.toJson()));
    return array;
  }
}

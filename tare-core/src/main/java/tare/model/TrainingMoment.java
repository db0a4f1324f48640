package tare.model;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A moment of a training, in public figures only.
 *
 * @param spent the share of the training's steps, and so of its budget's use, that is done
 * @param discriminatorLoss mean log loss of the discriminator on made-up rows
 * @param generatorLoss mean log loss of the generator against the discriminator
 * @param drift mean absolute change of the made-up rows' means since the last moment: a two-sample
 *     statistic of public rows
 */
public record TrainingMoment(
    long step, double spent, double discriminatorLoss, double generatorLoss, double drift) {

  static ArrayNode toJson(List<TrainingMoment> moments) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (TrainingMoment moment : moments) {
      json.addObject()
          .put("step", moment.step)
          .put("spent", moment.spent)
          .put("discriminator_loss", moment.discriminatorLoss)
          .put("generator_loss", moment.generatorLoss)
          .put("drift", moment.drift);
    }
    return json;
  }

  static List<TrainingMoment> read(JsonNode json) {
    List<TrainingMoment> moments = new ArrayList<>();
    for (JsonNode moment : json) {
      moments.add(
          new TrainingMoment(
              moment.path("step").asLong(0),
              moment.path("spent").asDouble(Double.NaN),
              moment.path("discriminator_loss").asDouble(Double.NaN),
              moment.path("generator_loss").asDouble(Double.NaN),
              moment.path("drift").asDouble(Double.NaN)));
    }
    return moments;
  }
}

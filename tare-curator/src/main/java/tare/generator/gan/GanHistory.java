package tare.generator.gan;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** How a training went, in public figures only: it never sees a real row. */
final class GanHistory {

  /**
   * A moment of a training.
   *
   * @param spent the share of the training's steps, and so of its budget's use, that is done
   * @param discriminatorLoss mean log loss of the discriminator on made-up rows
   * @param generatorLoss mean log loss of the generator against the discriminator
   * @param drift mean absolute change of the made-up rows' means since the last moment: a
   *     two-sample statistic of public rows
   */
  record Moment(
      long step, double spent, double discriminatorLoss, double generatorLoss, double drift) {}

  private final List<Moment> moments = new ArrayList<>();
  private double[] lastMeans = new double[0];

  List<Moment> moments() {
    return List.copyOf(moments);
  }

  void note(
      long step,
      double spent,
      double discriminatorLoss,
      double generatorLoss,
      float[] rows,
      int width) {
    double[] means = new double[width];
    int count = rows.length / width;
    for (int i = 0; i < rows.length; i++) {
      means[i % width] += rows[i] / count;
    }
    double drift = 0;
    for (int j = 0; j < lastMeans.length; j++) {
      drift += Math.abs(means[j] - lastMeans[j]) / width;
    }
    lastMeans = means;
    moments.add(new Moment(step, spent, discriminatorLoss, generatorLoss, drift));
  }

  ArrayNode toJson() {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (Moment moment : moments) {
      json.addObject()
          .put("step", moment.step())
          .put("spent", moment.spent())
          .put("discriminator_loss", moment.discriminatorLoss())
          .put("generator_loss", moment.generatorLoss())
          .put("drift", moment.drift());
    }
    return json;
  }
}

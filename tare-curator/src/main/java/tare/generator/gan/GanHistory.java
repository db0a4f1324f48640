package tare.generator.gan;

import java.util.ArrayList;
import java.util.List;
import tare.model.TrainingMoment;

/** How a training went, in public figures only: it never sees a real row. */
final class GanHistory {

  private final List<TrainingMoment> moments = new ArrayList<>();
  private double[] lastMeans = new double[0];

  List<TrainingMoment> moments() {
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
    moments.add(new TrainingMoment(step, spent, discriminatorLoss, generatorLoss, drift));
  }
}

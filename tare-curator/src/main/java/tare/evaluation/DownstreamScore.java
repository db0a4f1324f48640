package tare.evaluation;

import tare.kernel.regression.RocAuc;
import tare.table.Table;

/**
 * Train on synthetic, test on real: ROC-AUC (the mean of one class against the rest when there are
 * more than two), or the mean squared error of a number on the [0, 1] scale of its bounds.
 */
record DownstreamScore(DownstreamLearner learner, String target, boolean classification)
    implements Metric {

  @Override
  public String name() {
    return learner.title(classification) + (classification ? " ROC-AUC" : " MSE");
  }

  @Override
  public boolean higherIsBetter() {
    return classification;
  }

  @Override
  public Pairing pair(Table real, Table synthetic) {
    LabelledRows test = LabelledRows.of(real, target);
    LabelledRows train = LabelledRows.of(synthetic, target);
    return syntheticMass -> {
      double[][] scores = learner.train(train, syntheticMass).predict(test.points());
      return realMass -> score(test, scores, test.present(realMass));
    };
  }

  private static double score(LabelledRows test, double[][] scores, double[] mass) {
    if (!test.classification()) {
      return meanSquaredError(test.targets(), scores[0], mass);
    }
    if (scores.length == 2) {
      boolean[] positive = new boolean[test.size()];
      for (int r = 0; r < positive.length; r++) {
        positive[r] = test.labels()[r] == 1;
      }
      return RocAuc.of(scores[1], positive, mass);
    }
    return RocAuc.macro(scores, test.labels(), mass);
  }

  private static double meanSquaredError(double[] targets, double[] predictions, double[] mass) {
    double sum = 0;
    double total = 0;
    for (int r = 0; r < targets.length; r++) {
      if (mass[r] > 0) {
        double error = targets[r] - predictions[r];
        sum += mass[r] * error * error;
        total += mass[r];
      }
    }
    return sum / total;
  }
}

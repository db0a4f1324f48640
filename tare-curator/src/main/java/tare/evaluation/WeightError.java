package tare.evaluation;

import tare.table.Weights;

/** How far weights are from the ones that no noise was put on. */
public final class WeightError {

  private WeightError() {}

  /**
   * The mean squared difference of two sets of weights for the same rows, each scaled to mean one.
   */
  public static double meanSquared(Weights weights, Weights reference) {
    if (weights.size() != reference.size()) {
      throw new IllegalArgumentException(
          "Both sets of weights must be for the same rows. Got: "
              + weights.size()
              + " and "
              + reference.size());
    }
    double[] a = weights.meanOne();
    double[] b = reference.meanOne();
    double sum = 0;
    for (int r = 0; r < a.length; r++) {
      sum += (a[r] - b[r]) * (a[r] - b[r]);
    }
    return sum / a.length;
  }
}

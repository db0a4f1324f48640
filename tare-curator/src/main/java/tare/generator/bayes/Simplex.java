package tare.generator.bayes;

import java.util.Arrays;

/** Turns noised counts into counts that could be: none below zero, with a given sum. */
final class Simplex {

  private Simplex() {}

  /**
   * The nearest vector, by Euclidean distance, of entries not below zero that sum to a total (Held,
   * Wolfe and Crowder 1974). Against cutting negative entries off it takes the same amount off
   * every entry that stays, so empty cells do not gain mass.
   *
   * @param noised any finite numbers. Not modified.
   * @param total the sum to reach, not negative
   */
  static double[] project(double[] noised, double total) {
    double[] sorted = noised.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double shift = 0;
    for (int kept = 1; kept <= sorted.length; kept++) {
      double value = sorted[sorted.length - kept];
      sum += value;
      double candidate = (sum - total) / kept;
      if (!(value > candidate)) {
        break;
      }
      shift = candidate;
    }
    double[] projected = new double[noised.length];
    for (int i = 0; i < noised.length; i++) {
      projected[i] = Math.max(0, noised[i] - shift);
    }
    return projected;
  }
}

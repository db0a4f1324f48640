package tare.kernel.tree;

import java.util.random.RandomGenerator;

/** Rows drawn with replacement in proportion to their weights. */
public final class Bag {

  private Bag() {}

  /**
   * How often each row comes up in as many draws as there are rows.
   *
   * @param weights not negative, with a positive sum. Not modified.
   */
  public static double[] counts(double[] weights, RandomGenerator chance) {
    int n = weights.length;
    // Uniform draws in ascending order are the arrivals of a Poisson process over the last one: no
    // sorting, no search.
    double[] arrivals = new double[n + 1];
    double time = 0;
    for (int i = 0; i <= n; i++) {
      time -= Math.log1p(-chance.nextDouble());
      arrivals[i] = time;
    }
    double sum = 0;
    int last = 0;
    for (int i = 0; i < n; i++) {
      sum += weights[i];
      last = weights[i] > 0 ? i : last;
    }
    double[] counts = new double[n];
    double cumulated = 0;
    int row = -1;
    for (int draw = 0; draw < n; draw++) {
      while (row < 0 || cumulated <= arrivals[draw] / time * sum && row < last) {
        cumulated += weights[++row];
      }
      counts[row]++;
    }
    return counts;
  }
}

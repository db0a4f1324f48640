package tare.analysis;

import java.util.Arrays;

/**
 * Columns brought to weighted mean zero and sd one; constant ones (the intercept) to zero. A value
 * beyond all that was learned from counts as the furthest of them: where no row was, a column that
 * hardly varied would otherwise speak a thousand times louder than any other.
 */
final class Scaling {
  private final double[] means;
  private final double[] sds;
  private final double[] least;
  private final double[] most;

  private Scaling(double[] means, double[] sds, double[] least, double[] most) {
    this.means = means;
    this.sds = sds;
    this.least = least;
    this.most = most;
  }

  static Scaling of(ModelData data) {
    int p = data.design().columnCount();
    double[] means = new double[p];
    double[] sds = new double[p];
    double[] least = new double[p];
    double[] most = new double[p];
    double[] column = new double[data.rowCount()];
    for (int j = 0; j < p; j++) {
      int index = j;
      Arrays.setAll(column, i -> data.design().value(i, index));
      means[j] = mean(column, data.weights());
      sds[j] = sd(column, data.weights());
      least[j] = Arrays.stream(column).min().orElse(0);
      most[j] = Arrays.stream(column).max().orElse(0);
    }
    return new Scaling(means, sds, least, most);
  }

  int size() {
    return means.length;
  }

  double[] apply(double[] values) {
    double[] scaled = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      int j = i % means.length;
      double value = Math.max(least[j], Math.min(most[j], values[i]));
      scaled[i] = (value - means[j]) / sds[j];
    }
    return scaled;
  }

  static double mean(double[] values, double[] weights) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
      total += weights[i];
    }
    return sum / total;
  }

  /** The weighted sd, or one where nothing varies. */
  static double sd(double[] values, double[] weights) {
    double mean = mean(values, weights);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * (values[i] - mean) * (values[i] - mean);
      total += weights[i];
    }
    double sd = Math.sqrt(sum / total);
    return sd > 1e-12 * (1 + Math.abs(mean)) ? sd : 1;
  }
}

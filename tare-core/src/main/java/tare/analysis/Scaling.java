package tare.analysis;

import java.util.Arrays;

/** Columns brought to weighted mean zero and sd one; constant ones (the intercept) to zero. */
final class Scaling {
  private final double[] means;
  private final double[] sds;

  private Scaling(double[] means, double[] sds) {
    this.means = means;
    this.sds = sds;
  }

  static Scaling of(ModelData data) {
    int p = data.design().columnCount();
    double[] means = new double[p];
    double[] sds = new double[p];
    double[] column = new double[data.rowCount()];
    for (int j = 0; j < p; j++) {
      int index = j;
      Arrays.setAll(column, i -> data.design().value(i, index));
      means[j] = mean(column, data.weights());
      sds[j] = sd(column, data.weights());
    }
    return new Scaling(means, sds);
  }

  int size() {
    return means.length;
  }

  double[] apply(double[] values) {
    double[] scaled = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      int j = i % means.length;
      scaled[i] = (values[i] - means[j]) / sds[j];
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

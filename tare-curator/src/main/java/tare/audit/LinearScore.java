package tare.audit;

import java.util.List;
import java.util.function.ToDoubleFunction;
import tare.kernel.linear.Cholesky;

/** Fisher's linear discriminant: the pooled covariance's inverse times the difference of means. */
final class LinearScore {

  private LinearScore() {}

  static ToDoubleFunction<double[]> learn(List<double[]> one, List<double[]> other) {
    int length = one.get(0).length;
    double[] oneMean = mean(one, length);
    double[] otherMean = mean(other, length);
    double[] covariance = new double[length * length];
    addScatter(covariance, one, oneMean);
    addScatter(covariance, other, otherMean);
    double[] difference = new double[length];
    double trace = 0;
    for (int j = 0; j < length; j++) {
      difference[j] = oneMean[j] - otherMean[j];
      trace += covariance[j * length + j];
    }
    // A little ridge, so that constant coordinates do no harm.
    for (int j = 0; j < length; j++) {
      covariance[j * length + j] += 1e-9 * trace / length + Double.MIN_NORMAL;
    }
    double[] direction = Cholesky.of(covariance, length).solve(difference);
    return output -> {
      double sum = 0;
      for (int j = 0; j < length; j++) {
        sum += direction[j] * output[j];
      }
      return sum;
    };
  }

  private static double[] mean(List<double[]> draws, int length) {
    double[] mean = new double[length];
    for (double[] draw : draws) {
      for (int j = 0; j < length; j++) {
        mean[j] += draw[j] / draws.size();
      }
    }
    return mean;
  }

  private static void addScatter(double[] scatter, List<double[]> draws, double[] mean) {
    int length = mean.length;
    for (double[] draw : draws) {
      for (int j = 0; j < length; j++) {
        double centred = draw[j] - mean[j];
        for (int k = 0; k < length; k++) {
          scatter[j * length + k] += centred * (draw[k] - mean[k]) / draws.size();
        }
      }
    }
  }
}

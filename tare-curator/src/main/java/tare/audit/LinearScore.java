package tare.audit;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;

/** Fisher's linear discriminant: the pooled covariance's inverse times the difference of means. */
final class LinearScore {

  private LinearScore() {}

  static ToDoubleFunction<double[]> learn(List<double[]> one, List<double[]> other) {
    int length = one.get(0).length;
    double[] oneMean = mean(one, length);
    double[] otherMean = mean(other, length);
    RealMatrix covariance = new Array2DRowRealMatrix(length, length);
    addScatter(covariance, one, oneMean);
    addScatter(covariance, other, otherMean);
    double[] difference = new double[length];
    double trace = 0;
    for (int j = 0; j < length; j++) {
      difference[j] = oneMean[j] - otherMean[j];
      trace += covariance.getEntry(j, j);
    }
    // A little ridge, so that constant coordinates do no harm.
    for (int j = 0; j < length; j++) {
      covariance.addToEntry(j, j, 1e-9 * trace / length + Double.MIN_NORMAL);
    }
    double[] direction =
        new CholeskyDecomposition(covariance, 1e-6 * trace, 0)
            .getSolver()
            .solve(new ArrayRealVector(difference))
            .toArray();
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

  private static void addScatter(RealMatrix scatter, List<double[]> draws, double[] mean) {
    int length = mean.length;
    double[][] sums = new double[length][length];
    for (double[] draw : draws) {
      for (int j = 0; j < length; j++) {
        double centred = draw[j] - mean[j];
        for (int k = 0; k < length; k++) {
          sums[j][k] += centred * (draw[k] - mean[k]) / draws.size();
        }
      }
    }
    for (int j = 0; j < length; j++) {
      for (int k = 0; k < length; k++) {
        scatter.addToEntry(j, k, sums[j][k]);
      }
    }
  }
}

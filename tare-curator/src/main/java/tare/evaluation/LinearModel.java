package tare.evaluation;

import java.util.Arrays;
import tare.kernel.linear.Cholesky;
import tare.kernel.regression.MultinomialRegression;

/**
 * The weighted linear model: multinomial logistic for classes, least squares for numbers, with the
 * same small ridge per row whatever the rows, so that fits to different tables can be compared.
 *
 * @param ridge penalty ridge/2 |b|^2 beside the mean loss; the intercept has a millionth of it
 */
record LinearModel(double ridge) implements DownstreamLearner {

  static final LinearModel DEFAULT = new LinearModel(1e-3);

  LinearModel {
    if (!(ridge > 0)) {
      throw new IllegalArgumentException("ridge must be above zero. Got: " + ridge);
    }
  }

  @Override
  public String name() {
    return "logistic";
  }

  @Override
  public String title(boolean classification) {
    return classification ? "logistic" : "least squares";
  }

  @Override
  public Trained train(LabelledRows examples, double[] mass) {
    double[] beta = coefficients(examples, mass);
    int width = examples.width() + 1;
    int classes = examples.classes();
    return points -> {
      double[][] scores = new double[Math.max(1, classes)][points.length];
      double[] row = new double[width];
      double[] probabilities = new double[Math.max(1, classes)];
      for (int i = 0; i < points.length; i++) {
        withIntercept(points[i], row, 0);
        if (classes > 0) {
          MultinomialRegression.probabilities(beta, row, 0, width, probabilities);
          for (int k = 0; k < classes; k++) {
            scores[k][i] = probabilities[k];
          }
        } else {
          for (int j = 0; j < width; j++) {
            scores[0][i] += beta[j] * row[j];
          }
        }
      }
      return scores;
    };
  }

  /** The coefficients: intercept first, one block per class but the first. */
  double[] coefficients(LabelledRows examples, double[] mass) {
    double[] weights = examples.present(mass);
    double sum = Arrays.stream(weights).sum();
    if (!(sum > 0)) {
      throw new IllegalArgumentException("At least one row with a target must have weight.");
    }
    for (int r = 0; r < weights.length; r++) {
      weights[r] /= sum;
    }
    int width = examples.width() + 1;
    double[] x = new double[examples.size() * width];
    for (int r = 0; r < examples.size(); r++) {
      withIntercept(examples.points()[r], x, r * width);
    }
    double[] penalties = new double[width];
    Arrays.fill(penalties, ridge);
    penalties[0] = 1e-6 * ridge;
    return examples.classification()
        ? logistic(examples, x, width, weights, penalties)
        : leastSquares(examples.targets(), x, width, weights, penalties);
  }

  private static double[] logistic(
      LabelledRows examples, double[] x, int width, double[] weights, double[] penalties) {
    int[] labels = examples.labels().clone();
    for (int r = 0; r < labels.length; r++) {
      labels[r] = Math.max(0, labels[r]);
    }
    return MultinomialRegression.fit(
            new MultinomialRegression.Problem(x, width, labels, examples.classes(), weights),
            penalties)
        .coefficients();
  }

  private static double[] leastSquares(
      double[] targets, double[] x, int width, double[] weights, double[] penalties) {
    double[] gram = new double[width * width];
    double[] right = new double[width];
    for (int r = 0; r < weights.length; r++) {
      if (weights[r] > 0) {
        for (int j = 0; j < width; j++) {
          double scaled = weights[r] * x[r * width + j];
          right[j] += scaled * targets[r];
          for (int k = 0; k < width; k++) {
            gram[j * width + k] += scaled * x[r * width + k];
          }
        }
      }
    }
    for (int j = 0; j < width; j++) {
      gram[j * width + j] += penalties[j];
    }
    return Cholesky.of(gram, width).solve(right);
  }

  private static void withIntercept(double[] point, double[] out, int at) {
    out[at] = 1;
    System.arraycopy(point, 0, out, at + 1, point.length);
  }
}

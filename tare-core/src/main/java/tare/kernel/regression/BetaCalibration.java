package tare.kernel.regression;

import java.util.Arrays;

/**
 * Beta calibration: a monotone map from a classifier's logit to a calibrated one, fitted to a few
 * labelled rows.
 *
 * <p>With s the classifier's probability the calibrated logit is a log s - b log(1 - s) + c, a and
 * b not negative; a = b = 1, c = 0 leaves everything as it is. Works on logits, so that
 * probabilities near 0 and 1 keep their digits.
 *
 * <p>Reference: Kull, Silva Filho and Flach, "Beta calibration: a well-founded and easily
 * implemented improvement on logistic calibration for binary classifiers", AISTATS 2017.
 *
 * @param a slope for small probabilities, zero or more
 * @param b slope for large probabilities, zero or more
 * @param c shift
 */
public record BetaCalibration(double a, double b, double c) {

  private static final double RIDGE = 1e-3;

  /** The map that changes nothing. */
  public static final BetaCalibration IDENTITY = new BetaCalibration(1, 1, 0);

  public BetaCalibration {
    if (!(a >= 0 && b >= 0) || Double.isNaN(c)) {
      throw new IllegalArgumentException(
          "a and b must be zero or more and c a number. Got: " + a + ", " + b + ", " + c);
    }
  }

  /**
   * The most likely map. A ridge of 0.001/2 on the squared slopes, far below one row's say, keeps
   * them finite when the labels are separated.
   *
   * @param logits of the classifier. Not modified.
   * @param positive the true labels. Not modified.
   * @param weights not negative, one per row. Not modified.
   */
  public static BetaCalibration fit(double[] logits, boolean[] positive, double[] weights) {
    int[] labels = new int[logits.length];
    Arrays.setAll(labels, i -> positive[i] ? 1 : 0);
    if (Arrays.stream(labels).distinct().count() < 2) {
      throw new IllegalArgumentException(
          "Calibration needs rows of both labels. Got: only "
              + (labels.length == 0 ? "none" : labels[0]));
    }
    double[] both = solve(logits, labels, weights, true, true);
    // A negative slope would not be monotone; the best monotone map then lies on the edge
    // (reference, section 4).
    if (both[0] >= 0 && both[1] >= 0) {
      return new BetaCalibration(both[0], both[1], both[2]);
    }
    double[] one = solve(logits, labels, weights, both[0] >= 0, both[0] < 0);
    if (Math.max(one[0], one[1]) > 0 && Math.min(one[0], one[1]) >= 0) {
      return new BetaCalibration(one[0], one[1], one[2]);
    }
    double[] none = solve(logits, labels, weights, false, false);
    return new BetaCalibration(0, 0, none[2]);
  }

  /** The calibrated logit. */
  public double calibrated(double logit) {
    return -a * softplus(-logit) + b * softplus(logit) + c;
  }

  private static double[] solve(
      double[] logits, int[] labels, double[] weights, boolean low, boolean high) {
    int columns = 1 + (low ? 1 : 0) + (high ? 1 : 0);
    double[] x = new double[logits.length * columns];
    for (int i = 0; i < logits.length; i++) {
      int at = i * columns;
      x[at++] = 1;
      if (low) {
        x[at++] = -softplus(-logits[i]);
      }
      if (high) {
        x[at] = softplus(logits[i]);
      }
    }
    double[] penalties = new double[columns];
    Arrays.fill(penalties, 1, columns, RIDGE);
    double[] fit =
        MultinomialRegression.fit(
                new MultinomialRegression.Problem(x, columns, labels, 2, weights), penalties)
            .coefficients();
    return new double[] {low ? fit[1] : 0, high ? fit[columns - 1] : 0, fit[0]};
  }

  /** log(1 + e^t) without overflow. */
  private static double softplus(double t) {
    return Math.max(t, 0) + Math.log1p(Math.exp(-Math.abs(t)));
  }
}

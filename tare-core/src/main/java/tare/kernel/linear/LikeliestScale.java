package tare.kernel.linear;

import java.util.function.DoubleUnaryOperator;

/*
 * A model of two variance components, as in mixed models: deviations are Gaussian with mean zero and
 * covariance C / s + V, C known up to its scale and V diagonal and known. Twice the negative log
 * likelihood is
 *
 *   log det (C / s + V) + d' (C / s + V)^-1 d
 *
 * which is looked at on a coarse grid of log s and then by golden sections around its lowest point.
 */

/**
 * How far deviations reach that are partly noise of known variances and partly of another law,
 * whose covariance is known but for its scale.
 */
public final class LikeliestScale {

  private static final double GRID = 4;

  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** The search ends when the logarithm of the divisor is known to about so much. */
  private static final double NEAR = 0.1;

  private LikeliestScale() {}

  /**
   * By what the covariance is divided where the deviations are likeliest.
   *
   * @param deviations Not modified.
   * @param covariance of one cause, times the divisor: the lower triangle, size x size. Not
   *     modified.
   * @param variances of the other, positive. Not modified.
   * @param least the smallest divisor that may be found, positive
   * @param most the largest, above it
   * @param beforeRow called before each row of each factor; may end it by throwing
   */
  public static double divisor(
      double[] deviations,
      double[] covariance,
      double[] variances,
      double least,
      double most,
      Runnable beforeRow) {
    return lowest(
        divisor -> surprise(deviations, covariance, variances, divisor, beforeRow), least, most);
  }

  /**
   * The same for deviations of which only the variances are looked at, where something else has
   * suggested a divisor.
   *
   * @param ofCause the variances of the one cause, times the divisor. Not modified.
   * @param suggested a divisor
   * @param spread how far the logarithm of the divisor usually is from that of the suggested one
   */
  public static double divisorNear(
      double suggested,
      double spread,
      double[] deviations,
      double[] ofCause,
      double[] variances,
      double least,
      double most) {
    return lowest(
        divisor -> {
          double sum = Math.pow(Math.log(divisor / suggested) / spread, 2);
          for (int j = 0; j < deviations.length; j++) {
            double variance = ofCause[j] / divisor + variances[j];
            sum += Math.log(variance) + deviations[j] * deviations[j] / variance;
          }
          return sum;
        },
        least,
        most);
  }

  /** Where a function of a positive number is lowest. */
  private static double lowest(DoubleUnaryOperator function, double least, double most) {
    double best = least;
    double lowest = function.applyAsDouble(least);
    for (double at = GRID * least; at < most; at *= GRID) {
      double here = function.applyAsDouble(at);
      if (here < lowest) {
        lowest = here;
        best = at;
      }
    }
    return section(function, Math.max(least, best / GRID), Math.min(most, GRID * best));
  }

  private static double section(DoubleUnaryOperator function, double from, double to) {
    DoubleUnaryOperator ofLog = log -> function.applyAsDouble(Math.exp(log));
    double low = Math.log(from);
    double high = Math.log(to);
    double a = high - GOLDEN * (high - low);
    double b = low + GOLDEN * (high - low);
    double atA = ofLog.applyAsDouble(a);
    double atB = ofLog.applyAsDouble(b);
    while (high - low > NEAR) {
      if (atA <= atB) {
        high = b;
        b = a;
        atB = atA;
        a = high - GOLDEN * (high - low);
        atA = ofLog.applyAsDouble(a);
      } else {
        low = a;
        a = b;
        atA = atB;
        b = low + GOLDEN * (high - low);
        atB = ofLog.applyAsDouble(b);
      }
    }
    return Math.exp((low + high) / 2);
  }

  /** Twice the negative log likelihood, but for a constant. */
  private static double surprise(
      double[] deviations,
      double[] covariance,
      double[] variances,
      double divisor,
      Runnable beforeRow) {
    int size = deviations.length;
    double[] whole = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        whole[i * size + j] = covariance[i * size + j] / divisor;
      }
      whole[i * size + i] += variances[i];
    }
    Cholesky factor = Cholesky.of(whole, size, beforeRow);
    double[] white = deviations.clone();
    factor.solveLower(white);
    return factor.logDeterminant() + RowKernel.PLAIN.dot(white, 0, white, 0, size);
  }
}

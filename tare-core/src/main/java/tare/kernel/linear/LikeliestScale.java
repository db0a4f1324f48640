package tare.kernel.linear;

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

  private final double[] deviations;
  private final double[] covariance;
  private final double[] variances;
  private final Runnable beforeRow;

  private LikeliestScale(
      double[] deviations, double[] covariance, double[] variances, Runnable beforeRow) {
    this.deviations = deviations;
    this.covariance = covariance;
    this.variances = variances;
    this.beforeRow = beforeRow;
  }

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
    LikeliestScale scale = new LikeliestScale(deviations, covariance, variances, beforeRow);
    return Math.exp(scale.lowest(Math.log(least), Math.log(most)));
  }

  private double lowest(double least, double most) {
    double step = Math.log(GRID);
    double best = least;
    double lowest = surprise(least);
    for (double log = least + step; log < most; log += step) {
      double here = surprise(log);
      if (here < lowest) {
        lowest = here;
        best = log;
      }
    }
    return section(Math.max(least, best - step), Math.min(most, best + step));
  }

  private double section(double from, double to) {
    double low = from;
    double high = to;
    double a = high - GOLDEN * (high - low);
    double b = low + GOLDEN * (high - low);
    double atA = surprise(a);
    double atB = surprise(b);
    while (high - low > NEAR) {
      if (atA <= atB) {
        high = b;
        b = a;
        atB = atA;
        a = high - GOLDEN * (high - low);
        atA = surprise(a);
      } else {
        low = a;
        a = b;
        atA = atB;
        b = low + GOLDEN * (high - low);
        atB = surprise(b);
      }
    }
    return (low + high) / 2;
  }

  /** Twice the negative log likelihood, but for a constant. */
  private double surprise(double logDivisor) {
    int size = deviations.length;
    double[] whole = new double[size * size];
    double divisor = Math.exp(logDivisor);
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

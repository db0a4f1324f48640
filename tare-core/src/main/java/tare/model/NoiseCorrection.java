package tare.model;

/**
 * What noise zeta on coefficients does to weights, and its correction b(x) = 1 / E[exp(zeta.x)]:
 * exp(zeta.x) b(x) has expectation one. Proofs: docs/proofs/logistic-weights.md.
 *
 * <p>The noise lies on a grid a million times finer than its scale; b is that of the continuous
 * law, and differs from the grid's own by less than one part in 10^10.
 *
 * @param law what the noise is
 * @param scale the law's own parameter: rho, s or sigma
 * @param coordinates the number of coefficients
 */
public record NoiseCorrection(NoiseLaw law, double scale, int coordinates) {

  /** The variance of one coordinate of the noise; zeta.x has |x|^2 times that. */
  public double variance() {
    double square = scale * scale;
    return switch (law) {
      case LAPLACE -> 2 * square;
      case SPHERICAL -> (coordinates + 1) * square;
      case GAUSSIAN -> square;
    };
  }

  /**
   * How much of the domain of b a vector uses: b(x) exists when this is below 1. It falls as 1/eps
   * and as 1/lambda.
   */
  public double reach(double length, double largestCoordinate) {
    return switch (law) {
      case LAPLACE -> scale * largestCoordinate;
      case SPHERICAL -> scale * length;
      case GAUSSIAN -> 0;
    };
  }

  /**
   * log b(x), or NaN outside the domain: never clipped.
   *
   * @param matrix holds x from {@code from} on. Not modified.
   */
  public double logCorrection(double[] matrix, int from) {
    return switch (law) {
      case LAPLACE -> logOfProduct(matrix, from);
      case SPHERICAL -> {
        double t = scaledSquare(matrix, from);
        yield t < 1 ? (coordinates + 1) / 2.0 * Math.log1p(-t) : Double.NaN;
      }
      case GAUSSIAN -> -scaledSquare(matrix, from) / 2;
    };
  }

  private double logOfProduct(double[] matrix, int from) {
    double log = 0;
    for (int j = 0; j < coordinates; j++) {
      double t = scale * matrix[from + j];
      if (!(Math.abs(t) < 1)) {
        return Double.NaN;
      }
      log += Math.log1p(-t * t); // log1p, because t^2 is often below 1e-8.
    }
    return log;
  }

  private double scaledSquare(double[] matrix, int from) {
    double squares = 0;
    for (int j = 0; j < coordinates; j++) {
      double t = scale * matrix[from + j];
      squares += t * t;
    }
    return squares;
  }
}

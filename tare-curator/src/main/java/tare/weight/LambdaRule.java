package tare.weight;

/**
 * The ridge penalty from public numbers: it balances what the penalty shrinks away against the
 * noise that it holds down. See docs/notes/lambda.md.
 *
 * <p>With features of mean square v per coordinate the Hessian of the loss is close to v/2, so a
 * penalty lambda shrinks the log weight by lambda / (lambda + v/2); privacy noise in the log weight
 * is {@code unitNoise / lambda}. The rule takes the lambda that minimises the mean squared error of
 * both together for log density ratios of standard deviation {@link #EXPECTED_SIGNAL}. The answer
 * moves with the square root of that assumption only.
 */
public final class LambdaRule {

  /** The standard deviation of the log density ratio that the rule expects. */
  public static final double EXPECTED_SIGNAL = 1;

  private static final int STEPS = 400;

  private LambdaRule() {}

  /**
   * The penalty.
   *
   * @param unitNoise standard deviation of privacy noise in a log weight at lambda = 1; it falls as
   *     1/lambda
   * @param meanSquare mean square of a feature's coordinate over the synthetic rows
   * @return at most {@code meanSquare / 2}, where half of the signal is shrunk away: if even that
   *     leaves too much noise, weights cannot be had, and the verdict must say so instead of giving
   *     uniform weights under another name
   */
  public static double lambda(double unitNoise, double meanSquare) {
    double curvature = meanSquare / 2;
    double best = curvature;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= STEPS; i++) {
      double lambda = curvature * Math.pow(10, -6.0 * i / STEPS);
      double error = squaredError(lambda, unitNoise, curvature);
      if (error < least) {
        least = error;
        best = lambda;
      }
    }
    return best;
  }

  private static double squaredError(double lambda, double unitNoise, double curvature) {
    double shrunk = EXPECTED_SIGNAL * lambda / (lambda + curvature);
    double noise = unitNoise / lambda;
    return shrunk * shrunk + noise * noise;
  }
}

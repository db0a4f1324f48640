package tare.kernel.tail;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.Erfc;

/**
 * Tests whether importance weights have a finite variance: a likelihood ratio on the generalised
 * Pareto tail.
 *
 * <p>The weights above a high threshold follow a generalised Pareto law, and their variance exists
 * if its shape is below one half. The hypothesis is shape = 1/2, the alternative a heavier tail.
 * The signed root of the likelihood ratio is standard normal under the hypothesis; only large
 * positive values speak against a finite variance.
 *
 * <p>Reference: Koopman, Shephard and Creal, "Testing the assumptions behind importance sampling",
 * Journal of Econometrics 149 (2009). Erratum to a public implementation: it takes the ratio as 2
 * (restricted - free), which is never positive, and so never rejects; the statistic is 2 (free -
 * restricted).
 */
public final class FiniteVarianceTest {

  private static final double BOUNDARY = 0.5;
  private static final int SMALLEST_TAIL = 20;

  private FiniteVarianceTest() {}

  /**
   * What the test found.
   *
   * @param signedRoot standard normal at the boundary; positive when the tail looks too heavy
   * @param pValue the chance of a tail at least as heavy at the boundary; small values speak
   *     against a finite variance. NaN, like the other figures, when the tail holds too few
   *     distinct weights.
   * @param shape the most likely shape of the tail, zero or more
   * @param tailLength how many weights were taken as the tail
   */
  public record Result(double signedRoot, double pValue, double shape, int tailLength) {}

  /**
   * A tenth of the weights, at most a fifth and at least 3 sqrt(n) where those allow. A fixed
   * share, more than Pareto smoothing takes, because the test needs numbers: the standard error of
   * the shape is 1.5 / sqrt(tail).
   */
  public static int defaultTailLength(int n) {
    return (int) Math.ceil(Math.min(0.2 * n, Math.max(3 * Math.sqrt(n), 0.1 * n)));
  }

  /**
   * Tests the tail of the default length.
   *
   * @param logWeights Not modified.
   */
  public static Result of(double[] logWeights) {
    return of(logWeights, defaultTailLength(logWeights.length));
  }

  /**
   * Tests the largest weights.
   *
   * @param logWeights Not modified.
   */
  public static Result of(double[] logWeights, int tailLength) {
    double[] sorted = logWeights.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    if (tailLength >= n || tailLength < SMALLEST_TAIL) {
      return new Result(Double.NaN, Double.NaN, Double.NaN, tailLength);
    }
    double max = sorted[n - 1];
    double cutoff = Math.exp(sorted[n - tailLength - 1] - max);
    double[] exceedances =
        Arrays.stream(sorted, n - tailLength, n)
            .map(logWeight -> Math.exp(logWeight - max) - cutoff)
            .filter(z -> z > 0)
            .toArray();
    if (exceedances.length < SMALLEST_TAIL) {
      return new Result(Double.NaN, Double.NaN, Double.NaN, tailLength);
    }
    GeneralizedPareto.Fit free = GeneralizedPareto.fitHeavy(exceedances);
    GeneralizedPareto.Fit boundary = GeneralizedPareto.fitScale(exceedances, BOUNDARY);
    double ratio =
        2
            * (GeneralizedPareto.logLikelihood(exceedances, free)
                - GeneralizedPareto.logLikelihood(exceedances, boundary));
    double root = Math.copySign(Math.sqrt(Math.max(0, ratio)), free.shape() - BOUNDARY);
    return new Result(root, 0.5 * Erfc.value(root / Math.sqrt(2)), free.shape(), tailLength);
  }
}

package tare.kernel.tail;

import java.util.Arrays;

/**
 * Pareto smoothed importance sampling: the largest weights are replaced by the expected order
 * statistics of a generalised Pareto law fitted to them.
 *
 * <p>Reference: Vehtari, Simpson, Gelman, Yao and Gabry, "Pareto smoothed importance sampling",
 * JMLR 25 (2024). Agrees with R's loo::psis (r_eff = 1).
 */
public final class ParetoSmoothing {

  /** Fewer tail weights than this say nothing about the tail. */
  private static final int SMALLEST_TAIL = 5;

  private ParetoSmoothing() {}

  /**
   * Smoothed weights and what the fit said.
   *
   * @param logWeights in the order of the input, on its scale; none above the largest input
   * @param shape the Pareto k of the tail, or NaN when there are too few or only equal tail weights
   *     to fit one (then nothing is smoothed)
   * @param tailLength how many of the largest weights were taken as the tail
   */
  public record Smoothed(double[] logWeights, double shape, int tailLength) {}

  /** The tail length of the reference: ceil(min(n / 5, 3 sqrt(n))). */
  public static int defaultTailLength(int n) {
    return (int) Math.ceil(Math.min(0.2 * n, 3 * Math.sqrt(n)));
  }

  /** {@link #smooth(double[], int)} with the default tail length. */
  public static Smoothed smooth(double[] logWeights) {
    return smooth(logWeights, defaultTailLength(logWeights.length));
  }

  /**
   * Smooths the largest weights.
   *
   * @param logWeights Not modified.
   */
  public static Smoothed smooth(double[] logWeights, int tailLength) {
    int n = logWeights.length;
    double[] smoothed = logWeights.clone();
    if (tailLength < SMALLEST_TAIL || tailLength >= n) {
      return new Smoothed(smoothed, Double.NaN, tailLength);
    }
    int[] order = ascending(logWeights);
    double max = logWeights[order[n - 1]];
    double cutoff = Math.exp(logWeights[order[n - tailLength - 1]] - max);
    double[] exceedances = new double[tailLength];
    for (int i = 0; i < tailLength; i++) {
      exceedances[i] = Math.exp(logWeights[order[n - tailLength + i]] - max) - cutoff;
    }
    GeneralizedPareto.Fit fit = fitTail(exceedances);
    if (Double.isNaN(fit.shape())) {
      return new Smoothed(smoothed, Double.NaN, tailLength);
    }
    for (int i = 0; i < tailLength; i++) {
      double p = (i + 0.5) / tailLength;
      double weight = cutoff + GeneralizedPareto.quantile(p, fit);
      smoothed[order[n - tailLength + i]] = max + Math.min(0, Math.log(weight));
    }
    return new Smoothed(smoothed, fit.shape(), tailLength);
  }

  /**
   * Weights made from categories come in ties. Where a quarter or more of the tail sits on the
   * threshold itself, the law is fitted to those strictly above it; where those are fewer than five
   * or all equal, no law is.
   */
  private static GeneralizedPareto.Fit fitTail(double[] ascending) {
    int m = ascending.length;
    double quartile = ascending[(int) (m / 4.0 + 0.5) - 1];
    double[] above =
        quartile > 0 ? ascending : Arrays.copyOfRange(ascending, firstAbove(ascending), m);
    GeneralizedPareto.Fit none = new GeneralizedPareto.Fit(Double.NaN, Double.NaN);
    // A hundred ulps, as the reference has it: a spread below that is rounding.
    if (above.length < SMALLEST_TAIL
        || Math.log(above[above.length - 1]) - Math.log(above[0]) < 100 * Math.ulp(1.0)) {
      return none;
    }
    GeneralizedPareto.Fit fit = GeneralizedPareto.fitBayes(above);
    return Double.isFinite(fit.shape()) && fit.scale() > 0 ? fit : none;
  }

  private static int firstAbove(double[] ascending) {
    int first = 0;
    while (first < ascending.length && ascending[first] <= 0) {
      first++;
    }
    return first;
  }

  /** Positions in ascending order of value; equal values keep their order. */
  private static int[] ascending(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(values[a], values[b]));
    int[] result = new int[order.length];
    Arrays.setAll(result, i -> order[i]);
    return result;
  }
}

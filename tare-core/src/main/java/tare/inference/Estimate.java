package tare.inference;

import java.util.OptionalDouble;
import tare.kernel.special.StudentT;

/**
 * One number with how sure it is.
 *
 * @param standardError by the replicates; NaN where too many of them have no such number, and then
 *     there is no interval either
 * @param interval its ends are NaN where there is none
 * @param degreesOfFreedom of the t quantile behind the interval
 * @param worthRows as how many real rows, directly seen, the release is worth for this number;
 *     never more than there were; empty where it cannot be told
 */
public record Estimate(
    String name,
    double value,
    double standardError,
    Interval interval,
    int degreesOfFreedom,
    OptionalDouble worthRows) {

  /**
   * The two-sided p-value of the hypothesis that the truth is zero; NaN where there is no standard
   * error.
   */
  public double pValue() {
    return pValue(0);
  }

  /** The two-sided p-value of the hypothesis that the truth is a given number. */
  public double pValue(double hypothesis) {
    double t = Math.abs(value - hypothesis) / standardError;
    return Double.isNaN(t) ? Double.NaN : StudentT.outside(t, degreesOfFreedom);
  }

  /** Whether there is an interval at all. */
  public boolean hasInterval() {
    return !Double.isNaN(interval.lower()) && !Double.isNaN(interval.upper());
  }
}

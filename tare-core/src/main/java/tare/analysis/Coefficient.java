package tare.analysis;

import org.apache.commons.numbers.gamma.InverseErf;
import tare.inference.Interval;

/**
 * One estimated coefficient.
 *
 * @param standardError of the sandwich kind, see {@link Regression}
 */
public record Coefficient(String name, double estimate, double standardError) {

  /**
   * The normal interval around the estimate. It covers the chance of drawing these rows from their
   * law with the weights taken as given; not the noise in the weights, for which there is {@link
   * Bootstrap}, nor what the weights fail to correct.
   */
  public Interval interval(double level) {
    double z = Math.sqrt(2) * InverseErf.value(level);
    return new Interval(level, estimate - z * standardError, estimate + z * standardError);
  }
}

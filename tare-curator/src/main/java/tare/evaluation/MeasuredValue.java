package tare.evaluation;

/**
 * A number with its standard error.
 *
 * @param standardError from drawing the real rows again; NaN when it could not be computed
 */
public record MeasuredValue(double value, double standardError) {

  /** Whether the value is away from zero, on either side, by more than one standard error. */
  boolean beyondOneStandardError() {
    return Math.abs(value) > standardError;
  }
}

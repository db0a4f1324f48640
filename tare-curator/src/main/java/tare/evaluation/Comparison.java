package tare.evaluation;

/**
 * One metric of weighted and of unweighted synthetic rows against the same real rows.
 *
 * @param metric its name
 * @param higherIsBetter which way is good
 * @param weighted with the weights
 * @param unweighted with every row counting the same
 * @param gain how much better the weighted rows are, positive being better whichever way the metric
 *     goes; its error is that of the paired difference
 * @param realHalves the metric between two random halves of the real rows: about what perfect
 *     synthetic rows would reach
 */
public record Comparison(
    String metric,
    boolean higherIsBetter,
    MeasuredValue weighted,
    MeasuredValue unweighted,
    MeasuredValue gain,
    double realHalves) {

  /** Whether the weights made this metric better by more than one standard error. */
  public boolean better() {
    return gain.value() > 0 && gain.beyondOneStandardError();
  }

  /** Whether the weights made this metric worse by more than one standard error. */
  public boolean worse() {
    return gain.value() < 0 && gain.beyondOneStandardError();
  }
}

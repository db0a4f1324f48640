package tare.evaluation;

/**
 * Two columns of synthetic rows beside the held-out ones.
 *
 * @param distance the total variation distance of their joint shares, in cells at the quantiles of
 *     the real rows
 * @param realHalves the same between two halves of the real rows
 */
public record PairFit(String first, String second, double distance, double realHalves) {

  /** How much further off than chance alone would be. */
  public double excess() {
    return distance - realHalves;
  }
}

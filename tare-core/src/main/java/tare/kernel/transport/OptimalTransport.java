package tare.kernel.transport;

/**
 * Exact optimal transport between two discrete measures, by a network simplex on the complete
 * bipartite graph.
 *
 * <p>The answer is exact in the sense of linear programming: it comes with dual potentials, and
 * {@link Solution#gap()} bounds what any other plan could still save. Total masses are taken as one
 * on both sides.
 */
public final class OptimalTransport {

  private OptimalTransport() {}

  /**
   * An optimal plan with its certificate.
   *
   * @param cost the cost of the plan, per unit of mass
   * @param gap an upper bound on {@code cost} minus the true optimum
   * @param source the source of each flow
   * @param sink the sink of each flow
   * @param mass what each flow carries; all flows sum to one
   * @param sourcePotential dual prices of the sources
   * @param sinkPotential dual prices of the sinks: {@code sourcePotential[i] + sinkPotential[j] <=
   *     cost[i][j]} up to rounding
   * @param pivots how many exchanges of the simplex it took
   */
  public record Solution(
      double cost,
      double gap,
      int[] source,
      int[] sink,
      double[] mass,
      double[] sourcePotential,
      double[] sinkPotential,
      long pivots) {}

  /**
   * Solves the transport problem.
   *
   * @param cost cost of one unit from source i to sink j at {@code i * sinkMass.length + j};
   *     finite. Not modified.
   * @param sourceMass not negative, finite, with a positive sum; normalised to sum one. Not
   *     modified.
   * @param sinkMass not negative, finite, with a positive sum; normalised to sum one. Not modified.
   */
  public static Solution solve(double[] cost, double[] sourceMass, double[] sinkMass) {
    if ((long) sourceMass.length * sinkMass.length != cost.length) {
      throw new IllegalArgumentException(
          "cost must have sources x sinks entries. Got: "
              + cost.length
              + " for "
              + sourceMass.length
              + " x "
              + sinkMass.length);
    }
    double largest = 0;
    for (double c : cost) {
      if (!Double.isFinite(c)) {
        throw new IllegalArgumentException("Every cost must be finite. Got: " + c);
      }
      largest = Math.max(largest, Math.abs(c));
    }
    long[] supply = Masses.whole(sourceMass, "source mass");
    long[] demand = Masses.whole(sinkMass, "sink mass");
    return new TransportSimplex(cost, largest, supply, demand).solve();
  }

  /**
   * The Wasserstein-1 distance with Euclidean ground cost between two weighted point sets.
   *
   * @param a points, one per row, all of the same dimension. Not modified.
   * @param massOfA weights of the points of {@code a}; normalised to sum one. Not modified.
   * @param b points, one per row, of the same dimension. Not modified.
   * @param massOfB weights of the points of {@code b}; normalised to sum one. Not modified.
   */
  public static double wasserstein1(
      double[][] a, double[] massOfA, double[][] b, double[] massOfB) {
    return solve(Distances.euclidean(a, b), massOfA, massOfB).cost();
  }
}

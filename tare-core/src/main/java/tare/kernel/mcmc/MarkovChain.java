package tare.kernel.mcmc;

/**
 * The draws of one chain after warm-up, with what the sampler noted at each; arrays are not copied.
 *
 * @param draws one position per draw
 * @param logDensity at each draw
 * @param acceptance the mean acceptance probability along each trajectory
 * @param stepSize the one step size of all draws
 * @param treeDepth doublings of each trajectory (zero for static trajectories)
 * @param leapfrogs gradient evaluations of each draw
 * @param divergent whether the trajectory's energy error passed all bounds
 * @param energy the total energy at each draw
 * @param inverseMetric the diagonal of the inverse mass matrix after warm-up
 */
public record MarkovChain(
    double[][] draws,
    double[] logDensity,
    double[] acceptance,
    double stepSize,
    int[] treeDepth,
    int[] leapfrogs,
    boolean[] divergent,
    double[] energy,
    double[] inverseMetric) {

  /** The same notes about other positions. */
  public MarkovChain withDraws(double[][] others) {
    return new MarkovChain(
        others,
        logDensity,
        acceptance,
        stepSize,
        treeDepth,
        leapfrogs,
        divergent,
        energy,
        inverseMetric);
  }

  /** Room for a number of draws. */
  static MarkovChain ofLength(int length, double stepSize, double[] inverseMetric) {
    return new MarkovChain(
        new double[length][],
        new double[length],
        new double[length],
        stepSize,
        new int[length],
        new int[length],
        new boolean[length],
        new double[length],
        inverseMetric);
  }
}

package tare.kernel.mcmc;

/**
 * The logarithm of an unnormalised density on all of R^d, with its gradient.
 *
 * <p>An instance may keep scratch space: one thread uses it at a time.
 */
public interface LogDensity {

  /** d. */
  int dimension();

  /**
   * The log density at a position; negative infinity or NaN where there is none.
   *
   * @param position Not modified.
   * @param gradient filled with the derivatives. Modified.
   */
  double evaluate(double[] position, double[] gradient);
}

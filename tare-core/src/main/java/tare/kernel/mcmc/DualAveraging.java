package tare.kernel.mcmc;

/**
 * Finds the step size whose acceptance rate is the wanted one.
 *
 * <p>Reference: Hoffman and Gelman, "The No-U-Turn sampler", JMLR 15 (2014), section 3.2, with its
 * constants.
 */
final class DualAveraging {

  private static final double GAMMA = 0.05;
  private static final double T0 = 10;
  private static final double KAPPA = 0.75;

  private final double target;
  private double mu;
  private double errorSum;
  private double averageLogStep;
  private int count;

  DualAveraging(double target) {
    this.target = target;
  }

  /** Begins anew around a first guess. */
  void restart(double stepSize) {
    mu = Math.log(10 * stepSize);
    errorSum = 0;
    averageLogStep = 0;
    count = 0;
  }

  /** Takes in one trajectory's acceptance and gives the next step size to try. */
  double next(double acceptance) {
    count++;
    double share = 1 / (count + T0);
    errorSum = (1 - share) * errorSum + share * (target - Math.min(1, acceptance));
    double logStep = mu - errorSum * Math.sqrt(count) / GAMMA;
    double eta = Math.pow(count, -KAPPA);
    averageLogStep = (1 - eta) * averageLogStep + eta * logStep;
    return Math.exp(logStep);
  }

  /** The step size to keep. */
  double settled() {
    return Math.exp(averageLogStep);
  }
}

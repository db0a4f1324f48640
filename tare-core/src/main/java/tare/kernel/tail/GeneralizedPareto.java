package tare.kernel.tail;

/*
 * The density of an exceedance z >= 0 is (1/scale) (1 + shape z / scale)^(-1/shape - 1). Both fits work on
 * theta = shape / scale, for which the best shape is known in closed form: shape(theta) = mean log(1 + theta z),
 * so that one parameter is left (Grimshaw 1993).
 */

/**
 * The generalised Pareto law of exceedances over a threshold: fits, likelihood and quantiles.
 *
 * <p>References: [1] Zhang and Stephens, "A new and efficient estimation method for the generalized
 * Pareto distribution", Technometrics 51 (2009). [2] Vehtari, Simpson, Gelman, Yao and Gabry,
 * "Pareto smoothed importance sampling", JMLR 25 (2024), whose weak prior on the shape is applied
 * by {@link #fitBayes}.
 */
public final class GeneralizedPareto {

  /** The weight of the prior in observations, and the shape it pulls towards: [2], appendix C. */
  private static final double PRIOR_SIZE = 10;

  private static final double PRIOR_SHAPE = 0.5;

  private GeneralizedPareto() {}

  /**
   * A fitted law.
   *
   * @param shape k or xi; moments of order 1/shape and above do not exist when it is positive
   * @param scale positive
   */
  public record Fit(double shape, double scale) {}

  /**
   * The estimate of [1] (a quasi-Bayesian mean over theta) with the shape pulled weakly to one half
   * as in [2].
   *
   * @param exceedances ascending, the last one and the first quartile positive. Not modified.
   */
  public static Fit fitBayes(double[] exceedances) {
    int n = exceedances.length;
    int points = 30 + (int) Math.sqrt(n);
    double largest = exceedances[n - 1];
    double quartile = exceedances[(int) (n / 4.0 + 0.5) - 1];
    double[] theta = new double[points];
    double[] logLikelihood = new double[points];
    for (int j = 0; j < points; j++) {
      // The sign of [1]: its theta is minus ours.
      theta[j] = -(1 / largest + (1 - Math.sqrt(points / (j + 0.5))) / 3 / quartile);
      logLikelihood[j] = n * meanProfile(exceedances, theta[j]);
    }
    double[] shares = LogWeights.shares(logLikelihood);
    double mean = 0;
    for (int j = 0; j < points; j++) {
      mean += theta[j] * shares[j];
    }
    double shape = meanLog1p(exceedances, mean);
    double scale = shape / mean;
    return new Fit((shape * n + PRIOR_SHAPE * PRIOR_SIZE) / (n + PRIOR_SIZE), scale);
  }

  /**
   * The most likely law among those of shape zero or more.
   *
   * @param exceedances not negative, not all zero, in any order. Not modified.
   */
  public static Fit fitHeavy(double[] exceedances) {
    double mean = mean(exceedances);
    // A coarse search first, because the profile may be flat at both ends; then golden section
    // between neighbours.
    double best = 0;
    double bestValue = Double.NEGATIVE_INFINITY;
    for (double logTheta = -12; logTheta <= 12; logTheta += 0.5) {
      double value = meanProfile(exceedances, Math.exp(logTheta) / mean);
      if (value > bestValue) {
        bestValue = value;
        best = logTheta;
      }
    }
    double lo = best - 0.5;
    double hi = best + 0.5;
    double golden = (Math.sqrt(5) - 1) / 2;
    while (hi - lo > 1e-9) {
      double a = hi - golden * (hi - lo);
      double b = lo + golden * (hi - lo);
      if (meanProfile(exceedances, Math.exp(a) / mean)
          < meanProfile(exceedances, Math.exp(b) / mean)) {
        lo = a;
      } else {
        hi = b;
      }
    }
    double theta = Math.exp((lo + hi) / 2) / mean;
    double shape = meanLog1p(exceedances, theta);
    Fit fit = new Fit(shape, shape / theta);
    Fit exponential = new Fit(0, mean);
    return logLikelihood(exceedances, exponential) > logLikelihood(exceedances, fit)
        ? exponential
        : fit;
  }

  /**
   * The most likely scale for a given positive shape.
   *
   * @param exceedances not negative, not all zero, in any order. Not modified.
   */
  public static Fit fitScale(double[] exceedances, double shape) {
    // In u = log(shape / scale) the score is (1 + 1/shape) sum t/(1+t) - n with t = e^u z: it rises
    // in u, so bisect.
    double logMean = Math.log(mean(exceedances));
    double lo = -40 - logMean;
    double hi = 40 - logMean;
    for (int step = 0; step < 90; step++) {
      double mid = (lo + hi) / 2;
      double theta = Math.exp(mid);
      double sum = 0;
      for (double z : exceedances) {
        sum += theta * z / (1 + theta * z);
      }
      if ((1 + 1 / shape) * sum > exceedances.length) {
        hi = mid;
      } else {
        lo = mid;
      }
    }
    return new Fit(shape, shape / Math.exp((lo + hi) / 2));
  }

  /**
   * The log likelihood of independent exceedances.
   *
   * @param exceedances Not modified.
   */
  public static double logLikelihood(double[] exceedances, Fit fit) {
    int n = exceedances.length;
    if (fit.shape() == 0) {
      return -n * Math.log(fit.scale()) - n * mean(exceedances) / fit.scale();
    }
    double theta = fit.shape() / fit.scale();
    return -n * Math.log(fit.scale()) - (1 + 1 / fit.shape()) * n * meanLog1p(exceedances, theta);
  }

  /** The exceedance that a share p of all stay below. */
  public static double quantile(double p, Fit fit) {
    double logSurvival = Math.log1p(-p);
    return fit.shape() == 0
        ? -fit.scale() * logSurvival
        : fit.scale() * Math.expm1(-fit.shape() * logSurvival) / fit.shape();
  }

  /** The log likelihood per exceedance, maximised over the shape at a given theta. */
  private static double meanProfile(double[] exceedances, double theta) {
    double shape = meanLog1p(exceedances, theta);
    return Math.log(theta / shape) - shape - 1;
  }

  /** log1p, because theta z is often far below one. */
  private static double meanLog1p(double[] exceedances, double theta) {
    double sum = 0;
    for (double z : exceedances) {
      sum += Math.log1p(theta * z);
    }
    return sum / exceedances.length;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}

package tare.accounting;

import tare.accounting.PrivacyEvent.DiscreteGaussian;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Spherical;

/** The Renyi divergence of single events, at one order above 1: the larger of add and remove. */
final class RenyiDivergence {

  private RenyiDivergence() {}

  static double of(PrivacyEvent event, double order) {
    if (event instanceof PoissonSampled sampled) {
      return ofSampled(sampled.rate(), sampled.event(), order);
    }
    if (event instanceof Gaussian e) {
      return order / (2 * e.noiseMultiplier() * e.noiseMultiplier());
    }
    if (event instanceof DiscreteGaussian e) {
      // As for the continuous law, in any dimension: Canonne, Kamath and Steinke 2020, Prop. 5.
      double multiplier = e.sigma() / e.sensitivity();
      return order / (2 * multiplier * multiplier);
    }
    if (event instanceof Laplace e) {
      return ofLaplace(1 / e.noiseMultiplier(), order);
    }
    if (event instanceof Exponential e) {
      return Math.min(order * e.epsilon() * e.epsilon() / 8, ofPure(e.epsilon(), order));
    }
    return ofPure(pureEpsilon(event), order);
  }

  /** The largest loss of an event that is pure epsilon, else infinity. */
  static double pureEpsilon(PrivacyEvent event) {
    if (event instanceof Laplace e) {
      return 1 / e.noiseMultiplier();
    }
    if (event instanceof DiscreteLaplace e) {
      return e.sensitivity() / e.scale();
    }
    if (event instanceof Spherical e) {
      return e.epsilon();
    }
    if (event instanceof Exponential e) {
      return e.epsilon();
    }
    if (event instanceof PoissonSampled e) {
      double epsilon = pureEpsilon(e.event());
      // log(1 - q + q e^eps), the loss when a row is removed; adding loses less.
      return epsilon > 700
          ? epsilon + Math.log(e.rate())
          : Math.log1p(e.rate() * Math.expm1(epsilon));
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double ofLaplace(double epsilon, double order) {
    // Mironov 2017, Prop. 6, with exp(epsilon (order - 1)) taken out of the logarithm.
    double other = (order - 1) / (2 * order - 1) * Math.exp(-epsilon * (2 * order - 1));
    return epsilon + Math.log(order / (2 * order - 1) + other) / (order - 1);
  }

  /** Randomised response has the largest divergence of all that is pure epsilon. */
  private static double ofPure(double epsilon, double order) {
    double logYes = -Math.log1p(Math.exp(-epsilon));
    double logNo = logYes - epsilon;
    return logSum(order * logYes + (1 - order) * logNo, order * logNo + (1 - order) * logYes)
        / (order - 1);
  }

  private static double ofSampled(double rate, PrivacyEvent event, double order) {
    if (event instanceof Gaussian e) {
      return SampledGaussianDivergence.of(rate, e.noiseMultiplier(), order);
    }
    if (event instanceof DiscreteGaussian e) {
      // At whole orders the moments of the likelihood ratio are those of the continuous law, since
      // whole multiples of a whole shift are whole (docs/proofs/accounting.md).
      return order == Math.rint(order)
          ? SampledGaussianDivergence.of(rate, e.sigma() / e.sensitivity(), order)
          : Double.POSITIVE_INFINITY;
    }
    return ofSampledPure(rate, pureEpsilon(event), order);
  }

  /** Randomised response on a lot: both answers, both directions. */
  private static double ofSampledPure(double rate, double epsilon, double order) {
    double yes = 1 / (1 + Math.exp(-epsilon));
    double no = 1 / (1 + Math.exp(epsilon));
    double mixedYes = rate * yes + (1 - rate) * no;
    double mixedNo = rate * no + (1 - rate) * yes;
    return Math.max(
        ofTwo(mixedYes, mixedNo, no, yes, order), ofTwo(no, yes, mixedYes, mixedNo, order));
  }

  /** The divergence of the two-point law (p1, p2) from (q1, q2). */
  private static double ofTwo(double p1, double p2, double q1, double q2, double order) {
    return logSum(
            order * Math.log(p1) + (1 - order) * Math.log(q1),
            order * Math.log(p2) + (1 - order) * Math.log(q2))
        / (order - 1);
  }

  static double logSum(double a, double b) {
    double high = Math.max(a, b);
    return high == Double.NEGATIVE_INFINITY
        ? high
        : high + Math.log1p(Math.exp(Math.min(a, b) - high));
  }
}

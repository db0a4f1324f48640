package tare.privacy;

import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Accounts by Renyi differential privacy: Renyi divergences add up under composition, order by
 * order, and the best order is turned into (epsilon, delta) by Proposition 12 of Canonne, Kamath
 * and Steinke, "The Discrete Gaussian for Differential Privacy" (2020).
 */
public final class RdpAccountant implements Accountant {

  /**
   * The orders that dp_accounting looks at by default, so that figures can be compared. Privacy
   * loss distributions are tighter in any case; this accountant is the second opinion.
   */
  private static final double[] ORDERS =
      DoubleStream.concat(
              IntStream.range(1, 100).mapToDouble(i -> 1 + i / 10.0),
              DoubleStream.concat(
                  IntStream.range(11, 64).asDoubleStream(), DoubleStream.of(128, 256, 512, 1024)))
          .toArray();

  @Override
  public double epsilon(PrivacyEvent event, double delta) {
    AccountantRules.requireDelta(delta);
    double[] divergence = divergences(EventCounts.of(event));
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ORDERS.length; i++) {
      best = Math.min(best, epsilonAt(ORDERS[i], divergence[i], delta));
    }
    return Math.max(0, best);
  }

  @Override
  public double delta(PrivacyEvent event, double epsilon) {
    AccountantRules.requireEpsilon(epsilon);
    double[] divergence = divergences(EventCounts.of(event));
    double best = 1;
    for (int i = 0; i < ORDERS.length; i++) {
      best = Math.min(best, deltaAt(ORDERS[i], divergence[i], epsilon));
    }
    return best;
  }

  /** The divergence of all events together at each order. */
  private static double[] divergences(EventCounts events) {
    double[] sums = new double[ORDERS.length];
    for (int i = 0; i < ORDERS.length; i++) {
      double sum = events.nonPrivate() ? Double.POSITIVE_INFINITY : 0;
      for (Map.Entry<PrivacyEvent, Long> entry : events.counts().entrySet()) {
        sum += entry.getValue() * RenyiDivergence.of(entry.getKey(), ORDERS[i]);
      }
      sums[i] = sum;
    }
    return sums;
  }

  private static double epsilonAt(double order, double divergence, double delta) {
    if (divergence == 0) {
      return 0;
    }
    if (delta == 0) {
      return Double.POSITIVE_INFINITY;
    }
    // Bretagnolle and Huber: total variation is at most sqrt(1 - exp(-KL)), KL at most divergence.
    if (delta * delta > -Math.expm1(-divergence)) {
      return 0;
    }
    return divergence + Math.log1p(-1 / order) - Math.log(delta * order) / (order - 1);
  }

  private static double deltaAt(double order, double divergence, double epsilon) {
    if (divergence == 0) {
      return 0;
    }
    double byOrder =
        Math.exp((order - 1) * (divergence - epsilon + Math.log1p(-1 / order))) / order;
    return Math.min(byOrder, Math.sqrt(-Math.expm1(-divergence)));
  }
}

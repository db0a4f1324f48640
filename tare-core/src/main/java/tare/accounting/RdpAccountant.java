package tare.accounting;

import java.util.Map;
import java.util.function.DoubleUnaryOperator;
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
    EventCounts events = EventCounts.of(event);
    return Math.max(0, best(order -> epsilonAt(order, divergence(events, order), delta)));
  }

  @Override
  public double delta(PrivacyEvent event, double epsilon) {
    AccountantRules.requireEpsilon(epsilon);
    EventCounts events = EventCounts.of(event);
    return Math.min(1, best(order -> deltaAt(order, divergence(events, order), epsilon)));
  }

  /** The epsilon that one order, settled beforehand, shows for an event at a delta. */
  static double epsilonAt(int order, PrivacyEvent event, double delta) {
    return Math.max(0, epsilonAt(order, divergence(EventCounts.of(event), order), delta));
  }

  /** What the step from a divergence to (epsilon, delta) adds to it. */
  static double conversion(double order, double delta) {
    return Math.log1p(-1 / order) - Math.log(delta * order) / (order - 1);
  }

  /**
   * The smallest value over the orders. Fractional orders are looked at next to the best whole one
   * only: they are dear, and both bounds have one valley over the orders.
   */
  private static double best(DoubleUnaryOperator valueAt) {
    double best = Double.POSITIVE_INFINITY;
    double bestOrder = 2;
    for (double order : ORDERS) {
      double value = order == Math.rint(order) ? valueAt.applyAsDouble(order) : best;
      if (value < best) {
        best = value;
        bestOrder = order;
      }
    }
    for (double order : ORDERS) {
      if (order != Math.rint(order) && Math.abs(order - bestOrder) < 1) {
        best = Math.min(best, valueAt.applyAsDouble(order));
      }
    }
    return best;
  }

  /** The divergence of all events together at an order. */
  private static double divergence(EventCounts events, double order) {
    double sum = events.nonPrivate() ? Double.POSITIVE_INFINITY : 0;
    for (Map.Entry<PrivacyEvent, Long> entry : events.counts().entrySet()) {
      sum += entry.getValue() * RenyiDivergence.of(entry.getKey(), order);
    }
    return sum;
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
    return divergence + conversion(order, delta);
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

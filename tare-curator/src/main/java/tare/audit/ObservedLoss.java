package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tare.accounting.Accounting;
import tare.accounting.PrivacyEvent;

/**
 * What a mechanism's measurements really lose on one pair of neighbours, as an event that the same
 * accountants read as the claim. Measurements that did not move lose nothing.
 */
final class ObservedLoss {

  /** Noise of more steps than this is continuous noise for what an audit can tell. */
  private static final double FINE = 1024;

  /** The deltas at which observed and claimed losses are compared. */
  private static final double[] DELTAS = {0, 1e-6, 1e-3};

  /** The squared moves of all values with the same fine Gaussian noise. */
  private final Map<Double, Double> gaussians = new TreeMap<>();

  private final List<PrivacyEvent> others = new ArrayList<>();

  /** Discrete Laplace noise on a value that moved by whole steps. */
  void laplace(double moved, double scale) {
    if (moved > 0) {
      others.add(
          scale > FINE
              ? new PrivacyEvent.Laplace(scale / moved)
              : new PrivacyEvent.DiscreteLaplace(scale, (long) moved));
    }
  }

  /**
   * Discrete Gaussian noise on a value that moved by whole steps. Every value has noise of its own,
   * so together they lose what they compose to: no more, as one bound for a vector would have it.
   */
  void gaussian(double moved, double sigma) {
    if (moved > 0 && sigma > FINE) {
      gaussians.merge(sigma, moved * moved, Double::sum);
    } else if (moved > 0) {
      others.add(new PrivacyEvent.DiscreteGaussian(sigma, moved));
    }
  }

  /** A choice whose log odds shifted by this range. */
  void choice(double range) {
    if (range > 0) {
      others.add(new PrivacyEvent.Exponential(range));
    }
  }

  /** Anything of a pure loss. */
  void pure(double epsilon) {
    if (epsilon > 0) {
      others.add(new PrivacyEvent.Spherical(epsilon));
    }
  }

  /** The largest ratio of observed to claimed epsilon, over a few deltas. */
  double shareOf(PrivacyEvent claimed) {
    PrivacyEvent observed = event();
    double share = 0;
    for (double delta : DELTAS) {
      double allowed = Accounting.epsilon(claimed, delta);
      if (allowed < Double.POSITIVE_INFINITY) {
        double spent = Accounting.epsilon(observed, delta);
        share = Math.max(share, spent == 0 ? 0 : spent / allowed);
      }
    }
    return share;
  }

  private PrivacyEvent event() {
    List<PrivacyEvent> events = new ArrayList<>(others);
    gaussians.forEach(
        (sigma, squares) -> events.add(new PrivacyEvent.Gaussian(sigma / Math.sqrt(squares))));
    return events.isEmpty() ? new PrivacyEvent.None() : new PrivacyEvent.Composed(events);
  }
}

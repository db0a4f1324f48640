package tare.audit;

import java.util.ArrayList;
import java.util.List;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;

/**
 * A privacy claim: (epsilon, delta) pairs that a mechanism says hold all at once. A single pair is
 * a claim too; a mechanism with a known event claims a whole curve, and a test may pick the point
 * where a lie would show best.
 */
public record Claim(List<PrivacyBudget> points) {

  /** Where the curve of an event is looked at; lies show best where delta is not small. */
  private static final double[] EPSILONS = {0, 0.1, 0.3, 1, 2, 4};

  public Claim {
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("A claim needs at least one (epsilon, delta). Got none.");
    }
  }

  /** The claim of one pair. */
  public static Claim of(double epsilon, double delta) {
    return of(new PrivacyBudget(epsilon, delta));
  }

  /** The claim of one pair. */
  public static Claim of(PrivacyBudget budget) {
    return new Claim(List.of(budget));
  }

  /** All that an event claims, at a few epsilons and, for a pure event, at delta zero. */
  public static Claim of(PrivacyEvent event) {
    List<PrivacyBudget> points = new ArrayList<>();
    double pure = Accounting.epsilon(event, 0);
    if (pure < Double.POSITIVE_INFINITY) {
      points.add(new PrivacyBudget(pure, 0));
    }
    for (double epsilon : EPSILONS) {
      double delta = Accounting.delta(event, epsilon);
      if (delta < 1 && epsilon < pure) {
        points.add(new PrivacyBudget(epsilon, Math.max(0, delta)));
      }
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException(
          "The event promises nothing that a test could refute: " + event);
    }
    return new Claim(points);
  }
}

package tare.audit;

import java.util.List;
import tare.privacy.PrivacyBudget;

/**
 * A privacy claim: (epsilon, delta) pairs that a mechanism says hold all at once. A single pair is
 * a claim too; a mechanism with a known event claims a whole curve, and a test may pick the point
 * where a lie would show best.
 */
public record Claim(List<PrivacyBudget> points) {

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
}

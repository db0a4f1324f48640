package tare.privacy;

/** An amount of privacy loss: (epsilon, delta) under the add-or-remove-one-row relation. */
public record PrivacyBudget(double epsilon, double delta) {

  public PrivacyBudget {
    if (!(epsilon >= 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException(
          "epsilon must be finite and not negative. Got: " + epsilon);
    }
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1). Got: " + delta);
    }
  }
}

package tare.accounting;

/** The wording of the argument checks that accountants and calibration share. */
final class AccountantRules {

  private AccountantRules() {}

  static void requireDelta(double delta) {
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1). Got: " + delta);
    }
  }

  static void requireEpsilon(double epsilon) {
    if (!(epsilon >= 0)) {
      throw new IllegalArgumentException("epsilon must not be negative. Got: " + epsilon);
    }
  }
}

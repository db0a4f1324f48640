package tare.accounting;

/**
 * Reads events and says what they cost: an upper bound on the privacy loss under the
 * add-or-remove-one-row relation. Never a lower one.
 */
public interface Accountant {

  /** The smallest epsilon this accountant can show at a delta in [0, 1); may be infinite. */
  double epsilon(PrivacyEvent event, double delta);

  /** The smallest delta this accountant can show at an epsilon that is not negative; at most 1. */
  double delta(PrivacyEvent event, double epsilon);
}

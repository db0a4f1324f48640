package tare.ledger;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import tare.accounting.PrivacyBudget;

/** A charge does not fit under the limit of its ledger. Nothing was booked and nothing was read. */
public final class BudgetRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final double wouldSpend;
  private final transient PrivacyBudget limit;

  BudgetRefusedException(String purpose, double wouldSpend, PrivacyBudget limit) {
    this(wouldSpend, limit, message(purpose, wouldSpend, limit));
  }

  private BudgetRefusedException(double wouldSpend, PrivacyBudget limit, String message) {
    super(message);
    this.wouldSpend = wouldSpend;
    this.limit = limit;
  }

  /** A charge that cannot stand beside those before it, whatever it costs. */
  static BudgetRefusedException beside(String purpose, PrivacyBudget limit, String conflict) {
    return new BudgetRefusedException(
        Double.POSITIVE_INFINITY,
        limit,
        "\""
            + purpose
            + "\" cannot be charged: "
            + conflict
            + ". Nothing was read. A run that died is taken up with the very choices it was begun"
            + " with; for several releases of a data set begin its ledger with a limit for its whole"
            + " life (--lifetime-epsilon).");
  }

  /** The epsilon that all charges together would have come to, at the limit's delta. */
  public double wouldSpend() {
    return wouldSpend;
  }

  /** The limit of the ledger. */
  public PrivacyBudget limit() {
    return limit;
  }

  private static String message(String purpose, double wouldSpend, PrivacyBudget limit) {
    return "\""
        + purpose
        + "\" would bring the spend to eps = "
        + roundedUp(wouldSpend)
        + ", over the limit eps = "
        + limit.epsilon()
        + " (both at delta = "
        + limit.delta()
        + "). Nothing was read. Lower its epsilon; the limit is for the whole life of the data.";
  }

  /** Enough digits to read, rounded up so that it never looks like it fits. */
  private static String roundedUp(double epsilon) {
    if (Double.isInfinite(epsilon)) {
      return "infinity";
    }
    // Through the shortest decimal, so that 1.3 does not become 1.30001 for its last bit.
    return BigDecimal.valueOf(epsilon)
        .round(new MathContext(6, RoundingMode.CEILING))
        .stripTrailingZeros()
        .toPlainString();
  }
}

package tare.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.ReleaseBudget;
import tare.release.PrivacyStatement.Charge;
import tare.release.PrivacyStatement.RowCount;
import tare.release.Verification.Check;

/**
 * Whether a privacy statement follows from the events it lists. Nothing else that it says is
 * trusted: shares are reckoned again, and one that does not fit is of no use to a forger.
 */
final class StatementCheck {

  private StatementCheck() {}

  static List<Check> of(PrivacyStatement privacy) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        new Check(
            "relation",
            Neighbours.areOurs(privacy.relation(), privacy.unit()),
            "the statement must be about adding or removing one row, or one unit with all its rows"));
    checks.add(new Check("row count", countIsPaidFor(privacy), "a count is declared or bought"));
    checks.add(composition(privacy));
    return checks;
  }

  /** A count that was not declared is bought first, and decides what comes after. */
  private static boolean countIsPaidFor(PrivacyStatement privacy) {
    boolean declared = privacy.rowCount().source().equals(RowCount.DECLARED);
    List<Charge> charges = privacy.charges();
    return privacy.rowCount().used() >= 1
        && (declared || (!charges.isEmpty() && charges.get(0).decides()));
  }

  /** Composes the listed events again and compares with the claim. */
  private static Check composition(PrivacyStatement privacy) {
    double claimed = privacy.spent().epsilon();
    double delta = privacy.spent().delta();
    if (!(claimed >= 0 && delta >= 0 && delta < 1)) {
      return new Check("composition", false, "no loss can be what the statement claims");
    }
    ReleaseBudget release = ReleaseBudget.of(new PrivacyBudget(0, delta));
    boolean protectedRows = false;
    for (Charge charge : privacy.charges()) {
      PrivacyEvent event = charge.event();
      protectedRows |= !(event instanceof PrivacyEvent.None);
      release =
          charge.decides()
              ? release.afterDeciding(event)
              : release.after(event, charge.share().delta());
    }
    double composed = release.epsilon();
    return new Check(
        "composition",
        protectedRows && claimed >= composed * (1 - 1e-9),
        String.format(
            Locale.ROOT,
            "%d events compose to epsilon %.6g at delta %.3g; claimed %.6g",
            privacy.charges().size(),
            composed,
            delta,
            claimed));
  }
}

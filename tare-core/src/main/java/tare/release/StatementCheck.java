package tare.release;

import java.util.List;
import java.util.Locale;
import tare.accounting.Accounting;
import tare.accounting.PrivacyEvent;
import tare.release.Verification.Check;

/** Composes the events of a privacy statement again and compares with what it claims. */
final class StatementCheck {

  /** What two accountants may differ by in the last digits. */
  private static final double ROUNDING = 1e-9;

  private StatementCheck() {}

  static Check of(PrivacyStatement privacy) {
    List<PrivacyEvent> events =
        privacy.charges().stream().map(PrivacyStatement.Charge::event).toList();
    double composed =
        Accounting.epsilon(new PrivacyEvent.Composed(events), privacy.spent().delta());
    // A release may state its request where that is smaller: by basic composition of the shares it
    // holds as well.
    double shares = privacy.charges().stream().mapToDouble(c -> c.share().epsilon()).sum();
    double bound = Math.min(composed, Math.max(shares, 0));
    return new Check(
        "composition",
        privacy.spent().epsilon() >= bound * (1 - ROUNDING),
        String.format(
            Locale.ROOT,
            "%d events compose to epsilon %.6g at delta %.3g; claimed %.6g",
            events.size(),
            composed,
            privacy.spent().delta(),
            privacy.spent().epsilon()));
  }
}

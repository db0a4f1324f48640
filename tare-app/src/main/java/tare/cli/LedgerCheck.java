package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tare.accounting.PrivacyEvent;
import tare.ledger.Ledger;
import tare.release.PrivacyStatement;
import tare.release.ReleaseFolder;
import tare.release.Verification;
import tare.release.Verification.Check;

/**
 * Whether the charges of releases stand in a ledger. A ledger whose last records were cut off whole
 * looks like one that never had them; the releases that were made with them still name them.
 */
final class LedgerCheck {

  /** A charge as both a ledger and a release name it. */
  private record Charge(String purpose, PrivacyEvent event) {}

  private LedgerCheck() {}

  /** Every charge of every release must stand in the ledger, each as a record of its own. */
  static Verification of(Ledger ledger, List<Path> releases) throws IOException {
    List<Charge> booked = new ArrayList<>();
    ledger.entries().forEach(entry -> booked.add(new Charge(entry.purpose(), entry.event())));
    List<Check> checks = new ArrayList<>();
    for (Path release : releases) {
      checks.add(of(release, ReleaseFolder.read(release).privacy(), ledger.dataSet(), booked));
    }
    return new Verification(checks);
  }

  /**
   * @param booked records not yet claimed by a release. Modified.
   */
  private static Check of(
      Path release, PrivacyStatement privacy, String dataSet, List<Charge> booked) {
    String name = release.toString();
    if (!privacy.dataset().equals(dataSet)) {
      return new Check(name, false, "is of another data set, \"" + privacy.dataset() + "\"");
    }
    for (PrivacyStatement.Charge charge : privacy.charges()) {
      if (!booked.remove(new Charge(charge.purpose(), charge.event()))) {
        return new Check(
            name,
            false,
            "was charged for \""
                + charge.purpose()
                + "\", and the ledger has no such record left: records were cut off, or this is"
                + " another ledger. Restore it from a backup");
      }
    }
    return new Check(name, true, "all " + privacy.charges().size() + " charges are booked");
  }
}

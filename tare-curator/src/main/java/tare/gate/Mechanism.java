package tare.gate;

import java.util.Optional;
import tare.accounting.GroupEvents;
import tare.accounting.PrivacyEvent;
import tare.noise.NoiseSource;

/**
 * A function on private rows together with its privacy claim. The two are made together and travel
 * together.
 *
 * @param <R> what comes out; public once it has left the gate
 */
public interface Mechanism<R> {

  /** A few words for the ledger. */
  String purpose();

  /**
   * The privacy claim: true for every table of the schema under the add-or-remove-one-row relation.
   */
  PrivacyEvent event();

  /**
   * Whether later events of the same release are chosen by what comes out, as a bought row count
   * chooses rates and steps. Its epsilon is then added to theirs, so the event must be pure.
   */
  default boolean decidesLaterEvents() {
    return false;
  }

  /**
   * The claim for neighbours that differ by one unit with up to so many rows, which lots hold
   * together: docs/proofs/units.md.
   */
  default PrivacyEvent event(int rowsPerUnit) {
    return GroupEvents.ofRows(event(), rowsPerUnit);
  }

  /** What it computes before noise, where that is one statistic: for audits on made-up tables. */
  default Optional<InnerStatistic> innerStatistic() {
    return Optional.empty();
  }

  /** Runs on private rows. Called by {@link Gate} alone, after the event is booked and on disk. */
  R apply(PrivateRows privateRows, NoiseSource noise);
}

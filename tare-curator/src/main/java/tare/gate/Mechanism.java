package tare.gate;

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

  /** Runs on private rows. Called by {@link Gate} alone, after the event is booked and on disk. */
  R apply(PrivateRows privateRows, NoiseSource noise);
}

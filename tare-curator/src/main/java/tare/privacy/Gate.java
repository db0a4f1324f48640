package tare.privacy;

/**
 * The one way from private rows to anything else. A mechanism's event is booked in the ledger, and
 * is on disk, before a row is read; a charge that does not fit is refused and nothing is read.
 */
public interface Gate {

  /**
   * Charges the mechanism's event, then runs it. Throws {@code BudgetRefusedException} when it does
   * not fit.
   */
  <R> R run(Mechanism<R> mechanism);
}

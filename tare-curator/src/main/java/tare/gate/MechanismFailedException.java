package tare.gate;

/**
 * A mechanism failed while it held private rows. What it said is withheld, since it may speak of
 * them; where it happened is kept. Its charge stays booked.
 */
public final class MechanismFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MechanismFailedException(String purpose, Throwable failure) {
    super(
        "\""
            + purpose
            + "\" failed inside the gate with "
            + failure.getClass().getSimpleName()
            + ". Its charge stays booked. What it said is withheld, because it may speak of"
            + " private rows; the stack trace shows where it happened.");
    // No cause: a cause would carry the message out.
    setStackTrace(failure.getStackTrace());
  }
}

package tare.schema;

/**
 * What was asked for cannot work, and public numbers tell so: nothing was read and nothing charged
 * for it. The message says the rule, the value and what would do.
 */
public final class RefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** A refusal in words. */
  public RefusedException(String message) {
    super(message);
  }
}

package tare.progress;

/**
 * Thrown by a {@link Progress} when whoever listens wants no more of the work. Work lets it pass.
 * It says nothing but that: when it comes is a person's doing and no matter of rows.
 */
public final class CancelledException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CancelledException() {
    super("The work was cancelled.");
  }
}

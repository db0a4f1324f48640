package tare.progress;

/**
 * Hears how far long work has come. Hears nothing that private rows could have changed, unless the
 * work itself is for the curator's eyes; but how often it hears the same word tells, as time does,
 * about how many rows there are, so its listener belongs where the rows are.
 *
 * <p>Long work tells it several times a second. It may end the work by throwing {@link
 * CancelledException}, and may be called by several threads at once.
 */
@FunctionalInterface
public interface Progress {

  /** Hears nothing. */
  Progress SILENT = (phase, done) -> {};

  /**
   * A phase goes on, or a new one begins.
   *
   * @param phase what is being done, in a few words
   * @param done the part of the phase that is done, in [0, 1]; NaN where it is not known
   */
  void at(String phase, double done);

  /** A phase begins whose length is not known. */
  default void at(String phase) {
    at(phase, Double.NaN);
  }
}

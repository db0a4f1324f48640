package tare.generator.gan;

import java.util.Locale;

/**
 * A training blew up: its parameters grew beyond all use. Its charge stays booked; nothing was
 * released.
 */
public final class GanDivergedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  GanDivergedException(long step, long steps) {
    super(
        String.format(
            Locale.ROOT,
            "The training blew up at step %d of %d. Its budget is spent. Lower the learning rates or the"
                + " clip, or use another generator.",
            step + 1,
            steps));
  }
}

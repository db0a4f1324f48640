package tare.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One line on the terminal that tells what long work is doing, for how long, and, where known, how
 * far it is and how long it will take. Silent when the output is not a terminal.
 */
final class ProgressLine implements AutoCloseable {

  private static final int WIDTH = 24;

  private final PrintWriter err;
  private final @Nullable ScheduledExecutorService ticker;
  private final long start = System.nanoTime();
  private String step = "starting";
  private double fraction = Double.NaN;
  private long stepStart = start;

  private ProgressLine(PrintWriter err, boolean shown) {
    this.err = err;
    this.ticker = shown ? ticker() : null;
    if (ticker != null) {
      ticker.scheduleAtFixedRate(this::draw, 100, 200, TimeUnit.MILLISECONDS);
    }
  }

  /** A line on a writer; shown only when the launcher says that it is a terminal. */
  static ProgressLine on(PrintWriter err) {
    return new ProgressLine(err, Boolean.getBoolean("tare.terminal"));
  }

  private static ScheduledExecutorService ticker() {
    return Executors.newSingleThreadScheduledExecutor(
        work -> {
          Thread thread = new Thread(work, "progress");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** A new step begins. */
  synchronized void at(String newStep) {
    at(newStep, Double.NaN);
  }

  /**
   * A step goes on.
   *
   * @param done the share that is done, in [0, 1], or NaN where it is not known
   */
  synchronized void at(String newStep, double done) {
    if (!newStep.equals(step)) {
      step = newStep;
      stepStart = System.nanoTime();
    }
    fraction = done;
  }

  private synchronized void draw() {
    err.print("\r\u001b[K" + text(System.nanoTime()));
    err.flush();
  }

  /** The line as it stands at a moment of {@link System#nanoTime}. */
  synchronized String text(long now) {
    double elapsed = (now - start) / 1e9;
    if (Double.isNaN(fraction)) {
      return String.format(Locale.ROOT, "%s … %.0f s", step, elapsed);
    }
    int filled = (int) Math.round(Math.min(1, Math.max(0, fraction)) * WIDTH);
    double inStep = (now - stepStart) / 1e9;
    String left =
        fraction > 0.01
            ? String.format(Locale.ROOT, ", about %.0f s left", inStep * (1 - fraction) / fraction)
            : "";
    return String.format(
        Locale.ROOT,
        "%s [%s%s] %3.0f %%%s",
        step,
        "#".repeat(filled),
        ".".repeat(WIDTH - filled),
        100 * fraction,
        left);
  }

  /** Ends the line and wipes it. */
  @Override
  public void close() {
    if (ticker != null) {
      ticker.shutdownNow();
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}

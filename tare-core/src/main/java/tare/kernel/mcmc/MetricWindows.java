package tare.kernel.mcmc;

import java.util.Arrays;

/**
 * Estimates the diagonal of the inverse mass matrix over growing windows of the warm-up, as Stan
 * does: a first stretch only to find the typical set, windows that double, and a last stretch for
 * the step size alone.
 */
final class MetricWindows {

  private final int warmup;
  private final int first;
  private final int last;
  private int windowSize;
  private int windowEnd;
  private int step;

  private final double[] mean;
  private final double[] squares;
  private int count;

  MetricWindows(int dimension, int warmup) {
    this.warmup = warmup;
    mean = new double[dimension];
    squares = new double[dimension];
    if (warmup < 20) {
      first = warmup;
      last = 0;
      windowSize = 0;
    } else if (warmup < 150) {
      first = (int) (0.15 * warmup);
      last = (int) (0.1 * warmup);
      windowSize = warmup - first - last;
    } else {
      first = 75;
      last = 50;
      windowSize = 25;
    }
    windowEnd = first + windowSize - 1;
  }

  /**
   * Takes in the position after one warm-up draw.
   *
   * @param inverseMetric replaced when a window ends. Modified.
   * @return whether it was replaced
   */
  boolean learn(double[] position, double[] inverseMetric) {
    boolean inside = step >= first && step < warmup - last;
    if (inside) {
      add(position);
    }
    boolean ends = inside && step == windowEnd;
    if (ends) {
      replace(inverseMetric);
      planNext();
    }
    step++;
    return ends;
  }

  private void add(double[] position) {
    count++;
    for (int i = 0; i < mean.length; i++) {
      double delta = position[i] - mean[i];
      mean[i] += delta / count;
      squares[i] += delta * (position[i] - mean[i]);
    }
  }

  /** The sample variances, drawn a little towards one thousandth. */
  private void replace(double[] inverseMetric) {
    for (int i = 0; i < mean.length; i++) {
      double variance = squares[i] / (count - 1.0);
      inverseMetric[i] = (count * variance + 5e-3) / (count + 5.0);
    }
    count = 0;
    Arrays.fill(mean, 0);
    Arrays.fill(squares, 0);
  }

  private void planNext() {
    int lastEnd = warmup - last - 1;
    if (windowEnd == lastEnd) {
      return;
    }
    windowSize *= 2;
    windowEnd = step + windowSize;
    // A window that could not be followed by one twice its size takes all that is left.
    if (windowEnd + 2 * windowSize >= warmup - last) {
      windowEnd = lastEnd;
    }
  }
}

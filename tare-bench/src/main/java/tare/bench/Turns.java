package tare.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** What two sides that take turns are compared by. */
final class Turns {

  private Turns() {}

  /** What this thread has used of the processor so far. */
  static double cpuSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  /** The upper one of the middle two where there are two. @param values Not modified. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  static double best(double[] values) {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }
}

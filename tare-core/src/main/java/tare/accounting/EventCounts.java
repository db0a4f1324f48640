package tare.accounting;

import java.util.LinkedHashMap;
import java.util.Map;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.NonPrivate;
import tare.accounting.PrivacyEvent.None;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;

/**
 * An event taken apart into its draws of noise, equal ones counted together, so that a long ledger
 * costs an accountant no more than its few different events.
 *
 * <p>Always true: the keys are {@link PrivacyEvent.Noise} or {@link PoissonSampled} with a rate
 * strictly between 0 and 1, every count is at least 1, and at most one key is a {@link Gaussian},
 * with count 1: Gaussians compose exactly, {@code 1/sigma^2} adding up.
 *
 * @param nonPrivate whether rows were read without protection anywhere
 */
record EventCounts(Map<PrivacyEvent, Long> counts, boolean nonPrivate) {

  static EventCounts of(PrivacyEvent event) {
    Map<PrivacyEvent, Long> counts = new LinkedHashMap<>();
    boolean nonPrivate = collect(event, 1, counts);
    mergeGaussians(counts);
    return new EventCounts(counts, nonPrivate);
  }

  /** The number of draws in all. */
  double total() {
    double total = 0;
    for (long count : counts.values()) {
      total += count;
    }
    return total;
  }

  private static boolean collect(PrivacyEvent event, long times, Map<PrivacyEvent, Long> counts) {
    if (event instanceof Repeated repeated) {
      return collect(repeated.event(), product(times, repeated.times()), counts);
    }
    if (event instanceof Composed composed) {
      boolean nonPrivate = false;
      for (PrivacyEvent part : composed.events()) {
        nonPrivate |= collect(part, times, counts);
      }
      return nonPrivate;
    }
    if (event instanceof PoissonSampled sampled && (sampled.rate() == 0 || sampled.rate() == 1)) {
      return sampled.rate() == 1 && collect(sampled.event(), times, counts);
    }
    if (event instanceof NonPrivate) {
      return true;
    }
    if (!(event instanceof None)) {
      counts.merge(event, times, EventCounts::sum);
    }
    return false;
  }

  private static void mergeGaussians(Map<PrivacyEvent, Long> counts) {
    double inverseVariance = 0;
    var entries = counts.entrySet().iterator();
    while (entries.hasNext()) {
      var entry = entries.next();
      if (entry.getKey() instanceof Gaussian gaussian) {
        double sigma = gaussian.noiseMultiplier();
        inverseVariance += entry.getValue() / (sigma * sigma);
        entries.remove();
      }
    }
    if (inverseVariance > 0) {
      counts.put(new Gaussian(1 / Math.sqrt(inverseVariance)), 1L);
    }
  }

  private static long product(long a, long b) {
    return capped(Math.multiplyHigh(a, b) == 0 ? a * b : -1);
  }

  private static long sum(long a, long b) {
    return capped(a + b);
  }

  private static long capped(long times) {
    if (times < 0 || times > PrivacyEvent.MOST_TIMES) {
      throw new IllegalArgumentException(
          "An event must not come more than " + PrivacyEvent.MOST_TIMES + " times.");
    }
    return times;
  }
}

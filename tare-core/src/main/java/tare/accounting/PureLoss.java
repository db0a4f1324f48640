package tare.accounting;

import java.util.Map;

/** The largest privacy loss of events that are pure: their epsilons add up, however chosen. */
final class PureLoss {

  private PureLoss() {}

  /** The sum of the largest losses; infinite when an event is not pure. */
  static double of(PrivacyEvent event) {
    EventCounts events = EventCounts.of(event);
    double sum = events.nonPrivate() ? Double.POSITIVE_INFINITY : 0;
    for (Map.Entry<PrivacyEvent, Long> entry : events.counts().entrySet()) {
      sum += entry.getValue() * RenyiDivergence.pureEpsilon(entry.getKey());
    }
    return sum;
  }
}

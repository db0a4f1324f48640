package tare.privacy;

/** Accounts by the largest privacy loss: exact for pure events at delta 0, infinite for others. */
public final class PldAccountant implements Accountant {
  @Override
  public double epsilon(PrivacyEvent event, double delta) {
    EventCounts counts = EventCounts.of(event);
    double sum = counts.nonPrivate() ? Double.POSITIVE_INFINITY : 0;
    for (var entry : counts.counts().entrySet()) {
      sum += entry.getValue() * RenyiDivergence.pureEpsilon(entry.getKey());
    }
    return sum;
  }

  @Override
  public double delta(PrivacyEvent event, double epsilon) {
    return epsilon(event, 0) <= epsilon ? 0 : 1;
  }
}

package tare.accounting;

import java.util.List;

/** What an event for one row becomes for several rows at once: docs/proofs/units.md. */
public final class GroupEvents {

  private GroupEvents() {}

  /**
   * The event of the same mechanism when up to so many rows are added or removed together. Sampled
   * events must sample those rows together.
   *
   * @param rows at least 1
   */
  public static PrivacyEvent ofRows(PrivacyEvent event, int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("A unit has at least 1 row. Got: " + rows);
    }
    if (rows == 1) {
      return event;
    }
    if (event instanceof PrivacyEvent.Laplace laplace) {
      return new PrivacyEvent.Laplace(laplace.noiseMultiplier() / rows);
    }
    if (event instanceof PrivacyEvent.Gaussian gaussian) {
      return new PrivacyEvent.Gaussian(gaussian.noiseMultiplier() / rows);
    }
    if (event instanceof PrivacyEvent.DiscreteLaplace noise) {
      return new PrivacyEvent.DiscreteLaplace(
          noise.scale(),
          Math.multiplyExact(noise.sensitivity(), (long) rows),
          Math.multiplyExact(noise.coordinates(), rows));
    }
    if (event instanceof PrivacyEvent.DiscreteGaussian noise) {
      return new PrivacyEvent.DiscreteGaussian(
          noise.sigma(), noise.sensitivity() * rows, Math.multiplyExact(noise.coordinates(), rows));
    }
    if (event instanceof PrivacyEvent.Spherical noise) {
      return new PrivacyEvent.Spherical(noise.epsilon() * rows);
    }
    if (event instanceof PrivacyEvent.Exponential choice) {
      return new PrivacyEvent.Exponential(choice.epsilon() * rows);
    }
    return ofParts(event, rows);
  }

  private static PrivacyEvent ofParts(PrivacyEvent event, int rows) {
    if (event instanceof PrivacyEvent.PoissonSampled sampled) {
      return new PrivacyEvent.PoissonSampled(sampled.rate(), ofRows(sampled.event(), rows));
    }
    if (event instanceof PrivacyEvent.Repeated repeated) {
      return new PrivacyEvent.Repeated(ofRows(repeated.event(), rows), repeated.times());
    }
    if (event instanceof PrivacyEvent.Composed composed) {
      List<PrivacyEvent> parts = composed.events();
      return new PrivacyEvent.Composed(parts.stream().map(part -> ofRows(part, rows)).toList());
    }
    return event;
  }
}

package tare.privacy;

import java.util.List;

/**
 * What a mechanism did to privacy, as a fact: kinds and noise scales, no epsilon. Accountants read
 * events; the meaning of an event never changes. All events are under the add-or-remove-one-row
 * relation.
 */
public sealed interface PrivacyEvent {

  /** Nothing private was read. */
  record None() implements PrivacyEvent {}

  /** Private rows were read without protection: infinite loss. */
  record NonPrivate() implements PrivacyEvent {}

  /**
   * Continuous Laplace noise on every coordinate. @param noiseMultiplier scale over L1 sensitivity
   */
  record Laplace(double noiseMultiplier) implements PrivacyEvent {}

  /**
   * Noise with uniform direction and Gamma length: pure epsilon. @param epsilon L2 sensitivity over
   * scale
   */
  record Spherical(double epsilon) implements PrivacyEvent {}

  /**
   * Continuous Gaussian noise on every coordinate. @param noiseMultiplier standard deviation over
   * L2 sensitivity
   */
  record Gaussian(double noiseMultiplier) implements PrivacyEvent {}

  /**
   * A choice by the exponential mechanism or report noisy max. @param epsilon the bounded range of
   * its log odds
   */
  record Exponential(double epsilon) implements PrivacyEvent {}

  /**
   * An event on a lot into which every row enters independently. @param rate the probability of
   * entering
   */
  record PoissonSampled(double rate, PrivacyEvent event) implements PrivacyEvent {}

  /** The same event several times, each with fresh noise. */
  record Repeated(PrivacyEvent event, long times) implements PrivacyEvent {}

  /** Several events, possibly chosen adaptively. */
  record Composed(List<PrivacyEvent> events) implements PrivacyEvent {
    public Composed {
      events = List.copyOf(events);
    }
  }
}

package tare.noise;

import tare.accounting.PrivacyEvent;

/** Noise for counts: whole numbers, drawn exactly. */
public sealed interface IntegerNoise permits DiscreteLaplace, DiscreteGaussian {

  /** One draw. */
  long sample(NoiseSource noise);

  /** The event of adding independent draws to counts of which one row changes one by one. */
  PrivacyEvent event();

  /** A count with a draw added; clamped to the range of a long. */
  default long addTo(long count, NoiseSource noise) {
    if (noise instanceof ListeningNoise listener) {
      return listener.hear(count, this);
    }
    long draw = sample(noise);
    long sum = count + draw;
    boolean overflow = ((count ^ sum) & (draw ^ sum)) < 0;
    return overflow ? (draw < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}

package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * Noise for counts: whole numbers, drawn exactly. A change of at most one in the sum of absolute
 * changes is a change of one count by one.
 */
public sealed interface IntegerNoise extends PrivacyLaw<long[], long[]>
    permits DiscreteLaplace, DiscreteGaussian {

  /** One draw. */
  long sample(NoiseSource noise);

  /** The event of adding independent draws to counts of which one row changes one by one. */
  @Override
  PrivacyEvent event();

  @Override
  default Norm norm() {
    return Norm.L1;
  }

  @Override
  default double sensitivity() {
    return 1;
  }

  /** Counts with a draw added to every one, also to those that count nothing. */
  @Override
  default long[] noised(Exact<long[]> exact, NoiseSource noise) {
    requireCovers(exact.norm(), exact.bound());
    return addToAll(exact.value(), noise);
  }

  /** A draw of its own for every value. @param values Not modified. */
  default long[] addToAll(long[] values, NoiseSource noise) {
    long[] noised = new long[values.length];
    for (int i = 0; i < noised.length; i++) {
      // Privacy hangs on this line: every cell of the declared domain gets its own draw.
      noised[i] = addTo(values[i], noise);
    }
    return noised;
  }

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

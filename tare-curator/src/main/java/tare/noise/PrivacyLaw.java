package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * Noise for values of one bound. What it costs and what it draws are read off the same numbers, and
 * it draws for no value that one row may move further than it was made for.
 *
 * @param <V> what gets noise
 * @param <R> what comes out
 */
public sealed interface PrivacyLaw<V, R>
    permits IntegerNoise, VectorNoise, StepGaussian, ExponentialChoice {

  /** The norm in which one row's effect is bounded. */
  Norm norm();

  /** The most that one row may move a value that gets this noise. */
  double sensitivity();

  /** The event of one use. */
  PrivacyEvent event();

  /** Draws. The value's bound must be within {@link #sensitivity}. */
  R noised(Exact<V> exact, NoiseSource noise);

  /**
   * Refuses a bound that this noise was not made for.
   *
   * @throws IllegalStateException always before anything is drawn
   */
  default void requireCovers(Norm other, double bound) {
    // The Euclidean length of a change is at most the sum of its parts.
    boolean sameOrSmaller = other == norm() || (other == Norm.L1 && norm() == Norm.L2);
    // Privacy hangs on this line: noise is drawn for the bound that was proved, or not at all.
    if (!sameOrSmaller || !(bound <= sensitivity())) {
      throw new IllegalStateException(
          "This noise was made for values that one row moves by "
              + sensitivity()
              + " in "
              + norm()
              + " at most. Got: "
              + bound
              + " in "
              + other
              + ". Make the law for the statistic's own bound.");
    }
  }
}

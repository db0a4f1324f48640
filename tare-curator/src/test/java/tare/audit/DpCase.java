package tare.audit;

import java.util.function.Supplier;
import tare.audit.DpTester.Options;
import tare.audit.DpTester.Result;

/**
 * One statistical case: something that runs on two neighbours, a claim, and whether the claim must
 * stand or fall.
 *
 * @param samples runs on each neighbour; enough that a fault is missed as rarely as a sound claim
 *     is rejected
 */
record DpCase<O>(
    String name,
    Supplier<? extends O> one,
    Supplier<? extends O> other,
    Claim claim,
    Attack<O> attack,
    int samples,
    boolean stands) {

  /** The chance that a case fails although all is well; for a planted fault, that it is missed. */
  static final double ERROR_RATE = 1e-6;

  /** The normal quantiles of half the error rate, for each of two bounds, and of the whole. */
  private static final double BOUND = 4.892;

  private static final double POWER = 4.753;

  /** For events that are chosen on some runs, and so are not quite the best. */
  private static final double CHOICE = 1.3;

  Result run() {
    return DpTester.test(
        one, other, claim, attack, new Options(samples, ERROR_RATE, 1 - ERROR_RATE));
  }

  @Override
  public String toString() {
    return name + (stands ? ": stands" : ": falls");
  }

  /**
   * How many runs find a violation of (epsilon, delta), by the normal approximation, when an event
   * has one frequency on the one neighbour and another on the other.
   */
  static int runs(double frequency, double otherFrequency, double epsilon, double delta) {
    double odds = Math.exp(epsilon);
    double violation = frequency - odds * otherFrequency - delta;
    double spread = Math.sqrt(frequency * (1 - frequency));
    double otherSpread = odds * Math.sqrt(otherFrequency * (1 - otherFrequency));
    double needed =
        (BOUND * (spread + otherSpread) + POWER * Math.hypot(spread, otherSpread)) / violation;
    if (!(violation > 0)) {
      throw new IllegalArgumentException("No violation: " + violation);
    }
    // Half of the runs decide. Below a few thousand the normal approximation is not to be trusted.
    return (int) Math.max(6_000, Math.ceil(2 * CHOICE * needed * needed));
  }
}

package tare.noise;

import tare.accounting.PrivacyEvent;
import tare.schema.RefusedException;

/**
 * The exponential mechanism on whole-number scores, drawn exactly: candidate i is chosen with
 * probability proportional to {@code exp(epsilon * score[i] / range)}, where the range is how far
 * one row can shift two candidates' scores against each other.
 *
 * <p>Whole-number arithmetic on uniform bits decides; no floating point has a say.
 */
public final class ExponentialChoice implements PrivacyLaw<long[], Integer> {

  private static final long LARGEST_SCORE = 1L << 61;

  private final double epsilon;
  private final double range;
  // The odds' exponent for one unit of score, factor / 2^shift, rounded down.
  private final long factor;
  private final int shift;

  private ExponentialChoice(double epsilon, double range) {
    if (!(epsilon > 0 && epsilon <= 1000)) {
      throw new RefusedException("epsilon must be in (0, 1000]. Got: " + epsilon);
    }
    double rate = Math.nextDown(epsilon / range);
    if (!(rate >= 0x1p-50 && range >= 1)) {
      throw new RefusedException(
          "epsilon over the range of the scores must be at least 2^-50 and the range at least 1."
              + " Got: epsilon "
              + epsilon
              + ", range "
              + range
              + ". Put the scores on a coarser grid.");
    }
    this.epsilon = epsilon;
    this.range = range;
    this.shift = Math.min(62, 52 - Math.getExponent(rate));
    this.factor = (long) Math.scalb(rate, shift);
  }

  /** A choice among scores that one row moves by at most {@code sensitivity} each, up or down. */
  public static ExponentialChoice of(double epsilon, long sensitivity) {
    return new ExponentialChoice(epsilon, 2.0 * sensitivity);
  }

  /** A choice among scores of which one row shifts any two by at most {@code range}. */
  public static ExponentialChoice ofRange(double epsilon, double range) {
    return new ExponentialChoice(epsilon, range);
  }

  @Override
  public Norm norm() {
    return Norm.RANGE;
  }

  @Override
  public double sensitivity() {
    return range;
  }

  @Override
  public Integer noised(Exact<long[]> scores, NoiseSource noise) {
    requireCovers(scores.norm(), scores.bound());
    return choose(scores.value(), noise);
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.Exponential(epsilon);
  }

  /** What one unit of score adds to the log odds of a candidate. */
  public double rate() {
    return Math.scalb((double) factor, -shift);
  }

  /**
   * The index of the candidate chosen.
   *
   * @param scores at least one. Not modified.
   */
  public int choose(long[] scores, NoiseSource noise) {
    if (scores.length == 0) {
      throw new IllegalStateException("A choice needs at least one candidate. Got none.");
    }
    if (noise instanceof ListeningNoise listener) {
      return listener.hear(scores, this);
    }
    long best = Long.MIN_VALUE;
    for (long score : scores) {
      best = Math.max(best, clamped(score));
    }
    // Candidates are proposed uniformly, each kept with probability exp(-rate * (best - score)).
    while (true) {
      int candidate = (int) noise.nextLong(scores.length);
      long shortfall = best - clamped(scores[candidate]);
      if (ExactBernoulli.expMinusDyadic(noise, shortfall, factor, shift)) {
        return candidate;
      }
    }
  }

  /** Clamping moves no two scores further apart, and keeps differences within a long. */
  private static long clamped(long score) {
    return Math.max(-LARGEST_SCORE, Math.min(LARGEST_SCORE, score));
  }
}

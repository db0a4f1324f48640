package tare.privacy;

import java.util.function.Function;
import tare.table.Table;

/**
 * Chooses one of several candidates, better ones with better odds: the exponential mechanism on
 * whole-number scores, drawn exactly. Candidate i comes out with probability proportional to {@code
 * exp(epsilon * score[i] / range)}, where the range is how far one row can shift two candidates'
 * scores against each other.
 *
 * <p>That the scores have the stated range is the duty of the one who makes this mechanism.
 */
public final class PrivateChoice implements Mechanism<Integer> {

  private static final long LARGEST_SCORE = 1L << 61;

  private final String purpose;
  private final Function<Table, long[]> scores;
  private final double epsilon;
  // The odds' exponent for one unit of score, factor / 2^shift, rounded down.
  private final long factor;
  private final int shift;

  private PrivateChoice(
      String purpose, Function<Table, long[]> scores, double range, double epsilon) {
    if (!(epsilon > 0 && epsilon <= 1000)) {
      throw new IllegalArgumentException("epsilon must be in (0, 1000]. Got: " + epsilon);
    }
    double rate = Math.nextDown(epsilon / range);
    if (!(rate >= 0x1p-50 && range >= 1)) {
      throw new IllegalArgumentException(
          "epsilon over the range of the scores must be at least 2^-50 and the range at least 1."
              + " Got: epsilon "
              + epsilon
              + ", range "
              + range
              + ". Put the scores on a coarser grid.");
    }
    this.purpose = purpose;
    this.scores = scores;
    this.epsilon = epsilon;
    this.shift = Math.min(62, 52 - Math.getExponent(rate));
    this.factor = (long) Math.scalb(rate, shift);
  }

  /**
   * A choice among whole-number scores, each of which one row moves by at most {@code sensitivity},
   * up or down.
   */
  public static PrivateChoice of(
      String purpose, Function<Table, long[]> scores, long sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    return new PrivateChoice(purpose, scores, 2.0 * sensitivity, epsilon);
  }

  /**
   * A choice among scores that one more row never lowers (or never raises) and moves by at most
   * {@code sensitivity}: half the range, so twice the odds at the same epsilon.
   */
  public static PrivateChoice ofMonotone(
      String purpose, Function<Table, long[]> scores, long sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    return new PrivateChoice(purpose, scores, sensitivity, epsilon);
  }

  /**
   * A choice among real scores, each of which one row moves by at most {@code sensitivity}, up or
   * down. The scores are first rounded down to a grid of about a millionth of that.
   */
  public static PrivateChoice ofReal(
      String purpose, Function<Table, double[]> scores, double sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    Grid grid = Grid.notAbove(0x1p-20 * sensitivity);
    // Two numbers at most s steps apart are at most ceil(s) steps apart once rounded down.
    double steps = Math.ceil(sensitivity / grid.spacing());
    return new PrivateChoice(
        purpose, table -> onGrid(scores.apply(table), grid), 2 * steps, epsilon);
  }

  private static long[] onGrid(double[] scores, Grid grid) {
    long[] steps = new long[scores.length];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = grid.below(scores[i]);
    }
    return steps;
  }

  private static void requireSensitivity(double sensitivity) {
    if (!(sensitivity > 0) || Double.isInfinite(sensitivity)) {
      throw new IllegalArgumentException(
          "The sensitivity must be positive and finite. Got: " + sensitivity);
    }
  }

  @Override
  public String purpose() {
    return purpose;
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.Exponential(epsilon);
  }

  /** The index of the candidate chosen. */
  @Override
  public Integer apply(Table privateRows, NoiseSource noise) {
    return choose(scores.apply(privateRows), noise);
  }

  /** Candidates proposed uniformly, each kept with probability exp(-rate * (best - score)). */
  private int choose(long[] scores, NoiseSource noise) {
    if (scores.length == 0) {
      throw new IllegalStateException("A choice needs at least one candidate. Got none.");
    }
    long best = Long.MIN_VALUE;
    for (long score : scores) {
      best = Math.max(best, clamped(score));
    }
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

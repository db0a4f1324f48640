package tare.mechanism;

import java.util.function.Function;
import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.ExponentialChoice;
import tare.noise.Grid;
import tare.noise.NoiseSource;
import tare.table.RowPass;

/**
 * Chooses one of several candidates, better ones with better odds: the exponential mechanism on
 * whole-number scores, drawn exactly. Candidate i comes out with probability proportional to {@code
 * exp(epsilon * score[i] / range)}, where the range is how far one row can shift two candidates'
 * scores against each other.
 *
 * <p>That the scores have the stated range is the duty of the one who makes this mechanism.
 */
public final class PrivateChoice implements Mechanism<Integer>, InnerStatistic {

  private final String purpose;
  private final Function<RowPass, long[]> scores;
  private final double range;
  private final ExponentialChoice choice;

  private PrivateChoice(
      String purpose, Function<RowPass, long[]> scores, double range, double epsilon) {
    this.purpose = purpose;
    this.scores = scores;
    this.range = range;
    this.choice = ExponentialChoice.ofRange(epsilon, range);
  }

  /**
   * A choice among whole-number scores, each of which one row moves by at most {@code sensitivity},
   * up or down.
   */
  public static PrivateChoice of(
      String purpose, Function<RowPass, long[]> scores, long sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    return new PrivateChoice(purpose, scores, 2.0 * sensitivity, epsilon);
  }

  /**
   * A choice among scores that one more row never lowers (or never raises) and moves by at most
   * {@code sensitivity}: half the range, so twice the odds at the same epsilon.
   */
  public static PrivateChoice ofMonotone(
      String purpose, Function<RowPass, long[]> scores, long sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    return new PrivateChoice(purpose, scores, sensitivity, epsilon);
  }

  /**
   * A choice among real scores, each of which one row moves by at most {@code sensitivity}, up or
   * down. The scores are first rounded down to a grid of about a millionth of that.
   */
  public static PrivateChoice ofReal(
      String purpose, Function<RowPass, double[]> scores, double sensitivity, double epsilon) {
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
    return choice.event();
  }

  /** The index of the candidate chosen. */
  @Override
  public Integer apply(PrivateRows privateRows, NoiseSource noise) {
    return choice.choose(scores.apply(privateRows), noise);
  }

  /** How far the scores of two candidates shift against each other, in whole steps. */
  @Override
  public double change(RowPass one, RowPass other) {
    long[] some = scores.apply(one);
    long[] others = scores.apply(other);
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < some.length; i++) {
      double moved = (double) some[i] - others[i];
      most = Math.max(most, moved);
      least = Math.min(least, moved);
    }
    return some.length == 0 ? 0 : most - least;
  }

  @Override
  public double claimedChange() {
    return range;
  }
}

package tare.mechanism;

import java.util.function.Function;
import tare.noise.BoundedStatistic;
import tare.noise.ExponentialChoice;
import tare.noise.Grid;
import tare.noise.Norm;
import tare.table.RowPass;

/**
 * Chooses one of several candidates, better ones with better odds: the exponential mechanism on
 * whole-number scores, drawn exactly. Candidate i comes out with probability proportional to {@code
 * exp(epsilon * score[i] / range)}, where the range is how far one row can shift two candidates'
 * scores against each other.
 *
 * <p>That the scores have the stated range is the duty of the one who makes this mechanism.
 *
 * @param purpose a few words for the ledger
 * @param statistic the scores
 * @param law the choice, made for the scores' range
 */
public record PrivateChoice(
    String purpose, BoundedStatistic<RowPass, long[]> statistic, ExponentialChoice law)
    implements NoisedStatistic<long[], Integer, Integer> {

  private static PrivateChoice among(
      String purpose, Function<RowPass, long[]> scores, double range, double epsilon) {
    return new PrivateChoice(
        purpose,
        new BoundedStatistic<>(scores, Norm.RANGE, range),
        ExponentialChoice.ofRange(epsilon, range));
  }

  /**
   * A choice among whole-number scores, each of which one row moves by at most {@code sensitivity},
   * up or down.
   */
  public static PrivateChoice of(
      String purpose, Function<RowPass, long[]> scores, long sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    return among(purpose, scores, 2.0 * sensitivity, epsilon);
  }

  /**
   * A choice among scores that one more row never lowers (or never raises) and moves by at most
   * {@code sensitivity}: half the range, so twice the odds at the same epsilon.
   */
  public static PrivateChoice ofMonotone(
      String purpose, Function<RowPass, long[]> scores, long sensitivity, double epsilon) {
    requireSensitivity(sensitivity);
    return among(purpose, scores, sensitivity, epsilon);
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
    return among(purpose, table -> onGrid(scores.apply(table), grid), 2 * steps, epsilon);
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

  /** The index of the candidate chosen. */
  @Override
  public Integer published(Integer chosen) {
    return chosen;
  }
}

package tare.mechanism;

import tare.noise.BoundedStatistic;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.table.Cells;
import tare.table.RowPass;

/**
 * The number of rows with noise: what a release buys first when the schema declares no public row
 * count. Unbiased; may come out zero or negative.
 *
 * @param law the noise on the count
 */
public record NoisedCount(IntegerNoise law) implements NoisedStatistic<long[], long[], Long> {

  /** A count that costs epsilon, with discrete Laplace noise. */
  public static NoisedCount withEpsilon(double epsilon) {
    return new NoisedCount(DiscreteLaplace.of(1 / epsilon));
  }

  /**
   * A noisy count as a number to divide by: at least one. Not unbiased any more.
   *
   * @param noisedCount what came out of the gate
   */
  public static long usable(long noisedCount) {
    return Math.max(1, noisedCount);
  }

  @Override
  public String purpose() {
    return "count rows";
  }

  @Override
  public boolean decidesLaterEvents() {
    return true;
  }

  @Override
  public BoundedStatistic<RowPass, long[]> statistic() {
    return Counting.of(Cells.ONE);
  }

  @Override
  public Long published(long[] noised) {
    return noised[0];
  }
}

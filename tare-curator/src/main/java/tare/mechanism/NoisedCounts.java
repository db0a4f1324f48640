package tare.mechanism;

import tare.noise.BoundedStatistic;
import tare.noise.IntegerNoise;
import tare.table.Cells;
import tare.table.RowPass;

/**
 * How many rows fall into each cell, with noise on every cell of the declared partition, also on
 * those that no row is in. Unbiased; counts may come out negative.
 *
 * @param purpose a few words for the ledger
 * @param cells a public partition of all possible rows
 * @param law the noise on each count
 */
public record NoisedCounts(String purpose, Cells cells, IntegerNoise law)
    implements NoisedStatistic<long[], long[], long[]> {

  @Override
  public BoundedStatistic<RowPass, long[]> statistic() {
    return Counting.of(cells);
  }

  @Override
  public long[] published(long[] noised) {
    return noised;
  }
}

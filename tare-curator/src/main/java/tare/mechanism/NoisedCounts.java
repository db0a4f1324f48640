package tare.mechanism;

import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.IntegerNoise;
import tare.noise.NoiseSource;
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
    implements Mechanism<long[]>, InnerStatistic {

  @Override
  public PrivacyEvent event() {
    // A row is in one cell, so all cells together cost what one count does.
    return law.event();
  }

  @Override
  public long[] apply(PrivateRows privateRows, NoiseSource noise) {
    long[] counts = privateRows.counts(cells);
    for (int i = 0; i < counts.length; i++) {
      // Privacy hangs on this line: every cell gets noise, the empty ones too.
      counts[i] = law.addTo(counts[i], noise);
    }
    return counts;
  }

  @Override
  public double change(RowPass one, RowPass other) {
    long[] counts = one.counts(cells);
    long[] others = other.counts(cells);
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += Math.abs(counts[i] - others[i]);
    }
    return sum;
  }

  @Override
  public double claimedChange() {
    return 1;
  }
}

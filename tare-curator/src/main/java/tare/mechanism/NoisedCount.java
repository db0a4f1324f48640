package tare.mechanism;

import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.noise.NoiseSource;
import tare.table.Cells;
import tare.table.RowPass;

/**
 * The number of rows with noise: what a release buys first when the schema declares no public row
 * count. Unbiased; may come out zero or negative.
 *
 * @param law the noise on the count
 */
public record NoisedCount(IntegerNoise law) implements Mechanism<Long>, InnerStatistic {

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
  public PrivacyEvent event() {
    return law.event();
  }

  @Override
  public boolean decidesLaterEvents() {
    return true;
  }

  @Override
  public Long apply(PrivateRows privateRows, NoiseSource noise) {
    // Privacy hangs on this line: one row more or less moves the count by one.
    return law.addTo(exact(privateRows), noise);
  }

  @Override
  public double change(RowPass one, RowPass other) {
    return Math.abs((double) exact(one) - exact(other));
  }

  private static long exact(RowPass rows) {
    return rows.counts(Cells.ONE)[0];
  }

  @Override
  public double claimedChange() {
    return 1;
  }
}

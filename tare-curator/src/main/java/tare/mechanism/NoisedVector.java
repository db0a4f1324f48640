package tare.mechanism;

import tare.noise.BoundedStatistic;
import tare.noise.VectorNoise;
import tare.table.RowPass;

/**
 * A vector computed from all rows, with noise. That the statistic has the bound it states is the
 * duty of the one who makes it: prove it, and hunt for a counterexample.
 *
 * @param purpose a few words for the ledger
 * @param statistic finite and of the noise's dimension on every table of the schema
 * @param law the noise, made for the statistic's bound
 */
public record NoisedVector(
    String purpose, BoundedStatistic<RowPass, double[]> statistic, VectorNoise law)
    implements NoisedStatistic<double[], double[], double[]> {

  @Override
  public double[] published(double[] noised) {
    return noised;
  }
}

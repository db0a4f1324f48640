package tare.mechanism;

import java.util.function.Function;
import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.NoiseSource;
import tare.noise.VectorNoise;
import tare.table.RowPass;

/**
 * A vector computed from all rows, with noise. That the statistic has the sensitivity the noise was
 * made for is the duty of the one who makes this mechanism: prove it, and hunt for a
 * counterexample.
 *
 * @param purpose a few words for the ledger
 * @param statistic finite and of the noise's dimension on every table of the schema
 * @param law the noise, made for the statistic's sensitivity
 */
public record NoisedVector(String purpose, Function<RowPass, double[]> statistic, VectorNoise law)
    implements Mechanism<double[]>, InnerStatistic {

  @Override
  public PrivacyEvent event() {
    return law.event();
  }

  @Override
  public double[] apply(PrivateRows privateRows, NoiseSource noise) {
    return law.addTo(statistic.apply(privateRows), noise);
  }

  @Override
  public double change(RowPass one, RowPass other) {
    return law.distance(statistic.apply(one), statistic.apply(other));
  }

  @Override
  public double claimedChange() {
    return law.sensitivity();
  }
}

package tare.audit;

import java.util.function.Function;
import tare.mechanism.NoisedVector;
import tare.noise.BoundedStatistic;
import tare.noise.VectorNoise;
import tare.table.RowPass;

/** Mechanisms that claim, rightly or wrongly, the bound that their noise was made for. */
final class Claimed {

  private Claimed() {}

  static NoisedVector vector(String purpose, Function<RowPass, double[]> map, VectorNoise law) {
    return new NoisedVector(
        purpose, new BoundedStatistic<>(map, law.norm(), law.sensitivity()), law);
  }
}

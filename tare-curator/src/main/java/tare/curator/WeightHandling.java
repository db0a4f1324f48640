package tare.curator;

import java.util.Optional;
import tare.weight.MomentReplicates;
import tare.weight.Moments;
import tare.weight.WeightEstimator;

/**
 * What becomes of fitted weights.
 *
 * @param correction where what they correct is to be found; empty for what suits their method
 * @param replicates how many replicate weights are made, where the weights are moments; 0 for none
 */
public record WeightHandling(Optional<Correction> correction, int replicates) {

  public static final WeightHandling DEFAULTS =
      new WeightHandling(Optional.empty(), MomentReplicates.DEFAULT_COUNT);

  /** Where what the weights correct is to be found. */
  public enum Correction {
    /** In the rows: many are drawn and kept in proportion to their weights. All weigh the same. */
    IN_ROWS,
    /** In the weight column: the rows are the generator's own. */
    IN_WEIGHTS
  }

  public WeightHandling {
    if (replicates < 0 || replicates == 1) {
      throw new IllegalArgumentException(
          "There are at least two replicates, or none (0). Got: " + replicates);
    }
  }

  /** The same with the correction at one place. */
  public WeightHandling withCorrection(Correction place) {
    return new WeightHandling(Optional.of(place), replicates);
  }

  /** The same with another number of replicates. */
  public WeightHandling withReplicates(int count) {
    return new WeightHandling(correction, count);
  }

  /** Whether rows of a generator carry the correction of a method themselves. */
  boolean inRows(WeightEstimator method) {
    return correction.orElse(method instanceof Moments ? Correction.IN_ROWS : Correction.IN_WEIGHTS)
        == Correction.IN_ROWS;
  }
}

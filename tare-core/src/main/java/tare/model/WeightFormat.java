package tare.model;

import java.util.Optional;
import tare.schema.Schema;

/**
 * Reads one kind of weight function back from what weights.json says of it.
 *
 * <p>The registry is open: a jar that brings a weight method of its own names its format in {@code
 * META-INF/services/tare.model.WeightFormat}.
 */
public interface WeightFormat {

  /**
   * The weight function that a description describes; empty when it is not of this kind.
   *
   * @param generator the released generator, for weights that are read off it
   * @throws IllegalArgumentException with the rule that is broken, when it is of this kind and
   *     damaged
   */
  Optional<FittedWeights> read(
      Schema schema, WeightDescription description, Optional<FittedGenerator> generator);
}

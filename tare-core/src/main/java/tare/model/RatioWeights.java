package tare.model;

import java.util.Optional;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Weights that are a released generator's own density ratio.
 *
 * @param ratio the generator, as far as it knows its ratio
 */
public record RatioWeights(DensityRatio ratio) implements FittedWeights {

  /** The method's name in options and files. */
  public static final String METHOD = "discriminator";

  @Override
  public Weights weigh(Table rows) {
    return new Weights(ratio.logRatios(rows));
  }

  @Override
  public WeightDescription description() {
    return new WeightDescription(
        METHOD, "none", 0, Double.NaN, JsonNodeFactory.instance.objectNode());
  }

  /** Reads them back beside the released model. */
  static Optional<FittedWeights> read(
      Schema schema, WeightDescription description, Optional<FittedGenerator> generator) {
    return description.method().equals(METHOD)
            && generator.isPresent()
            && generator.get() instanceof DensityRatio ratio
        ? Optional.of(new RatioWeights(ratio))
        : Optional.empty();
  }
}

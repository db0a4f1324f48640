package tare.model;

import tare.schema.Schema;
import tools.jackson.databind.JsonNode;

/**
 * Reads one kind of model from the part of its file that {@link FittedGenerator#parameters()}
 * wrote.
 *
 * <p>The registry is open: a jar that brings a generator of its own names its format in {@code
 * META-INF/services/tare.model.ModelFormat}, and its models are read wherever that jar is.
 */
public interface ModelFormat {

  /** The {@link FittedGenerator#kind()} that this format reads. */
  String kind();

  /**
   * Reads a model.
   *
   * @throws IllegalArgumentException with the rule that is broken, when the parameters are not
   *     those of such a model
   */
  FittedGenerator read(Schema schema, JsonNode parameters);
}

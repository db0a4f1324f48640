package tare.model;

import tare.schema.Schema;
import tools.jackson.databind.JsonNode;

/**
 * Reads one kind of model from the part of its file that {@link FittedGenerator#parameters()}
 * wrote.
 *
 * <p>A new kind of generator needs one class that implements this and one line in {@link
 * FittedGenerators}.
 */
interface ModelFormat {

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

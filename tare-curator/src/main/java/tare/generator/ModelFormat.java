package tare.generator;

import tare.schema.Schema;
import tools.jackson.databind.JsonNode;

/** Reads one kind of model from the part of its file that {@code parameters()} wrote. */
interface ModelFormat {

  /** The {@link FittedGenerator#kind()} that this format reads. */
  String kind();

  /**
   * Reads a model.
   *
   * @throws tare.schema.BadInputException when the parameters are not those of such a model
   */
  FittedGenerator read(Schema schema, JsonNode parameters);
}

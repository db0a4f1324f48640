package tare.model;

import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.table.Table;
import tools.jackson.databind.JsonNode;

/**
 * A model of a kind that nothing here can read: it keeps what its file says, and refuses to sample.
 */
record UnknownGenerator(Schema schema, String kind, JsonNode parameters, BadInputException reason)
    implements FittedGenerator {

  @Override
  public Table sample(int rows, Seed seed) {
    throw reason;
  }
}

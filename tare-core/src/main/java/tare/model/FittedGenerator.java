package tare.model;

import java.util.List;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;
import tools.jackson.databind.JsonNode;

/**
 * A fitted generator: public, because all that it knows of private rows came out of the gate.
 *
 * <p>{@link FittedGenerators} writes it to a JSON file and reads it back; the model that was read
 * back samples the very same rows from the same seed.
 */
public interface FittedGenerator {

  /** The schema of the sampled rows: that of the private ones. */
  Schema schema();

  /** The name of the kind of model, which tells its file apart from others. */
  String kind();

  /** Samples rows; the same seed gives the same rows. Costs no privacy. */
  Table sample(int rows, Seed seed);

  /** Samples the same rows, and tells how far it is where that takes long. */
  default Table sample(int rows, Seed seed, Progress progress) {
    return sample(rows, seed);
  }

  /**
   * Pairs of columns whose joint law the model was told, as positions in the schema: what it says
   * of others follows from these.
   */
  default List<List<Integer>> knownPairs() {
    return List.of();
  }

  /** The model's own part of its file, as documented by its {@link ModelFormat}. */
  JsonNode parameters();
}

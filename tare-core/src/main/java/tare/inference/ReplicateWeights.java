package tare.inference;

/** A weight per row for each of some replicates, wherever they are. */
public sealed interface ReplicateWeights permits HeldWeights, FiledWeights {

  /** The number of replicates. */
  int count();

  /** The number of rows that are weighed. */
  int rows();

  /** The weight of a row in one replicate. */
  float weight(int replicate, int row);
}

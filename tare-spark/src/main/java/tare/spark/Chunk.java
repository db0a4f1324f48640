package tare.spark;

import java.io.Serializable;
import java.util.List;
import tare.table.ColumnarTable;

/**
 * Some rows of a partition, compact.
 *
 * @param rows those that could be read
 * @param units two numbers for each row, which tell units apart; empty when each row is one. Not
 *     copied.
 * @param faults what is wrong with the partition's rows, said in its last chunk
 */
record Chunk(ColumnarTable rows, long[] units, List<String> faults) implements Serializable {

  /** Rows in a chunk. */
  static final int ROWS = 1 << 16;
}

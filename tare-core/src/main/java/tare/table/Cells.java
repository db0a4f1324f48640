package tare.table;

/** A fixed public partition of all possible rows into numbered cells, for counting. */
public interface Cells {

  /** The number of cells. */
  int size();

  /** The cell of a row, in {@code [0, size())}. */
  int of(Row row);
}

package tare.table;

import java.io.Serializable;

/** A fixed public partition of all possible rows into numbered cells, for counting. */
public interface Cells extends Serializable {

  /** One cell, which every row is in. */
  Cells ONE = new OneCell();

  /** See {@link #ONE}. */
  record OneCell() implements Cells {

    @Override
    public int size() {
      return 1;
    }

    @Override
    public int of(Row row) {
      return 0;
    }
  }

  /** The number of cells. */
  int size();

  /** The cell of a row, in {@code [0, size())}. */
  int of(Row row);
}

package tare.generator.bayes;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.table.Cells;
import tare.table.Row;
import tare.table.RowPass;

/*
 * Rows are counted where they are: nothing of them is kept but a block of cell numbers, one byte
 * per column and row, which is counted into all tables of the round when it is full. A block stays
 * in the cache while hundreds of pairs are counted from it.
 */

/**
 * Exact joint counts of columns of private rows. Private: lives within a mechanism's {@code apply}
 * and gives nothing but counts, to be noised or scored there.
 */
final class JointCounts {

  /** The most cells of a column that a byte can tell apart. */
  static final int MOST_CELLS = 256;

  private static final int BLOCK = 1 << 14;

  private final RowPass rows;
  private final Cells[] cells;

  private JointCounts(RowPass rows, Cells[] cells) {
    this.rows = rows;
    this.cells = cells;
  }

  /**
   * Counts of rows by the cells of their columns; reads nothing yet.
   *
   * @param columns the public cells of each column, at most {@link #MOST_CELLS}
   */
  static JointCounts of(RowPass rows, List<? extends Cells> columns) {
    for (Cells cells : columns) {
      if (cells.size() > MOST_CELLS) {
        throw new IllegalStateException(
            "A column has at most " + MOST_CELLS + " cells here. Got: " + cells.size());
      }
    }
    return new JointCounts(rows, columns.toArray(Cells[]::new));
  }

  /** The exact joint counts of each of some tables, row-major: one pass over the rows for all. */
  List<long[]> counts(List<JointTable> tables) {
    JointTable[] asked = tables.toArray(JointTable[]::new);
    Cells[] columns = cells;
    return Arrays.asList(
        rows.pass(() -> new Counted(columns, asked), Counted::add, Counted::plus).counts());
  }

  /**
   * A table to count.
   *
   * @param columns the positions of its columns. Not modified.
   */
  record JointTable(int... columns) implements Serializable {

    static JointTable of(List<Integer> columns) {
      return new JointTable(columns.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  /** Counts of some of the rows. */
  private static final class Counted implements Serializable {

    private static final long serialVersionUID = 1L;

    private final transient Cells[] cells;
    private final transient byte[][] codes;
    private final JointTable[] tables;
    private final int[] sizes;
    private final long[][] counts;
    private transient int filled;

    Counted(Cells[] cells, JointTable[] tables) {
      this.cells = cells;
      this.tables = tables;
      codes = new byte[cells.length][BLOCK];
      sizes = Arrays.stream(cells).mapToInt(Cells::size).toArray();
      counts = new long[tables.length][];
      for (int t = 0; t < tables.length; t++) {
        int size = 1;
        for (int column : tables[t].columns()) {
          size = Math.multiplyExact(size, sizes[column]);
        }
        counts[t] = new long[size];
      }
    }

    void add(Row row) {
      for (int c = 0; c < cells.length; c++) {
        codes[c][filled] = (byte) cells[c].of(row);
      }
      if (++filled == BLOCK) {
        flush();
      }
    }

    long[][] counts() {
      flush();
      return counts;
    }

    Counted plus(Counted other) {
      long[][] more = other.counts();
      flush();
      for (int t = 0; t < counts.length; t++) {
        for (int i = 0; i < counts[t].length; i++) {
          counts[t][i] += more[t][i];
        }
      }
      return this;
    }

    /** No row's cells leave the machine they were read on: counts do. */
    private Object writeReplace() {
      flush();
      return this;
    }

    private void flush() {
      if (filled > 0) {
        IntStream.range(0, tables.length).parallel().forEach(this::count);
        filled = 0;
      }
    }

    private void count(int table) {
      int[] columns = tables[table].columns();
      if (columns.length == 2) {
        countPairs(codes[columns[0]], codes[columns[1]], sizes[columns[1]], counts[table]);
        return;
      }
      for (int r = 0; r < filled; r++) {
        int cell = 0;
        for (int column : columns) {
          cell = cell * sizes[column] + (codes[column][r] & 0xFF);
        }
        counts[table][cell]++;
      }
    }

    private void countPairs(byte[] first, byte[] second, int width, long[] pairs) {
      for (int r = 0; r < filled; r++) {
        pairs[(first[r] & 0xFF) * width + (second[r] & 0xFF)]++;
      }
    }
  }
}

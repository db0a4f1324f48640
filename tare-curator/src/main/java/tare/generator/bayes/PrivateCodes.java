package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import tare.table.Cells;
import tare.table.RowPass;

/**
 * Private rows as cell numbers, one byte per column and row. Private: lives within a mechanism's
 * {@code apply} and gives nothing but exact counts, to be noised or scored there.
 */
final class PrivateCodes {

  /** The most cells of a column that a byte can tell apart. */
  static final int MOST_CELLS = 256;

  private static final int CHUNK = 1 << 14;

  private final List<Chunk> chunks;

  private PrivateCodes(List<Chunk> chunks) {
    this.chunks = chunks;
  }

  /**
   * Encodes all rows in one pass; the order of rows does not matter to any count.
   *
   * @param columns the public cells of each column, at most {@link #MOST_CELLS}
   */
  static PrivateCodes of(RowPass rows, List<? extends Cells> columns) {
    for (Cells cells : columns) {
      if (cells.size() > MOST_CELLS) {
        throw new IllegalStateException(
            "A column has at most " + MOST_CELLS + " cells here. Got: " + cells.size());
      }
    }
    Cells[] cells = columns.toArray(Cells[]::new);
    List<Chunk> chunks =
        rows.pass(
            ArrayList::new,
            (list, row) -> {
              if (list.isEmpty() || list.get(list.size() - 1).rows == CHUNK) {
                list.add(new Chunk(cells.length));
              }
              Chunk last = list.get(list.size() - 1);
              for (int c = 0; c < cells.length; c++) {
                last.codes[c][last.rows] = (byte) cells[c].of(row);
              }
              last.rows++;
            },
            (a, b) -> {
              a.addAll(b);
              return a;
            });
    return new PrivateCodes(chunks);
  }

  /**
   * The exact joint counts of some columns, row-major.
   *
   * @param columns the columns' positions. Not modified.
   * @param sizes the number of cells of each. Not modified.
   */
  long[] counts(int[] columns, int[] sizes) {
    int cells = 1;
    for (int size : sizes) {
      cells = Math.multiplyExact(cells, size);
    }
    long[] counts = new long[cells];
    for (Chunk chunk : chunks) {
      if (columns.length == 2) {
        addPairs(chunk, columns[0], columns[1], sizes[1], counts);
      } else {
        add(chunk, columns, sizes, counts);
      }
    }
    return counts;
  }

  private static void addPairs(Chunk chunk, int a, int b, int sizeB, long[] counts) {
    byte[] first = chunk.codes[a];
    byte[] second = chunk.codes[b];
    for (int r = 0; r < chunk.rows; r++) {
      counts[(first[r] & 0xFF) * sizeB + (second[r] & 0xFF)]++;
    }
  }

  private static void add(Chunk chunk, int[] columns, int[] sizes, long[] counts) {
    for (int r = 0; r < chunk.rows; r++) {
      int cell = 0;
      for (int k = 0; k < columns.length; k++) {
        cell = cell * sizes[k] + (chunk.codes[columns[k]][r] & 0xFF);
      }
      counts[cell]++;
    }
  }

  private static final class Chunk {
    private final byte[][] codes;
    private int rows;

    Chunk(int columns) {
      codes = new byte[columns][CHUNK];
    }
  }
}

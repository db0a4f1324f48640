package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;
import tare.model.ColumnBins;
import tare.model.Grouping;
import tare.table.Table;

/**
 * Private rows as fine cell numbers, one array per column. Private: lives within a mechanism's
 * {@code apply} and gives nothing but exact counts, to be noised or scored there.
 */
final class PrivateCodes {

  private final short[][] codes;
  private final int rows;

  private PrivateCodes(short[][] codes, int rows) {
    this.codes = codes;
    this.rows = rows;
  }

  /** Encodes all rows in one pass; the order of rows does not matter to any count. */
  static PrivateCodes of(Table rows, List<ColumnBins> bins) {
    Block block =
        rows.pass(
            () -> new Block(bins.size()),
            (sum, row) -> {
              sum.reserve(1);
              for (int c = 0; c < bins.size(); c++) {
                sum.codes[c][sum.rows] = (short) bins.get(c).of(row);
              }
              sum.rows++;
            },
            Block::append);
    return new PrivateCodes(block.codes, block.rows);
  }

  /** The exact counts of one column's cells. */
  long[] counts(int column, int size) {
    long[] counts = new long[size];
    short[] cells = codes[column];
    for (int r = 0; r < rows; r++) {
      counts[cells[r]]++;
    }
    return counts;
  }

  /** These rows as group numbers. */
  PrivateCodes grouped(List<Grouping> groupings) {
    short[][] grouped = new short[codes.length][rows];
    for (int c = 0; c < codes.length; c++) {
      Grouping grouping = groupings.get(c);
      for (int r = 0; r < rows; r++) {
        grouped[c][r] = (short) grouping.of(codes[c][r]);
      }
    }
    return new PrivateCodes(grouped, rows);
  }

  /**
   * The exact joint counts of two columns, row-major by the first.
   *
   * @param sizeA the number of cells of the first column
   * @param sizeB the number of cells of the second column
   */
  long[] pairCounts(int a, int sizeA, int b, int sizeB) {
    long[] counts = new long[sizeA * sizeB];
    short[] first = codes[a];
    short[] second = codes[b];
    for (int r = 0; r < rows; r++) {
      counts[first[r] * sizeB + second[r]]++;
    }
    return counts;
  }

  private static final class Block {
    private final short[][] codes;
    private int rows;

    Block(int columns) {
      codes = new short[columns][256];
    }

    void reserve(int more) {
      if (rows + more > codes[0].length) {
        int capacity = Math.max(rows + more, 2 * codes[0].length);
        for (int c = 0; c < codes.length; c++) {
          codes[c] = Arrays.copyOf(codes[c], capacity);
        }
      }
    }

    Block append(Block other) {
      reserve(other.rows);
      for (int c = 0; c < codes.length; c++) {
        System.arraycopy(other.codes[c], 0, codes[c], rows, other.rows);
      }
      rows += other.rows;
      return this;
    }
  }
}

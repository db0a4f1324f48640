package tare.model;

import java.util.Arrays;
import java.util.List;

/**
 * What the rows of a {@link BayesNetwork} have in a table over some columns' groups, where the
 * network alone would have something else.
 *
 * @param columns their positions in the schema
 * @param shares the share of rows in each cell, the last column's groups running fastest; not
 *     negative. Not copied.
 */
public record GroupTable(List<Integer> columns, double[] shares) {

  private static final double SUM_TOLERANCE = 1e-6;

  public GroupTable {
    columns = List.copyOf(columns);
    require(!columns.isEmpty(), "is over at least one column", columns);
    require(shares.length <= Character.MAX_VALUE, "has at most 65,535 cells", shares.length);
    double sum = Arrays.stream(shares).sum();
    require(Math.abs(sum - 1) <= SUM_TOLERANCE, "has shares that sum to one", sum);
    for (double share : shares) {
      require(share >= 0, "has no negative share", share);
    }
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("A table of groups " + rule + ". Got: " + value);
    }
  }

  /** Refuses a table that does not fit its network. @param sizes groups of each column. */
  void requireFor(int[] sizes) {
    int cells = 1;
    for (int column : columns) {
      cells = Math.multiplyExact(cells, sizes[column]);
    }
    require(cells == shares.length, "has one share per combination of groups", shares.length);
  }

  /**
   * The cell of each row in a table over some columns.
   *
   * @param groups of each column, by row. Not modified.
   * @param sizes groups of each column. Not modified.
   */
  public static char[] cells(List<Integer> columns, char[][] groups, int[] sizes) {
    char[] cells = new char[groups[columns.get(0)].length];
    for (int column : columns) {
      char[] own = groups[column];
      for (int r = 0; r < cells.length; r++) {
        cells[r] = (char) (cells[r] * sizes[column] + own[r]);
      }
    }
    return cells;
  }
}

package tare.kernel.regression;

import java.util.Arrays;

/*
 * Iterative proportional fitting (Deming and Stephan 1940) with slack. The dual of
 *
 *   minimise over lambda   sum_i b_i exp(sum of lambda over i's cells) - lambda.wanted + (slack/2) |lambda|^2
 *
 * is gone down group by group: the cells of one group share no row, so each has an equation of its
 * own, share exp(d) + slack (lambda + d) = wanted, which rises in d and is solved in a few steps. With
 * slack a solution exists also where cells contradict each other.
 */

/**
 * Rows in the cells of some groups, at most one cell a group, and weights that give the cells
 * wanted shares. Thousands of cells cost no more than one: only their groups count.
 */
public final class CellRaking {

  private static final int MOST_STEPS = 30;
  private static final double FARTHEST = 1;
  private static final double NEAR_ENOUGH = 1e-9;

  /** Marks rows that have no cell of a group. */
  public static final char NONE = Character.MAX_VALUE;

  private final char[][] cells;
  private final int[] sizes;

  /**
   * Rows in cells.
   *
   * @param cells for each group the cell of each row, or {@link #NONE}. Not copied.
   * @param sizes the number of cells of each group. Not copied.
   */
  public CellRaking(char[][] cells, int[] sizes) {
    this.cells = cells;
    this.sizes = sizes;
  }

  /** The number of cells of all groups. */
  public int size() {
    return Arrays.stream(sizes).sum();
  }

  /** The first rows. */
  public CellRaking first(int some) {
    char[][] own = new char[cells.length][];
    Arrays.setAll(own, g -> Arrays.copyOf(cells[g], some));
    return new CellRaking(own, sizes);
  }

  /** The number of groups. */
  public int groups() {
    return sizes.length;
  }

  /**
   * The number of each row's cell among all, row after row; negative for none. (Row after row, for
   * whoever looks at rows in random order.)
   */
  public int[] byRow(int rows) {
    int[] byRow = new int[rows * sizes.length];
    for (int g = 0, first = 0; g < sizes.length; first += sizes[g++]) {
      for (int r = 0; r < rows; r++) {
        byRow[r * sizes.length + g] = cells[g][r] == NONE ? -1 : first + cells[g][r];
      }
    }
    return byRow;
  }

  /** The weight in each cell, group after group. @param weights Not modified. */
  public double[] sums(double[] weights) {
    double[] sums = new double[size()];
    for (int g = 0, first = 0; g < sizes.length; first += sizes[g++]) {
      add(cells[g], weights, sums, first);
    }
    return sums;
  }

  private static void add(char[] of, double[] weights, double[] sums, int first) {
    for (int r = 0; r < weights.length; r++) {
      if (of[r] != NONE) {
        sums[first + of[r]] += weights[r];
      }
    }
  }

  /** Adds the coefficients of each row's cells. @param products Modified. */
  public void addProducts(double[] coefficients, double[] products) {
    for (int g = 0, first = 0; g < sizes.length; first += sizes[g++]) {
      char[] of = cells[g];
      for (int r = 0; r < products.length; r++) {
        products[r] += of[r] == NONE ? 0 : coefficients[first + of[r]];
      }
    }
  }

  /**
   * Goes once through all groups and gives each in turn the shares that are wanted.
   *
   * @param weights Modified.
   * @param wanted as {@link #sums} orders them. Not modified.
   * @param slack what a unit of a coefficient costs: at the end a cell misses its share by so much
   *     times its coefficient
   * @param coefficients of the log weight, by cell. Modified.
   */
  public void rake(double[] weights, double[] wanted, double slack, double[] coefficients) {
    for (int g = 0, first = 0; g < sizes.length; first += sizes[g++]) {
      double[] have = new double[sizes[g]];
      add(cells[g], weights, have, 0);
      for (int c = 0; c < have.length; c++) {
        double move = move(have[c], wanted[first + c], slack, coefficients[first + c]);
        coefficients[first + c] += move;
        have[c] = Math.exp(move);
      }
      char[] of = cells[g];
      for (int r = 0; r < weights.length; r++) {
        weights[r] *= of[r] == NONE ? 1 : have[of[r]];
      }
    }
  }

  /** The d with {@code have e^d + slack (before + d) = wanted}; none where no row could follow. */
  static double move(double have, double wanted, double slack, double before) {
    if (!(have > 0)) {
      return 0;
    }
    double move = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
      double grown = have * Math.exp(move);
      double step = (grown + slack * (before + move) - wanted) / (grown + slack);
      // Newton's way from below overshoots; steps of at most one lead there all the same.
      move -= Math.max(-FARTHEST, Math.min(FARTHEST, step));
      if (Math.abs(step) < NEAR_ENOUGH) {
        break;
      }
    }
    return move;
  }
}

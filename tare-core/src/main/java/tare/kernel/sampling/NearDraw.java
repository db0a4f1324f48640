package tare.kernel.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/*
 * Rows are drawn by their weights first, then offered in exchange for others that are drawn by the
 * same weights: an exchange is made where it brings the counts of all tables, squared misses
 * summed, nearer to what they should be. What the tables say nothing of is as the weights have it.
 */

/** Draws rows in proportion to weights, so that tables over them come out as they should. */
public final class NearDraw {

  private NearDraw() {}

  /**
   * Draws rows; one may come several times.
   *
   * @param weights not negative, not all zero. Not modified.
   * @param count how many rows to draw
   * @param margins what the tables over the drawn rows should be. Not modified.
   * @param passes how often each drawn row is offered for another
   * @return the rows' positions, in random order
   */
  public static int[] draw(
      double[] weights,
      int count,
      List<Raking.Margin> margins,
      int passes,
      RandomGenerator random) {
    int[] kept = systematic(weights, count, random);
    Counts counts = new Counts(weights.length, margins);
    for (int row : kept) {
      counts.add(row, 1);
    }
    for (int pass = 0; pass < passes; pass++) {
      int[] offered = systematic(weights, count, random);
      for (int k = 0; k < count; k++) {
        if (counts.gain(offered[k], kept[k]) < 0) {
          counts.add(offered[k], 1);
          counts.add(kept[k], -1);
          kept[k] = offered[k];
        }
      }
    }
    // Those that were offered for exchange first had the largest misses to make up for.
    return BalancedSample.reordered(kept, random);
  }

  /**
   * By how much each cell's count of rows is too large. A row's cells lie side by side: rows are
   * asked for in no order, and table by table each would be somewhere else in memory.
   */
  private static final class Counts {

    private final int tables;

    /** The cell of every table, row by row; cells are numbered within their table. */
    private final char[][] cells;

    /** Where each table's cells begin. */
    private final int[] first;

    private final double[] over;

    Counts(int rows, List<Raking.Margin> margins) {
      tables = margins.size();
      first = new int[tables + 1];
      cells = new char[rows][tables];
      for (int t = 0; t < tables; t++) {
        first[t + 1] = first[t] + margins.get(t).counts().length;
        char[] own = margins.get(t).cells();
        for (int row = 0; row < rows; row++) {
          cells[row][t] = own[row];
        }
      }
      over = new double[first[tables]];
      for (int t = 0; t < tables; t++) {
        double[] wanted = margins.get(t).counts();
        for (int cell = 0; cell < wanted.length; cell++) {
          over[first[t] + cell] = -wanted[cell];
        }
      }
    }

    void add(int row, int times) {
      for (int t = 0; t < tables; t++) {
        over[first[t] + cells[row][t]] += times;
      }
    }

    /** Half of what squared misses change by when a row comes in for another. */
    double gain(int in, int out) {
      char[] to = cells[in];
      char[] from = cells[out];
      double gain = 0;
      for (int t = 0; t < tables; t++) {
        if (to[t] != from[t]) {
          gain += over[first[t] + to[t]] - over[first[t] + from[t]] + 1;
        }
      }
      return gain;
    }
  }

  /** Systematic sampling from a random order, in random order. */
  private static int[] systematic(double[] weights, int count, RandomGenerator random) {
    int[] order = BalancedSample.shuffled(weights.length, random);
    double step = Arrays.stream(weights).sum() / count;
    double next = step * random.nextDouble();
    double reached = 0;
    int[] drawn = new int[count];
    int size = 0;
    for (int row : order) {
      reached += weights[row];
      for (; size < count && next < reached; next += step) {
        drawn[size++] = row;
      }
    }
    // Rounding may leave the last height just beyond the sum.
    Arrays.fill(drawn, size, count, size > 0 ? drawn[size - 1] : order[0]);
    return BalancedSample.reordered(drawn, random);
  }
}

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
    char[][] cells = margins.stream().map(Raking.Margin::cells).toArray(char[][]::new);
    double[][] over = new double[cells.length][];
    for (int t = 0; t < cells.length; t++) {
      over[t] = Arrays.stream(margins.get(t).counts()).map(wanted -> -wanted).toArray();
      for (int row : kept) {
        over[t][cells[t][row]]++;
      }
    }
    for (int pass = 0; pass < passes; pass++) {
      int[] offered = systematic(weights, count, random);
      for (int k = 0; k < count; k++) {
        if (gain(cells, over, offered[k], kept[k]) < 0) {
          exchange(cells, over, offered[k], kept[k]);
          kept[k] = offered[k];
        }
      }
    }
    // Those that were offered for exchange first had the largest misses to make up for.
    return BalancedSample.reordered(kept, random);
  }

  /** Half of what squared misses change by when a row comes in for another. */
  private static double gain(char[][] cells, double[][] over, int in, int out) {
    double gain = 0;
    for (int t = 0; t < cells.length; t++) {
      int to = cells[t][in];
      int from = cells[t][out];
      if (to != from) {
        gain += over[t][to] - over[t][from] + 1;
      }
    }
    return gain;
  }

  /**
   * @param over by how much each cell's count is too large. Modified.
   */
  private static void exchange(char[][] cells, double[][] over, int in, int out) {
    for (int t = 0; t < cells.length; t++) {
      over[t][cells[t][in]]++;
      over[t][cells[t][out]]--;
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

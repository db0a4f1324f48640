package tare.model;

import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * Draws cells of rows evenly: rows that share what their law hangs on have its cells in the law's
 * proportions as nearly as whole rows can, in random order.
 */
final class EvenDraw {

  private EvenDraw() {}

  /**
   * A cell for each row.
   *
   * @param givens which of the laws each row has. Not modified.
   * @param laws each of them, asked for once and in order
   */
  static int[] cells(int[] givens, int count, IntFunction<double[]> laws, RandomGenerator chance) {
    int[] starts = new int[count + 1];
    for (int given : givens) {
      starts[given + 1]++;
    }
    for (int g = 0; g < count; g++) {
      starts[g + 1] += starts[g];
    }
    int[] byGiven = new int[givens.length];
    int[] fill = starts.clone();
    for (int r = 0; r < givens.length; r++) {
      byGiven[fill[givens[r]]++] = r;
    }
    int[] cells = new int[givens.length];
    for (int g = 0; g < count; g++) {
      shuffle(byGiven, starts[g], starts[g + 1], chance);
      spread(laws.apply(g), byGiven, starts[g], starts[g + 1], chance.nextDouble(), cells);
    }
    return cells;
  }

  /** Systematic sampling: row i of m gets the cell at height (offset + i) / m of the law. */
  private static void spread(
      double[] law, int[] rows, int from, int to, double offset, int[] cells) {
    int last = law.length - 1;
    while (last > 0 && law[last] == 0) {
      last--;
    }
    double reached = law[0];
    int cell = 0;
    for (int i = from; i < to; i++) {
      double height = (offset + (i - from)) / (to - from);
      while (height >= reached && cell < last) {
        reached += law[++cell];
      }
      cells[rows[i]] = cell;
    }
  }

  private static void shuffle(int[] rows, int from, int to, RandomGenerator chance) {
    for (int i = to - 1; i > from; i--) {
      int j = chance.nextInt(from, i + 1);
      int row = rows[i];
      rows[i] = rows[j];
      rows[j] = row;
    }
  }
}

package tare.kernel.sampling;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/*
 * The pivotal method (Deville and Tille 1998) settles two units at a time: the probabilities of both
 * are pushed into one of them, so that one is in or out for good. Here the coin is biased towards
 * the outcome that brings the chosen rows' sums back to what they should be, in the manner of a
 * self-balancing walk (Alweiss, Liu and Sawhney 2021). Sums of the given features then stray by a
 * few rows' worth however many rows are drawn, where independent draws stray by the square root of
 * their number; everything that the features say nothing of is drawn as before.
 */

/** Draws rows in proportion to weights, so that the sums of given features come out right. */
public final class BalancedSample {

  /** How hard an imbalance pulls, over the features' variances, summed. */
  private static final double PULL = 4;

  private final RowFeatures features;
  private final int width;
  private final double[] imbalance;
  private final double[] ofCells;
  private final double scale;
  private double[] carried;
  private double[] fresh;
  private int carriedRow;
  private int freshRow;

  /** Features that are worked out when they are asked for: of many rows they would fill memory. */
  @FunctionalInterface
  public interface RowFeatures {

    /** Writes a row's features. @param out Modified. */
    void put(int row, double[] out);

    /**
     * Groups of cells beside the features: a row has at most one cell of each, so thousands of
     * cells cost no more than their groups.
     */
    default int groups() {
      return 0;
    }

    /** The number of cells of all groups. */
    default int cells() {
      return 0;
    }

    /** The cell that a row has of a group; negative for none. */
    default int cell(int row, int group) {
      return -1;
    }

    /** The feature of all rows in a cell; it is zero in others. */
    default double height(int cell) {
      return 0;
    }

    /**
     * The squares of what the features of the first rows are off their means by, summed. Rows are
     * exchanged for each other, so only what they differ by counts. Whoever has cells counts theirs
     * too.
     */
    default double squares(int rows, int width) {
      double[] one = new double[width];
      double[] sums = new double[width];
      double squares = 0;
      for (int row = 0; row < rows; row++) {
        put(row, one);
        for (int j = 0; j < width; j++) {
          sums[j] += one[j];
          squares += one[j] * one[j];
        }
      }
      for (double sum : sums) {
        squares -= sum * sum / rows;
      }
      return squares;
    }
  }

  private BalancedSample(RowFeatures features, int width, int rows) {
    this.features = features;
    this.width = width;
    imbalance = new double[width];
    ofCells = new double[features.cells()];
    carried = new double[width];
    fresh = new double[width];
    double squares = width > 0 ? features.squares(rows, width) : 0;
    scale = squares > 0 ? PULL * rows / squares : 0;
  }

  /**
   * Draws rows. A row whose weight is at most the sum of all over {@code count} comes at most once.
   *
   * @param weights not negative, not all zero. Not modified.
   * @param count how many rows to draw
   * @param features of each row, row-major, about zero mean and unit variance each. Not modified.
   * @return the rows' positions, in random order
   */
  public static int[] draw(
      double[] weights, int count, double[] features, int width, RandomGenerator random) {
    return draw(
        weights,
        count,
        width,
        (row, out) -> System.arraycopy(features, row * width, out, 0, width),
        random);
  }

  /**
   * The same with features that are worked out row by row.
   *
   * @param weights not negative, not all zero. Not modified.
   */
  public static int[] draw(
      double[] weights, int count, int width, RowFeatures features, RandomGenerator random) {
    int[] order = shuffled(weights.length, random);
    double factor = count / Arrays.stream(weights).sum();
    BalancedSample sample = new BalancedSample(features, width, weights.length);
    int[] drawn = new int[count];
    int size = 0;
    int carried = -1;
    double carriedShare = 0;
    for (int row : order) {
      double share = weights[row] * factor;
      for (; share >= 1; share--) {
        if (size < count) {
          drawn[size++] = row;
        }
      }
      sample.look(row);
      if (carried < 0 || carriedShare == 0) {
        carried = row;
        sample.carry();
        carriedShare = share;
        continue;
      }
      double sum = carriedShare + share;
      boolean over = sum >= 1;
      // Mass that the newcomer gains when it stays, and loses when the carried row does.
      double gain = over ? 1 - share : carriedShare;
      double loss = over ? 1 - carriedShare : share;
      boolean newcomer = sample.newcomerStays(gain, loss, random.nextDouble());
      if (over && size < count) {
        drawn[size++] = newcomer ? row : carried;
      }
      if (newcomer != over) {
        carried = row;
        sample.carry();
      }
      carriedShare = over ? sum - 1 : sum;
    }
    // Rounding may leave the last row just short of one.
    while (size < count) {
      drawn[size++] = carried;
    }
    return reordered(drawn, random);
  }

  private void look(int row) {
    freshRow = row;
    if (width > 0) {
      features.put(row, fresh);
    }
  }

  /** The row that was looked at last is carried on. */
  private void carry() {
    double[] other = carried;
    carried = fresh;
    fresh = other;
    carriedRow = freshRow;
  }

  /** What the cells of a row pull by. */
  private double pullOfCells(int row) {
    double pull = 0;
    for (int g = 0; g < features.groups(); g++) {
      int cell = features.cell(row, g);
      pull += cell < 0 ? 0 : ofCells[cell] * features.height(cell);
    }
    return pull;
  }

  private void moveCells(int row, double mass) {
    for (int g = 0; g < features.groups(); g++) {
      int cell = features.cell(row, g);
      if (cell >= 0) {
        ofCells[cell] += mass * features.height(cell);
      }
    }
  }

  private boolean newcomerStays(double gain, double loss, double coin) {
    double pull = pullOfCells(freshRow) - pullOfCells(carriedRow);
    for (int j = 0; j < width; j++) {
      pull += imbalance[j] * (fresh[j] - carried[j]);
    }
    double even = gain + loss > 0 ? loss / (gain + loss) : 0.5;
    double biased = Math.max(0, Math.min(1, even - scale * pull * even * (1 - even)));
    boolean stays = coin < biased;
    double moved = stays ? gain : -loss;
    for (int j = 0; j < width; j++) {
      imbalance[j] += moved * (fresh[j] - carried[j]);
    }
    moveCells(freshRow, moved);
    moveCells(carriedRow, -moved);
    return stays;
  }

  /** All positions in random order. */
  static int[] shuffled(int size, RandomGenerator random) {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    return reordered(order, random);
  }

  /** The same in random order. @param order Modified. */
  static int[] reordered(int[] order, RandomGenerator random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }
}

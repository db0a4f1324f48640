package tare.kernel.regression;

import java.util.ArrayList;
import java.util.List;
import tare.kernel.linear.ColumnKernel;
import tare.kernel.linear.RowKernel;

/*
 * Where all products of some coordinates are moments, a product of two of them is one of four
 * coordinates, and it does not matter which two came together first: of x_a x_b x_c x_d with
 * a >= b >= c >= d only the entry of (a, b) and (c, d) is summed. That is a third of the triangle.
 */

/** Weighted products of all moments and indicators of rows with each other, summed over rows. */
final class MomentGram {

  /** Rows that are multiplied at a time: with a thousand moments so many stay in the cache. */
  private static final int ROWS = 64;

  private static final int TILE = ColumnKernel.TILE;

  /** Rows of the matrix that are summed together, and how many of their columns. */
  private record Tile(int[] rows, int extent) {}

  private final QuadraticMoments moments;
  private final int indicators;
  private final ColumnKernel kernel;
  private final RowKernel rowKernel;
  private final int own;
  private final int square;
  private final List<Tile> tiles;
  private final double[] ofMoments;
  private final double[] mixed;
  private final double[] ofIndicators;
  private final double[] mean;
  private final double[] block;
  private final double[] weights = new double[ROWS];
  private final double[] factors = new double[ROWS * TILE];
  private final double[] one;
  private double sum;

  MomentGram(QuadraticMoments moments, int indicators, int count) {
    this.moments = moments;
    this.indicators = indicators;
    own = moments.size();
    kernel = ColumnKernel.forRows(count);
    rowKernel = RowKernel.forValues((long) count * own);
    square = moments.hasAllPairs() ? moments.multiplied() : 0;
    tiles = square > 0 ? byLowest() : inOrder();
    // Tiles that are not full add to a row more, which nobody reads.
    ofMoments = new double[(own + 1) * own];
    mixed = new double[indicators * own];
    ofIndicators = new double[indicators * indicators];
    mean = new double[own];
    block = new double[ROWS * own];
    one = new double[moments.width()];
  }

  private List<Tile> inOrder() {
    List<Tile> all = new ArrayList<>();
    addTiles(all, 0, own);
    return all;
  }

  /** Consecutive rows, each up to its own column. */
  private void addTiles(List<Tile> all, int first, int last) {
    for (int i = first; i < last; i += TILE) {
      int[] rows = new int[TILE];
      for (int t = 0; t < TILE; t++) {
        rows[t] = i + t < last ? i + t : own;
      }
      all.add(new Tile(rows, Math.min(i + TILE, last)));
    }
  }

  /** Coordinates, then pairs with the same lower coordinate together. */
  private List<Tile> byLowest() {
    List<Tile> all = new ArrayList<>();
    int width = moments.width();
    addTiles(all, 0, width);
    for (int low = 0; low < square; low++) {
      int extent = width + pair(low, low) + 1;
      for (int high = low; high < square; high += TILE) {
        int[] rows = new int[TILE];
        for (int t = 0; t < TILE; t++) {
          rows[t] = high + t < square ? width + pair(high + t, low) : own;
        }
        all.add(new Tile(rows, extent));
      }
    }
    return all;
  }

  /** The position of a pair among all pairs. */
  private static int pair(int high, int low) {
    return high * (high + 1) / 2 + low;
  }

  /** How many rows {@link #add} takes. */
  static int rowsAtOnce(int stride) {
    return ROWS * stride;
  }

  /** Adds every so many-th row of {@link #rowsAtOnce}. Nothing is modified. */
  void add(
      double[] columns, int[] codes, int groups, double[] shares, int from, int to, int stride) {
    int some = 0;
    for (int r = from; r < to && some < ROWS; r += stride, some++) {
      for (int j = 0; j < one.length; j++) {
        one[j] = columns[ColumnKernel.at(r, j, one.length)];
      }
      moments.put(one, 0, block, some * own);
      weights[some] = shares[r];
      sum += shares[r];
      rowKernel.addScaled(shares[r], block, some * own, mean, 0, own);
      addIndicators(codes, r * groups, groups, some);
    }
    for (Tile tile : tiles) {
      for (int s = 0; s < some; s++) {
        for (int t = 0; t < TILE; t++) {
          int row = tile.rows[t];
          factors[s * TILE + t] = row < own ? weights[s] * block[s * own + row] : 0;
        }
      }
      kernel.addTile(block, some, own, factors, ofMoments, tile.rows, tile.extent);
    }
  }

  private void addIndicators(int[] codes, int first, int groups, int at) {
    for (int g = first; g < first + groups; g++) {
      if (codes[g] >= 0) {
        rowKernel.addScaled(weights[at], block, at * own, mixed, codes[g] * own, own);
        for (int h = first; h <= g; h++) {
          if (codes[h] >= 0) {
            ofIndicators[codes[g] * indicators + codes[h]] += weights[at];
          }
        }
      }
    }
  }

  /** Adds the sums of other rows. */
  void add(MomentGram other) {
    sum += other.sum;
    addTo(other.ofMoments, ofMoments);
    addTo(other.mixed, mixed);
    addTo(other.ofIndicators, ofIndicators);
    addTo(other.mean, mean);
  }

  private static void addTo(double[] more, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += more[i];
    }
  }

  /** The lower triangle of the covariance. */
  double[] covariance() {
    int size = own + indicators;
    double[] means = new double[size];
    System.arraycopy(mean, 0, means, 0, own);
    for (int i = 0; i < indicators; i++) {
      means[own + i] = ofIndicators[i * indicators + i];
    }
    double[] covariance = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double product =
            i < own
                ? ofMoments(i, j)
                : j < own
                    ? mixed[(i - own) * own + j]
                    : ofIndicators[(i - own) * indicators + j - own];
        covariance[i * size + j] = product / sum - means[i] / sum * (means[j] / sum);
      }
    }
    return covariance;
  }

  /** The product of two moments, the first not before the second. */
  private double ofMoments(int i, int j) {
    int width = moments.width();
    if (square == 0 || j < width) {
      return ofMoments[i * own + j];
    }
    int a = moments.left()[i - width];
    int b = moments.right()[i - width];
    int c = moments.left()[j - width];
    int d = moments.right()[j - width];
    // a >= b and c >= d, and a >= c because pairs stand in order: the second place is b's or c's.
    int second = Math.max(b, c);
    int rest = Math.min(b, c);
    return ofMoments[
        (width + pair(a, second)) * own + width + pair(Math.max(rest, d), Math.min(rest, d))];
  }
}

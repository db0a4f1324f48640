package tare.kernel.tree;

import java.util.Arrays;

/**
 * Columns of numbers cut into at most 4,096 bins each, two bytes a cell: what trees are grown on.
 *
 * <p>A column of at most 4,096 different values keeps them all; any other is cut at its quantiles.
 * Always true: a value lies in bin b or below exactly when it is at most {@link #edge edge(b)}.
 */
public final class BinnedColumns {

  static final int MOST_BINS = 4096;

  private final char[][] bins;
  private final double[][] edges;

  private BinnedColumns(char[][] bins, double[][] edges) {
    this.bins = bins;
    this.edges = edges;
  }

  /**
   * Cuts some columns of a matrix.
   *
   * @param x row by row, finite. Not modified.
   * @param width of a row of x
   * @param first the first column that counts
   */
  public static BinnedColumns of(double[] x, int width, int first) {
    int rows = x.length / width;
    char[][] bins = new char[width - first][rows];
    double[][] edges = new double[width - first][];
    double[] column = new double[rows];
    for (int j = 0; j < bins.length; j++) {
      for (int i = 0; i < rows; i++) {
        column[i] = x[i * width + first + j];
      }
      edges[j] = edges(column);
      for (int i = 0; i < rows; i++) {
        bins[j][i] = (char) bin(edges[j], column[i]);
      }
    }
    return new BinnedColumns(bins, edges);
  }

  int rowCount() {
    return bins.length == 0 ? 0 : bins[0].length;
  }

  int columnCount() {
    return bins.length;
  }

  /** The bin of every row. Do not modify. */
  char[] column(int j) {
    return bins[j];
  }

  /** The border between a bin of a column and the next. */
  double edge(int column, int bin) {
    return edges[column][bin];
  }

  private static int bin(double[] edges, double value) {
    int at = Arrays.binarySearch(edges, value);
    return at >= 0 ? at : -at - 1;
  }

  /** Borders halfway between neighbouring values, at most one fewer than bins. */
  private static double[] edges(double[] column) {
    double[] sorted = column.clone();
    Arrays.sort(sorted);
    int different = 1;
    for (int i = 1; i < sorted.length; i++) {
      different += sorted[i] > sorted[i - 1] ? 1 : 0;
    }
    double step = different <= MOST_BINS ? 0 : sorted.length / (double) MOST_BINS;
    double[] edges = new double[MOST_BINS - 1];
    int count = 0;
    for (int i = 1; i < sorted.length && count < edges.length; i++) {
      if (sorted[i] > sorted[i - 1] && i >= (count + 1) * step) {
        edges[count++] = between(sorted[i - 1], sorted[i]);
      }
    }
    return Arrays.copyOf(edges, count);
  }

  /** A number at or above the smaller and below the larger, halfway where rounding allows. */
  static double between(double low, double high) {
    double middle = low / 2 + high / 2;
    return middle >= low && middle < high ? middle : low;
  }
}

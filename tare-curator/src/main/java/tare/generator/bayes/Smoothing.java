package tare.generator.bayes;

import java.util.Arrays;

/**
 * Takes noise out of the counts of neighbouring cells: the piecewise constant density that fits
 * them best when every piece has a price.
 *
 * <p>The price of a piece is in variances of the noise, so a step stays only where it stands out of
 * the noise, wherever it is and however wide its pieces are: many narrow ones where there are many
 * rows, few wide ones in the tails. All of it is computed from noised counts.
 */
final class Smoothing {

  private final double[] counts;
  private final double[] measures;
  private final double[] sumOf;
  private final double[] measureTo;
  private final double[] squares;
  private final double[] products;
  private final double[] measureSquares;
  private final int[] ends;
  private final double cost;

  /**
   * Fits pieces.
   *
   * @param counts of neighbouring cells, in order. Not modified.
   * @param variances of the noise on each. Not modified.
   * @param measures of each cell, positive: within a piece counts are in proportion to them. Not
   *     modified.
   * @param price of a piece
   */
  Smoothing(double[] counts, double[] variances, double[] measures, double price) {
    this.counts = counts;
    this.measures = measures;
    int n = counts.length;
    sumOf = new double[n + 1];
    measureTo = new double[n + 1];
    squares = new double[n + 1];
    products = new double[n + 1];
    measureSquares = new double[n + 1];
    for (int i = 0; i < n; i++) {
      sumOf[i + 1] = sumOf[i] + counts[i];
      measureTo[i + 1] = measureTo[i] + measures[i];
      squares[i + 1] = squares[i] + counts[i] * counts[i] / variances[i];
      products[i + 1] = products[i] + counts[i] * measures[i] / variances[i];
      measureSquares[i + 1] = measureSquares[i] + measures[i] * measures[i] / variances[i];
    }
    double[] best = new double[n + 1];
    ends = pieceEnds(best, price);
    cost = best[n];
  }

  /** Counts of bins of equal width and variance, smoothed. */
  static double[] smoothed(double[] noised, double variance, double price) {
    double[] ones = new double[noised.length];
    Arrays.fill(ones, 1);
    double[] variances = new double[noised.length];
    Arrays.fill(variances, variance);
    return new Smoothing(noised, variances, ones, price).smoothed();
  }

  /** The misfit, in variances, and the price of all pieces. */
  double cost() {
    return cost;
  }

  /** For each cell the number of its piece. */
  int[] pieces() {
    int[] pieces = new int[counts.length];
    for (int p = 0, from = 0; p < ends.length; from = ends[p++]) {
      Arrays.fill(pieces, from, ends[p], p);
    }
    return pieces;
  }

  /**
   * The fitted counts: within each piece in proportion to the measures, tilted towards neighbouring
   * pieces. The sum over a piece stays.
   */
  double[] smoothed() {
    double[] densities = new double[ends.length];
    for (int p = 0, from = 0; p < ends.length; from = ends[p++]) {
      densities[p] = density(from, ends[p]);
    }
    double[] smoothed = new double[counts.length];
    for (int p = 0, from = 0; p < ends.length; from = ends[p++]) {
      double slope = slope(p, densities);
      double middle = (measureTo[from] + measureTo[ends[p]]) / 2;
      for (int i = from; i < ends[p]; i++) {
        double at = (measureTo[i] + measureTo[i + 1]) / 2;
        smoothed[i] = measures[i] * (densities[p] + slope * (at - middle));
      }
    }
    return smoothed;
  }

  private double density(int from, int end) {
    return (sumOf[end] - sumOf[from]) / (measureTo[end] - measureTo[from]);
  }

  /** The end of each piece, by dynamic programming over all partitions (Jackson et al. 2005). */
  private int[] pieceEnds(double[] best, double price) {
    int n = counts.length;
    int[] start = new int[n + 1];
    int[] pieces = new int[n + 1];
    for (int end = 1; end <= n; end++) {
      best[end] = Double.POSITIVE_INFINITY;
      for (int from = 0; from < end; from++) {
        double density = density(from, end);
        double misfit =
            squares[end]
                - squares[from]
                - 2 * density * (products[end] - products[from])
                + density * density * (measureSquares[end] - measureSquares[from]);
        double total = best[from] + misfit + price;
        if (total < best[end]) {
          best[end] = total;
          start[end] = from;
          pieces[end] = pieces[from] + 1;
        }
      }
    }
    int[] found = new int[pieces[n]];
    for (int end = n, p = found.length - 1; p >= 0; end = start[end], p--) {
      found[p] = end;
    }
    return found;
  }

  /**
   * The smaller of the slopes to both neighbouring pieces, and no steeper than what brings the
   * density to zero at the piece's end, or halfway to a neighbour's there: beside a wide piece a
   * narrow one, which is mostly noise, would tilt it twice as far. None at an end, a peak or a pit.
   */
  private double slope(int piece, double[] densities) {
    if (piece == 0 || piece == ends.length - 1) {
      return 0;
    }
    double down = slopeBetween(piece - 1, densities);
    double up = slopeBetween(piece, densities);
    double width = measureTo[ends[piece]] - measureTo[ends[piece - 1]];
    double own = densities[piece];
    double halfway =
        Math.min(Math.abs(densities[piece + 1] - own), Math.abs(own - densities[piece - 1]));
    double most = Math.min(2 * Math.max(0, own), halfway) / width;
    double slope = Math.min(most, Math.min(Math.abs(down), Math.abs(up)));
    return down * up <= 0 ? 0 : Math.signum(up) * slope;
  }

  private double slopeBetween(int piece, double[] densities) {
    double start = piece == 0 ? 0 : measureTo[ends[piece - 1]];
    double distance = (measureTo[ends[piece + 1]] - start) / 2;
    return (densities[piece + 1] - densities[piece]) / distance;
  }
}

package tare.generator.bayes;

/**
 * Takes noise out of the counts of neighbouring bins: the piecewise constant function that fits
 * them best when every piece has a price.
 *
 * <p>The price of a piece is a multiple of the noise variance, so a step stays only where it stands
 * out of the noise, wherever it is and however wide its pieces are: many narrow bins where there
 * are many rows, few wide ones in the tails. All of it is computed from noised counts.
 */
final class Smoothing {

  private Smoothing() {}

  /**
   * The fitted counts: within each piece the mean of the noised ones, tilted towards neighbouring
   * pieces.
   *
   * @param noised counts of bins of equal width, in order. Not modified.
   * @param variance of the noise on each
   * @param price of a piece, in variances
   */
  static double[] smoothed(double[] noised, double variance, double price) {
    int[] ends = pieceEnds(noised, price * variance);
    double[] means = new double[ends.length];
    for (int p = 0, from = 0; p < ends.length; from = ends[p++]) {
      for (int i = from; i < ends[p]; i++) {
        means[p] += noised[i] / (ends[p] - from);
      }
    }
    double[] smoothed = new double[noised.length];
    for (int p = 0, from = 0; p < ends.length; from = ends[p++]) {
      double slope = slope(p, ends, means);
      double middle = (from + ends[p] - 1) / 2.0;
      for (int i = from; i < ends[p]; i++) {
        smoothed[i] = means[p] + slope * (i - middle);
      }
    }
    return smoothed;
  }

  /** The end of each piece, by dynamic programming over all partitions (Jackson et al. 2005). */
  private static int[] pieceEnds(double[] noised, double price) {
    int n = noised.length;
    double[] sums = new double[n + 1];
    double[] squares = new double[n + 1];
    for (int i = 0; i < n; i++) {
      sums[i + 1] = sums[i] + noised[i];
      squares[i + 1] = squares[i] + noised[i] * noised[i];
    }
    double[] best = new double[n + 1];
    int[] start = new int[n + 1];
    int[] pieces = new int[n + 1];
    for (int end = 1; end <= n; end++) {
      best[end] = Double.POSITIVE_INFINITY;
      for (int from = 0; from < end; from++) {
        double sum = sums[end] - sums[from];
        double misfit = squares[end] - squares[from] - sum * sum / (end - from);
        double cost = best[from] + misfit + price;
        if (cost < best[end]) {
          best[end] = cost;
          start[end] = from;
          pieces[end] = pieces[from] + 1;
        }
      }
    }
    int[] ends = new int[pieces[n]];
    for (int end = n, p = ends.length - 1; p >= 0; end = start[end], p--) {
      ends[p] = end;
    }
    return ends;
  }

  /** The smaller of the slopes to both neighbouring pieces; none at an end, a peak or a pit. */
  private static double slope(int piece, int[] ends, double[] means) {
    if (piece == 0 || piece == ends.length - 1) {
      return 0;
    }
    double down = slopeBetween(piece - 1, ends, means);
    double up = slopeBetween(piece, ends, means);
    return down * up <= 0 ? 0 : Math.signum(up) * Math.min(Math.abs(down), Math.abs(up));
  }

  private static double slopeBetween(int piece, int[] ends, double[] means) {
    int start = piece == 0 ? 0 : ends[piece - 1];
    return (means[piece + 1] - means[piece]) / ((ends[piece + 1] - start) / 2.0);
  }
}

package tare.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.MeanCovariance;

/**
 * Coordinates of public rows, whitened one after the other: each is freed of what the ones before
 * it say of it.
 *
 * @param coordinates in the order in which they were whitened
 * @param mean of the coordinates before whitening. Not copied.
 * @param factor of their covariance
 * @param vectors the whitened rows, row-major. Not copied.
 */
record WhitenedCoordinates(
    List<MomentCoordinate> coordinates, double[] mean, Cholesky factor, double[] vectors) {

  /** What all variances have added to them: nearly collinear coordinates stay apart by it. */
  static final double RIDGE = 0.01;

  /** How far out a coordinate's tail is: what this share of rows do not exceed. */
  private static final double TAIL = 0.999;

  /**
   * Whitens coordinates, those of short tails first. So a long tail is found in one coordinate
   * alone, and not in all that it is correlated with.
   *
   * @param raw the rows before whitening, row-major. Modified.
   * @param leading so many of them come first in any case
   */
  static WhitenedCoordinates of(
      List<MomentCoordinate> coordinates, double[] raw, int rows, int leading) {
    int size = coordinates.size();
    double[] tails = tails(centred(raw, rows, size, MeanCovariance.mean(raw, rows, size)), size);
    int[] order =
        IntStream.range(0, size)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(j -> j < leading ? 0 : 1)
                    .thenComparingDouble(j -> tails[j]))
            .mapToInt(j -> j)
            .toArray();
    double[] ordered = new double[raw.length];
    for (int r = 0; r < rows; r++) {
      for (int j = 0; j < size; j++) {
        ordered[r * size + j] = raw[r * size + order[j]];
      }
    }
    double[] mean = MeanCovariance.mean(ordered, rows, size);
    double[] covariance = MeanCovariance.covariance(ordered, rows, size, mean);
    for (int j = 0; j < size; j++) {
      covariance[j * size + j] += RIDGE;
    }
    Cholesky factor = Cholesky.of(covariance, size);
    double[] vectors = centred(ordered, rows, size, mean);
    for (int r = 0; r < rows; r++) {
      factor.solveLower(vectors, r * size);
    }
    return new WhitenedCoordinates(
        Arrays.stream(order).mapToObj(coordinates::get).toList(), mean, factor, vectors);
  }

  private static double[] centred(double[] matrix, int rows, int size, double[] mean) {
    double[] centred = matrix.clone();
    for (int i = 0; i < rows * size; i++) {
      centred[i] -= mean[i % size];
    }
    return centred;
  }

  /** How far out the tail of each whitened coordinate is, in standard deviations. */
  double[] tails() {
    return tails(vectors, coordinates.size());
  }

  /** How many coordinates the column of each has, itself among them. */
  int[] siblings() {
    int[] siblings = new int[coordinates.size()];
    for (int j = 0; j < siblings.length; j++) {
      int column = coordinates.get(j).column();
      siblings[j] = (int) coordinates.stream().filter(each -> each.column() == column).count();
    }
    return siblings;
  }

  private static double[] tails(double[] centred, int size) {
    int rows = centred.length / size;
    double[] tails = new double[size];
    double[] one = new double[rows];
    for (int j = 0; j < size; j++) {
      for (int r = 0; r < rows; r++) {
        one[r] = Math.abs(centred[r * size + j]);
      }
      Arrays.sort(one);
      tails[j] = one[(int) Math.min(rows - 1L, Math.round(TAIL * rows))];
    }
    return tails;
  }
}

package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.random.Seed;

/**
 * Rows of eight numbers, two of them nearly the same, whose means are off like those of 400
 * independent rows, and noise that drowns the difference of these two.
 */
class TrustInRowsTest {

  private static final int WIDTH = 8;
  private static final int ROWS = 4_000;
  private static final double WORTH = 400;
  private static final double PRIVATE_ROWS = 3_000;
  private static final int TIMES = 300;

  private final RandomGenerator random = new Seed(1).stream("trust");
  private final TiltRows rows = rows();
  private final double[] even = rows.even();
  private final double[] centre = rows.sums(even);
  private final double[] covariance = rows.covariance(even);
  private final double[] variances = new double[WIDTH];
  private final TrustInRows trust =
      TrustInRows.of(covariance, WIDTH, IntStream.range(0, WIDTH).toArray(), () -> {});

  TrustInRowsTest() {
    Arrays.fill(variances, 2e-3);
  }

  private TiltRows rows() {
    double[] values = new double[ROWS * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % WIDTH == 1 ? values[i - 1] + 0.2 * random.nextGaussian() : 0;
      values[i] += i % WIDTH == 1 ? 0 : random.nextGaussian();
    }
    return new TiltRows(values, ROWS, QuadraticMoments.first(WIDTH));
  }

  /** A draw of means that are off as those of so many rows are. */
  private double[] offLike(double rowsBehind) {
    double[] white = random.doubles(WIDTH).map(u -> random.nextGaussian()).toArray();
    double[] off = Cholesky.of(covariance, WIDTH).timesLower(white);
    return Arrays.stream(off).map(each -> each / Math.sqrt(rowsBehind)).toArray();
  }

  private double[] noise() {
    return Arrays.stream(variances).map(v -> Math.sqrt(v) * random.nextGaussian()).toArray();
  }

  private static double[] filled(double value) {
    double[] filled = new double[WIDTH];
    Arrays.fill(filled, value);
    return filled;
  }

  private double[] slack(double worth) {
    return Arrays.stream(variances).map(v -> worth * v).toArray();
  }

  /** How far rows move that are tilted to their own moments and so much more. */
  private double[] moved(double[] by, double[] slack) {
    double[] moved =
        new EntropyTilt(rows, even).solve(sum(centre, by), slack, new double[WIDTH]).means();
    return minus(moved, centre);
  }

  /** A squared length in which every direction of the rows counts alike. */
  private double length(double[] by) {
    return RowKernel.PLAIN.dot(by, 0, Cholesky.of(covariance, WIDTH).solve(by), 0, WIDTH);
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = a.clone();
    RowKernel.PLAIN.addScaled(1, b, 0, sum, 0, sum.length);
    return sum;
  }

  private static double[] minus(double[] a, double[] b) {
    double[] minus = a.clone();
    RowKernel.PLAIN.addScaled(-1, b, 0, minus, 0, minus.length);
    return minus;
  }

  /**
   * The mean squared error of a tilt beside the law behind the private rows, which the synthetic
   * rows have followed, over as many trials.
   */
  private double error(double worth) {
    double sum = 0;
    for (int time = 0; time < TIMES; time++) {
      double[] chance = offLike(PRIVATE_ROWS);
      double[] off = offLike(WORTH);
      // The private rows have the law's moments and chance, the synthetic ones are off from them.
      double[] estimate = sum(moved(sum(off, noise()), slack(worth)), minus(chance, off));
      sum += length(estimate);
    }
    return sum / TIMES;
  }

  private static void add(double[] change, double[] slack, double[] coefficients) {
    for (int j = 0; j < change.length; j++) {
      change[j] += slack[j] * coefficients[j];
    }
  }

  /** The mean square of what replicates move. @param whole whether the rows move beforehand */
  private double spread(boolean whole) {
    double[] slack = slack(WORTH);
    double sum = 0;
    for (int time = 0; time < TIMES; time++) {
      double[] chance = offLike(PRIVATE_ROWS);
      double[] change = sum(chance, noise());
      if (whole) {
        add(change, slack, trust.coefficients(chance, filled(WORTH), WIDTH, random));
      }
      sum += length(moved(change, slack));
    }
    return sum / TIMES;
  }

  /**
   * Sums of 300 squared lengths in eight dimensions: each has a standard error of 3 %, so their
   * ratio strays by a fifth less than once in a million times. The twin leaves out what the tilt
   * does not follow.
   */
  @Test
  void replicatesSpreadAsFarAsTheTiltIsOff() {
    double error = error(WORTH);
    assertThat(spread(true)).isBetween(error / 1.25, 1.25 * error);
    assertThat(spread(false)).isLessThan(0.8 * error);
  }

  /** Believing the rows as far as they are right halves the error of who hardly believes them. */
  @Test
  void theErrorIsLeastWhereTheWorthIsRight() {
    double right = error(WORTH);
    assertThat(error(20)).isGreaterThan(1.5 * right);
    assertThat(error(40 * WORTH)).isGreaterThan(1.2 * right);
  }

  /** Eight moments tell the worth to a factor of three or so; the middle of many trials is near. */
  @Test
  void theWorthIsToldByWhatWasBought() {
    double[] worth = new double[TIMES];
    for (int time = 0; time < TIMES; time++) {
      double[] off = sum(offLike(WORTH), noise());
      worth[time] = trust.worth(off, variances, new int[WIDTH], 20, () -> {}).common();
    }
    Arrays.sort(worth);
    assertThat(worth[TIMES / 2]).isBetween(WORTH / 2, 2 * WORTH);
  }

  /**
   * One of four groups of two is off by ten deviations of its noise, the others by noise alone: it
   * is believed far less than they are, where a common worth believes all alike.
   */
  @Test
  void whatIsOffIsBelievedLess() {
    int[] groups = {0, 1, 1, 2, 2, 3, 3, 4};
    double[] off = noise();
    off[3] += 10 * Math.sqrt(variances[3]);
    off[4] -= 10 * Math.sqrt(variances[4]);
    RowsWorth worth = trust.worth(off, variances, groups, 1, () -> {});
    double[] own = worth.of(groups);
    assertThat(own[3]).isEqualTo(own[4]).isLessThan(worth.common() / 2);
    assertThat(own[1]).isCloseTo(worth.common(), withinPercentage(5));
    assertThat(Arrays.stream(own).max().orElseThrow()).isLessThanOrEqualTo(worth.common());
    assertThat(worth.of(new int[] {9})).containsExactly(worth.common());
  }

  /** Moments that others determine are left alone, and the free ones keep their places. */
  @Test
  void onlyFreeMomentsMove() {
    TrustInRows some = TrustInRows.of(covariance, WIDTH, new int[] {2, 5}, () -> {});
    double[] change = new double[WIDTH];
    add(change, slack(WORTH), some.coefficients(offLike(10), filled(WORTH), WIDTH, random));
    for (int j = 0; j < WIDTH; j++) {
      assertThat(change[j] == 0).isEqualTo(j != 2 && j != 5);
    }
  }
}

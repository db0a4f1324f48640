package tare.mechanism;

import java.io.Serializable;
import tare.noise.BoundedStatistic;
import tare.noise.Grid;
import tare.noise.Norm;
import tare.noise.StepGaussian;
import tare.table.Row;
import tare.table.RowPass;

/**
 * A sum of one vector per row, each clipped to an L2 norm, with Gaussian noise.
 *
 * <p>Every clipped vector is put on a fine grid before it is added, and the sum is exact in whole
 * numbers. So no order of rows and no rounding of sums can move it by more than the clip norm, as
 * sums of doubles can (Casacuberta et al. 2022).
 *
 * @param purpose a few words for the ledger
 * @param rowVector the public map from a row to its vector
 * @param clip no row's vector counts for more than this norm
 * @param noiseMultiplier standard deviation of the noise over clip
 */
public record NoisedSum(String purpose, RowVector rowVector, double clip, double noiseMultiplier)
    implements NoisedStatistic<long[], long[], double[]>, Serializable {

  /** A public map from rows to vectors of one length. */
  public interface RowVector extends Serializable {

    /** The number of coordinates. */
    int length();

    /** Writes the vector of a row. @param out Modified. */
    void put(Row row, double[] out);
  }

  /** Steps of the grid within the clip norm: squares of norms stay below 2^60. */
  private static final int CLIP_BITS = 30;

  public NoisedSum {
    Grid.requireShape(clip, rowVector.length());
    StepGaussian.requireMultiplier(noiseMultiplier);
  }

  /** One row moves the sum by {@link #clipInSteps} at most, exactly. */
  @Override
  public BoundedStatistic<RowPass, long[]> statistic() {
    return new BoundedStatistic<>(this::clippedSum, Norm.L2, clipInSteps());
  }

  @Override
  public StepGaussian law() {
    return StepGaussian.of(noiseMultiplier, statistic().bound());
  }

  @Override
  public double[] published(long[] noised) {
    return grid().values(noised);
  }

  /** The exact sum in steps of the grid: one row moves it by {@link #clipInSteps} at most. */
  long[] clippedSum(RowPass rows) {
    int length = rowVector.length();
    record Part(long[] sum, double[] vector, long[] steps) implements Serializable {}
    return rows.pass(
            () -> new Part(new long[length], new double[length], new long[length]),
            (part, row) -> {
              rowVector.put(row, part.vector());
              clip(part.vector(), part.steps());
              for (int j = 0; j < length; j++) {
                part.sum()[j] += part.steps()[j];
              }
            },
            (a, b) -> {
              for (int j = 0; j < length; j++) {
                a.sum()[j] += b.sum()[j];
              }
              return a;
            })
        .sum();
  }

  /** The spacing of the grid that the sum lies on. */
  Grid grid() {
    return new Grid(Math.getExponent(clip) - CLIP_BITS + 1);
  }

  /** The clip norm in whole steps, rounded down. */
  long clipInSteps() {
    return (long) Math.scalb(clip, -grid().exponent());
  }

  /** Clips a vector to the norm and puts it on the grid. */
  private void clip(double[] vector, long[] steps) {
    double norm = norm(vector);
    int exponent = grid().exponent();
    long limit = clipInSteps();
    double longest = Math.scalb((double) limit, exponent);
    double factor = norm > longest ? longest / norm : 1;
    long squares = 0;
    for (int j = 0; j < steps.length; j++) {
      // Towards zero, so that the norm does not grow. A vector that is no number counts as zero.
      steps[j] =
          norm < Double.POSITIVE_INFINITY ? (long) Math.scalb(vector[j] * factor, -exponent) : 0;
      squares += steps[j] * steps[j];
    }
    // Privacy hangs on this line: after it no row moves the sum by more than limit, exactly.
    while (squares > limit * limit) {
      squares -= shortenLongest(steps);
    }
  }

  /** Takes one step off the longest coordinate; returns by how much the squared norm falls. */
  private static long shortenLongest(long[] steps) {
    int longest = 0;
    for (int j = 1; j < steps.length; j++) {
      if (Math.abs(steps[j]) > Math.abs(steps[longest])) {
        longest = j;
      }
    }
    long magnitude = Math.abs(steps[longest]);
    steps[longest] -= Long.signum(steps[longest]);
    return 2 * magnitude - 1;
  }

  private static double norm(double[] vector) {
    double largest = 0;
    for (double x : vector) {
      largest = Math.max(largest, Math.abs(x)); // NaN stays NaN
    }
    if (largest == 0 || !(largest < Double.POSITIVE_INFINITY)) {
      return largest;
    }
    double squares = 0;
    for (double x : vector) {
      squares += (x / largest) * (x / largest); // scaled, because x * x may overflow
    }
    return largest * Math.sqrt(squares);
  }
}

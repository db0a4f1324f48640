package tare.mechanism;

import java.io.Serializable;
import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.noise.DiscreteGaussian;
import tare.noise.Grid;
import tare.noise.GridGaussian;
import tare.noise.NoiseSource;
import tare.schema.RefusedException;
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
    implements Mechanism<double[]>, InnerStatistic, Serializable {

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
    if (!(noiseMultiplier >= 1e-3 && noiseMultiplier <= 1e6)) {
      throw new RefusedException(
          "The noise multiplier must be in [0.001, 1000000]. Got: " + noiseMultiplier);
    }
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.Gaussian(noiseMultiplier);
  }

  @Override
  public double[] apply(PrivateRows privateRows, NoiseSource noise) {
    long[] sum = clippedSum(privateRows);
    DiscreteGaussian law =
        DiscreteGaussian.of(GridGaussian.sigmaInSteps(noiseMultiplier, clipInSteps()));
    Grid grid = grid();
    double[] noised = new double[sum.length];
    for (int j = 0; j < noised.length; j++) {
      noised[j] = grid.value(law.addTo(sum[j], noise));
    }
    return noised;
  }

  @Override
  public double change(RowPass one, RowPass other) {
    long[] sum = clippedSum(one);
    long[] others = clippedSum(other);
    double squares = 0;
    for (int j = 0; j < sum.length; j++) {
      double difference = sum[j] - others[j];
      squares += difference * difference;
    }
    return Math.sqrt(squares);
  }

  @Override
  public double claimedChange() {
    return clipInSteps();
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
    double factor = norm > clip ? clip / norm : 1;
    int exponent = grid().exponent();
    long limit = clipInSteps();
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

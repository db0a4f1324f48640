package tare.noise;

import java.util.Arrays;
import tare.schema.RefusedException;

/**
 * Whole multiples of a power of two. Values beyond 2^61 steps are clamped, which moves no two
 * values further apart.
 */
public record Grid(int exponent) {

  private static final double LARGEST = 0x1p61;

  public Grid {
    if (exponent < -1000 || exponent > 900) {
      throw new RefusedException(
          "The grid must lie between 2^-1000 and 2^900. Got: 2^"
              + exponent
              + ". Rescale the statistic.");
    }
  }

  /** The coarsest grid whose spacing is at most a length. */
  public static Grid notAbove(double length) {
    return new Grid(Math.getExponent(length));
  }

  /** The distance between neighbours on the grid. */
  public double spacing() {
    return Math.scalb(1.0, exponent);
  }

  /** The number of steps of the nearest grid point: off by half a step at most. */
  long nearest(double value) {
    return (long) Math.rint(steps(value));
  }

  /** The steps of the nearest grid points. @param values Not modified. */
  long[] nearest(double[] values) {
    return Arrays.stream(values).mapToLong(this::nearest).toArray();
  }

  /** The values of numbers of steps. @param steps Not modified. */
  public double[] values(long[] steps) {
    return Arrays.stream(steps).mapToDouble(this::value).toArray();
  }

  /** The number of steps of the grid point below: moves no two values more than a step apart. */
  public long below(double value) {
    return (long) Math.floor(steps(value));
  }

  private double steps(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalStateException(
          "A statistic that gets noise must be finite on every table. Got one that is not.");
    }
    // Exact: scaling by a power of two rounds nothing that floor or rint would keep.
    return Math.max(-LARGEST, Math.min(LARGEST, Math.scalb(value, -exponent)));
  }

  /** The value of a number of steps. */
  public double value(long steps) {
    return Math.scalb((double) steps, exponent);
  }

  /** Refuses shapes that no grid of this house can hold. */
  public static void requireShape(double sensitivity, int dimension) {
    if (!(sensitivity > 0) || Double.isInfinite(sensitivity)) {
      throw new IllegalArgumentException(
          "The sensitivity must be positive and finite. Got: " + sensitivity);
    }
    if (dimension < 1) {
      throw new IllegalArgumentException("The dimension must be at least 1. Got: " + dimension);
    }
  }

  static void requireLength(double[] statistic, int dimension) {
    if (statistic.length != dimension) {
      throw new IllegalArgumentException(
          "The vector must have the length the noise was made for, "
              + dimension
              + ". Got: "
              + statistic.length);
    }
  }
}

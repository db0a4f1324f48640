package tare.noise;

import java.util.Arrays;
import java.util.function.Function;

/**
 * What is computed from private rows, and how far one row more or less moves it at most: proved
 * together, and kept together, so that no noise can be made for another bound.
 *
 * @param map from rows to a value, {@code long[]} or {@code double[]}; reads nothing else that is
 *     private
 * @param norm the norm of the bound
 * @param bound the most that one row more or less moves the value
 * @param <D> the rows
 */
public record BoundedStatistic<D, V>(Function<? super D, V> map, Norm norm, double bound) {

  public BoundedStatistic {
    requireBound(bound);
  }

  /** Its value on some rows, which carries the bound. */
  public Exact<V> of(D rows) {
    return new Exact<>(map.apply(rows), norm, bound);
  }

  /**
   * The statistic that a public map makes of this one.
   *
   * @param lipschitz how much further apart the map brings two values at most, in the norm
   */
  public <W> BoundedStatistic<D, W> then(double lipschitz, Function<V, W> next) {
    return new BoundedStatistic<>(
        rows -> next.apply(map.apply(rows)), norm, Math.abs(lipschitz) * bound);
  }

  /**
   * The same statistic with its bound in the sum of absolute changes: at most the root of the
   * number of coordinates times that in Euclidean length.
   */
  public BoundedStatistic<D, V> inL1(int coordinates) {
    return norm == Norm.L1
        ? this
        : new BoundedStatistic<>(map, Norm.L1, Math.sqrt(coordinates) * bound);
  }

  /** How far apart its values on two tables are, in the norm of the bound. */
  public double change(D one, D other) {
    return norm.distance(numbers(map.apply(one)), numbers(map.apply(other)));
  }

  private static double[] numbers(Object value) {
    return value instanceof long[] whole
        ? Arrays.stream(whole).asDoubleStream().toArray()
        : (double[]) value;
  }

  static void requireBound(double bound) {
    if (!(bound > 0) || Double.isInfinite(bound)) {
      throw new IllegalArgumentException(
          "The bound of a statistic must be positive and finite. Got: " + bound);
    }
  }
}

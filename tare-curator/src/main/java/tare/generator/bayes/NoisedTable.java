package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;

/**
 * Noised counts of a table over some columns' groups: public.
 *
 * @param columns ascending
 * @param counts row-major in column order, may be negative; not copied
 * @param variances the noise variance of each count; not copied
 */
record NoisedTable(List<Integer> columns, double[] counts, double[] variances) {

  /** Counts stray from their number by more deviations of their noise than this by chance never. */
  private static final double DEVIATIONS = 8;

  NoisedTable {
    columns = List.copyOf(columns);
  }

  /**
   * The same shares of another number of rows, where noise cannot be why the counts add up to twice
   * as many or more: then the public number of rows is wrong, and no model of so many rows is near
   * such counts. A fit would run after them until its numbers are none.
   */
  NoisedTable near(double total) {
    double sum = Arrays.stream(counts).sum();
    double noise = DEVIATIONS * Math.sqrt(Arrays.stream(variances).sum());
    if (!(sum > 2 * total && sum - total > noise)) {
      return this;
    }
    double factor = total / sum;
    return new NoisedTable(
        columns,
        Arrays.stream(counts).map(count -> factor * count).toArray(),
        Arrays.stream(variances).map(variance -> factor * factor * variance).toArray());
  }
}

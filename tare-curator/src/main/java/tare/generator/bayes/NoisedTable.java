package tare.generator.bayes;

import java.util.List;

/**
 * Noised counts of a table over some columns' groups: public.
 *
 * @param columns ascending
 * @param counts row-major in column order, may be negative; not copied
 * @param variances the noise variance of each count; not copied
 */
record NoisedTable(List<Integer> columns, double[] counts, double[] variances) {

  NoisedTable {
    columns = List.copyOf(columns);
  }
}

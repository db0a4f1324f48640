package tare.generator.bayes;

/**
 * What a fit counts, settled from public numbers.
 *
 * @param tree tables that join all columns
 * @param extra pairs beyond the tree
 * @param triples tables of three columns, or spare ones of a small tree
 * @param groups the most that a column has in a joint table
 * @param rounds how often numbers are counted
 * @param relations whether relations of all columns are measured at once instead of tables
 */
record TableSizes(int tree, int extra, int triples, int groups, int rounds, boolean relations) {

  /** How many joint tables there are. */
  int joints() {
    return tree + extra + triples;
  }

  /** Whether there are none beyond a tree. */
  boolean small() {
    return extra == 0;
  }
}

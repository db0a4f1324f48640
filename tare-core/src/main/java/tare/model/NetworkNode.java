package tare.model;

import java.util.List;

/**
 * One column of a {@link BayesNetwork}.
 *
 * @param column its position in the schema
 * @param bins its fine cells
 * @param grouping its groups of cells
 * @param shares the share of rows of each fine cell; sums to one. Not copied.
 * @param parents the columns whose groups it depends on
 * @param parentSizes the number of groups of each parent
 * @param table for each combination of the parents' groups (row-major), the law of this column's
 *     group. Not copied.
 */
public record NetworkNode(
    int column,
    ColumnBins bins,
    Grouping grouping,
    double[] shares,
    List<Integer> parents,
    List<Integer> parentSizes,
    double[][] table) {

  private static final double SUM_TOLERANCE = 1e-6;

  public NetworkNode {
    parents = List.copyOf(parents);
    parentSizes = List.copyOf(parentSizes);
    int givens = 1;
    for (int size : parentSizes) {
      givens = Math.multiplyExact(givens, size);
    }
    require(bins.size() == grouping.cells(), "groups cover all cells", grouping.cells());
    require(shares.length == bins.size(), "there is one share per cell", shares.length);
    requireLaw(shares);
    require(parents.size() == parentSizes.size(), "every parent has a size", parentSizes.size());
    for (int size : parentSizes) {
      require(size <= Character.MAX_VALUE, "a parent has at most 65,535 groups", size);
    }
    require(table.length == givens, "the table has one row per parents' groups", table.length);
    for (double[] law : table) {
      require(law.length == grouping.size(), "a law has one entry per group", law.length);
      requireLaw(law);
    }
  }

  private static void requireLaw(double[] law) {
    for (double p : law) {
      require(p >= 0, "probabilities are not negative", p);
    }
    double sum = sum(law);
    require(Math.abs(sum - 1) <= SUM_TOLERANCE, "probabilities sum to one", sum);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("In a network's node " + rule + ". Got: " + value);
    }
  }

  /** The number of combinations of the parents' groups. */
  int givenCount() {
    return table.length;
  }

  /** For each row, the number of its combination of the parents' groups. */
  public int[] givens(char[][] groups, int rows) {
    int[] givens = new int[rows];
    for (int p = 0; p < parents.size(); p++) {
      char[] parent = groups[parents.get(p)];
      int size = parentSizes.get(p);
      for (int r = 0; r < rows; r++) {
        givens[r] = givens[r] * size + parent[r];
      }
    }
    return givens;
  }

  /** The law of the fine cell given one combination of the parents' groups. */
  public double[] law(int given) {
    return lawOfCells(table[given]);
  }

  /** The law of the fine cell given its group. */
  double[] lawWithin(int group) {
    double[] only = new double[grouping.size()];
    only[group] = 1;
    return lawOfCells(only);
  }

  private double[] lawOfCells(double[] lawOfGroups) {
    double[] groupShares = grouping.sums(shares);
    int[] members = grouping.members();
    double[] law = new double[bins.size()];
    for (int cell = 0; cell < law.length; cell++) {
      int group = grouping.of(cell);
      double within =
          groupShares[group] > 0 ? shares[cell] / groupShares[group] : 1.0 / members[group];
      law[cell] = lawOfGroups[group] * within;
    }
    return law;
  }

  /** A column that depends on none. @param estimates estimated rows per fine cell. */
  public static NetworkNode alone(int column, ColumnBins bins, double[] estimates) {
    double[] shares = estimates.clone();
    normalise(shares, shares);
    return new NetworkNode(
        column,
        bins,
        Grouping.single(bins.size()),
        shares,
        List.of(),
        List.of(),
        new double[][] {{1}});
  }

  /**
   * A column that depends on others, from estimated counts.
   *
   * @param estimates estimated rows per fine cell. Not modified.
   * @param own estimated rows per group. Not modified.
   * @param counts for each combination of the parents' groups, estimated rows per group. Modified.
   */
  public static NetworkNode ofCounts(
      int column,
      ColumnBins bins,
      Grouping grouping,
      double[] estimates,
      double[] own,
      List<Integer> parents,
      List<Integer> parentSizes,
      double[][] counts) {
    for (double[] law : counts) {
      normalise(law, own);
    }
    return new NetworkNode(
        column, bins, grouping, shares(grouping, estimates, own), parents, parentSizes, counts);
  }

  /** Shares of fine cells: groups as the model has them, cells within a group as estimated. */
  private static double[] shares(Grouping grouping, double[] estimates, double[] own) {
    double[] law = own.clone();
    normalise(law, own);
    double[] groupRows = grouping.sums(estimates);
    int[] members = grouping.members();
    double[] shares = new double[estimates.length];
    for (int cell = 0; cell < shares.length; cell++) {
      int group = grouping.of(cell);
      double within =
          groupRows[group] > 0 ? estimates[cell] / groupRows[group] : 1.0 / members[group];
      shares[cell] = law[group] * within;
    }
    return shares;
  }

  private static void normalise(double[] law, double[] fallback) {
    double sum = sum(law);
    if (!(sum > 0)) {
      System.arraycopy(fallback, 0, law, 0, law.length);
      sum = sum(fallback);
    }
    for (int i = 0; i < law.length; i++) {
      law[i] /= sum;
    }
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}

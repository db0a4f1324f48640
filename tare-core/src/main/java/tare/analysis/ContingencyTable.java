package tare.analysis;

import java.util.Arrays;
import java.util.List;
import tare.kernel.tail.LogWeights;
import tare.table.Weights;

/**
 * The weighted shares of rows by one or two factors; rows with a missing level are left out.
 *
 * @param rowLevels levels of the first factor
 * @param columnLevels levels of the second factor
 * @param shares one row per level of the first factor; they sum to one
 * @param standardErrors of the shares over the draw of the rows, the weights taken as given
 */
public record ContingencyTable(
    List<String> rowLevels,
    List<String> columnLevels,
    double[][] shares,
    double[][] standardErrors) {

  public ContingencyTable {
    rowLevels = List.copyOf(rowLevels);
    columnLevels = List.copyOf(columnLevels);
  }

  /** Two factors against each other. */
  public static ContingencyTable of(
      Variable.Factor rows, Variable.Factor columns, Weights weights) {
    if (rows.size() != columns.size() || rows.size() != weights.size()) {
      throw new IllegalArgumentException(
          "Both factors and the weights must have one entry per row. Got: "
              + rows.size()
              + ", "
              + columns.size()
              + " and "
              + weights.size());
    }
    double[] logWeights = weights.logWeights().clone();
    for (int i = 0; i < logWeights.length; i++) {
      if (rows.missing(i) || columns.missing(i)) {
        logWeights[i] = Double.NEGATIVE_INFINITY;
      }
    }
    if (Arrays.stream(logWeights).allMatch(w -> w == Double.NEGATIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "A table needs at least one row with both levels. Got: none");
    }
    double[] inside = LogWeights.shares(logWeights);
    int r = rows.levels().size();
    int c = columns.levels().size();
    double[][] shares = new double[r][c];
    double[][] squares = new double[r][c];
    double allSquares = 0;
    int present = 0;
    for (int i = 0; i < inside.length; i++) {
      if (!rows.missing(i) && !columns.missing(i)) {
        shares[rows.codes()[i]][columns.codes()[i]] += inside[i];
        squares[rows.codes()[i]][columns.codes()[i]] += inside[i] * inside[i];
        allSquares += inside[i] * inside[i];
        present++;
      }
    }
    double[][] errors = new double[r][c];
    for (int a = 0; a < r; a++) {
      for (int b = 0; b < c; b++) {
        double share = shares[a][b];
        // sum of share_i^2 (indicator - share)^2, opened up so that one pass is enough.
        double variance = squares[a][b] * (1 - 2 * share) + share * share * allSquares;
        errors[a][b] = Math.sqrt(Math.max(0, variance) * present / (present - 1.0));
      }
    }
    return new ContingencyTable(rows.levels(), columns.levels(), shares, errors);
  }

  /** One factor by itself: a table of one column. */
  public static ContingencyTable of(Variable.Factor factor, Weights weights) {
    int[] zeros = new int[factor.size()];
    return of(factor, new Variable.Factor("all", List.of("all"), zeros), weights);
  }
}

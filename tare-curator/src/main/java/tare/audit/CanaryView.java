package tare.audit;

import java.util.Optional;
import java.util.function.Function;
import tare.release.Bundle;
import tare.schema.Schema;
import tare.table.Table;

/**
 * What an attacker who looks for one row would read off a release: how often values like its own
 * come up, alone and together, with and without weights, and the row count that was used.
 */
public final class CanaryView implements Function<Optional<Bundle>, double[]> {

  private static final int SHARED = 5;

  private final Schema schema;
  private final double[] canary;

  /**
   * @param canary the row looked for: numbers as they are, levels by index, NaN where missing
   */
  public CanaryView(Schema schema, double... canary) {
    if (canary.length != schema.columnCount()) {
      throw new IllegalArgumentException(
          "A canary has one value for each column, "
              + schema.columnCount()
              + " here. Got: "
              + canary.length);
    }
    this.schema = schema;
    this.canary = canary.clone();
  }

  /** An attack with this view. */
  public Attack<Optional<Bundle>> attack() {
    return Attack.vector().on(this);
  }

  @Override
  public double[] apply(Optional<Bundle> release) {
    double[] seen = new double[SHARED + canary.length];
    if (release.isEmpty()) {
      return seen;
    }
    Bundle bundle = release.get();
    seen[0] = 1;
    seen[1] = bundle.privacy().rowCount().used();
    Table rows = bundle.synthetic();
    double all = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      double logWeight =
          bundle.weights().isPresent() ? bundle.weights().get().weights().logWeights()[row] : 0;
      double weight = Math.exp(logWeight);
      boolean alike = true;
      for (int c = 0; c < canary.length; c++) {
        boolean matches = matches(rows, row, c);
        seen[SHARED + c] += matches ? 1.0 / rows.rowCount() : 0;
        alike &= matches;
      }
      all += weight;
      seen[2] += alike ? 1.0 / rows.rowCount() : 0;
      seen[3] += alike ? weight : 0;
      seen[4] += (alike ? 1 : -1) * logWeight / rows.rowCount();
    }
    seen[3] /= all;
    return seen;
  }

  /** Whether a cell is the canary's: the same level, or a number within a tenth of the range. */
  private boolean matches(Table rows, int row, int column) {
    double value = rows.value(row, column);
    if (Double.isNaN(value) || Double.isNaN(canary[column])) {
      return Double.isNaN(value) && Double.isNaN(canary[column]);
    }
    double near = 0;
    if (schema.column(column).type().isNumeric()) {
      near =
          (schema.column(column).type().upperBound() - schema.column(column).type().lowerBound())
              / 10;
    }
    return Math.abs(value - canary[column]) <= near;
  }
}

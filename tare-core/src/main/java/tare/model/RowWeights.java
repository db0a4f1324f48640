package tare.model;

import tare.table.Table;
import tare.table.Weights;

/** Weights that are known for the rows of the fit only. */
public record RowWeights(Table fittedRows, double[] logWeights, WeightDescription description)
    implements FittedWeights {

  @Override
  public Weights weigh(Table rows) {
    if (!sameRows(rows)) {
      throw new IllegalArgumentException(
          description.method()
              + " knows the weights of the synthetic rows it was fitted with only. Got other rows."
              + " Use beta-debiased to weigh any row.");
    }
    return new Weights(logWeights.clone());
  }

  private boolean sameRows(Table rows) {
    if (rows == fittedRows) {
      return true;
    }
    if (rows.rowCount() != fittedRows.rowCount()
        || !rows.schema().columns().equals(fittedRows.schema().columns())) {
      return false;
    }
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      for (int r = 0; r < rows.rowCount(); r++) {
        if (Double.compare(rows.value(r, c), fittedRows.value(r, c)) != 0) {
          return false;
        }
      }
    }
    return true;
  }
}

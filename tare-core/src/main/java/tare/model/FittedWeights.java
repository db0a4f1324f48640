package tare.model;

import tare.table.Table;
import tare.table.Weights;

/** What came out of a weight estimator's mechanism; public. */
public interface FittedWeights {

  /**
   * Estimates of log(private density / synthetic density) at the given rows, not yet normalised.
   * Reads no private row; the rows must have the schema of the fit. Methods that noise the weights
   * themselves know them only for the rows they were fitted with and refuse others.
   */
  Weights weigh(Table rows);

  /** How the weights were made: what weights.json says about the method. */
  WeightDescription description();
}

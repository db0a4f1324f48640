package tare.generator;

import tare.gate.Mechanism;
import tare.model.DensityRatio;
import tare.model.FittedGenerator;
import tare.schema.Schema;

/**
 * A way to fit a generator of synthetic rows to private ones.
 *
 * <p>Everything about the mechanism, its event and the sizes of all it measures, is fixed from
 * public numbers before a row is read; settings that cannot work are refused here, so nothing is
 * charged for them.
 */
public interface GeneratorFitter {

  /** The name on the command line and in ledgers: lower case, for instance {@code privbayes}. */
  String name();

  /**
   * Makes the mechanism that fits this generator within the task's budget. Reads nothing private.
   *
   * @throws tare.schema.RefusedException when the schema, size and budget cannot give a model
   */
  Mechanism<FittedGenerator> mechanism(GeneratorTask task);

  /**
   * Makes a mechanism whose model has single columns as {@link #mechanism} would have them, noise
   * and all, and may know nothing else: what replicates ask of a model that is fitted again. Only
   * for made-up rows.
   */
  default Mechanism<FittedGenerator> columnsOf(GeneratorTask task) {
    return mechanism(task);
  }

  /**
   * Whether the fitted model knows a density ratio ({@link DensityRatio}), so that its rows can be
   * weighed for free.
   */
  default boolean knowsRatio() {
    return false;
  }

  /**
   * Whether that ratio is worth weighing by when nobody chose: not where the rows were made without
   * it and are nearer to real ones than it can tell.
   */
  default boolean ratioMendsRows(Schema schema) {
    return knowsRatio();
  }

  /**
   * Whether units count about alike in the fitted model, however many rows they have, and not their
   * rows.
   */
  default boolean countsUnitsAlike() {
    return false;
  }

  /** About how many bytes a synthetic row takes while rows are drawn, put in order and written. */
  default double bytesPerRow(Schema schema) {
    return 3.0 * Double.BYTES * schema.columnCount();
  }

  /**
   * About how many bytes fitting takes beside the rows themselves, from public numbers.
   *
   * @param n the public number of private rows
   */
  default double fittingBytes(Schema schema, long n) {
    return 0;
  }
}

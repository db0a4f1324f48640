package tare.evaluation;

import java.util.function.ToDoubleFunction;
import tare.table.Table;

/**
 * A number that says how well weighted synthetic rows stand in for real ones.
 *
 * <p>The work comes in three stages, so that a bootstrap repeats only the last: what both tables
 * fix (a matrix of distances), what the weights of the synthetic rows fix (a trained model), and
 * what the masses of the real rows fix. Masses need not be normalised.
 */
public interface Metric {

  /** The name in tables and files. */
  String name();

  /** Whether a larger value is better. */
  default boolean higherIsBetter() {
    return false;
  }

  /** Brings two tables of one schema together. */
  Pairing pair(Table real, Table synthetic);

  /** Two tables brought together. */
  interface Pairing {

    /**
     * Fixes the weights of the synthetic rows.
     *
     * @return the metric as a function of the masses of the real rows
     */
    ToDoubleFunction<double[]> weigh(double[] syntheticMass);

    /**
     * The metric near some masses of the real rows: exact there, elsewhere at least to first order.
     * For bootstraps, where solving anew each time would take too long.
     */
    default ToDoubleFunction<double[]> near(double[] realMass, double[] syntheticMass) {
      return weigh(syntheticMass);
    }
  }
}

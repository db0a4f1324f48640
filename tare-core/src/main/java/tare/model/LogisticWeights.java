package tare.model;

import org.jspecify.annotations.Nullable;
import tare.kernel.linear.Rows;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fitted log-linear weight function.
 *
 * @param correction the noise to correct for, or null for none
 */
public record LogisticWeights(
    Features features,
    double[] coefficients,
    @Nullable NoiseCorrection correction,
    WeightDescription description)
    implements FittedWeights {

  @Override
  public Weights weigh(Table rows) {
    return new Weights(
        logWeights(features.encode(rows), rows.rowCount(), coefficients, correction));
  }

  /** Log weights of encoded rows. @param matrix Not modified. */
  public static double[] logWeights(
      double[] matrix, int rows, double[] coefficients, @Nullable NoiseCorrection correction) {
    double[] logWeights = Rows.products(matrix, rows, coefficients);
    if (correction != null) {
      for (int r = 0; r < rows; r++) {
        logWeights[r] += correction.logCorrection(matrix, r * coefficients.length);
      }
    }
    return logWeights;
  }

  /** Adds the features and the coefficients. @param json Modified. */
  public static void describe(
      ObjectNode json, Features features, String name, double[] coefficients) {
    features.describe(json);
    ArrayNode array = json.putArray(name);
    for (double coefficient : coefficients) {
      array.add(coefficient);
    }
  }
}

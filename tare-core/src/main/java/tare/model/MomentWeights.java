package tare.model;

import java.util.Optional;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Weights that give synthetic rows the moments that were bought: the log weight is a quadratic
 * function of a row's vector, plus a number for the cell of each column, and of each pair of
 * columns, whose shares are held.
 *
 * @param map what the weights see of a row
 * @param theta the coefficient of each moment, then of each share. Not copied.
 * @param held the pairs of columns whose shares are held
 * @param description how they were made
 */
public record MomentWeights(
    TiltMap map, double[] theta, HeldCells held, WeightDescription description)
    implements FittedWeights {

  /**
   * In weights.json: no log weight is larger. A quadratic function that was fitted to rows says
   * nothing of rows that are like none of them, and may be huge there.
   */
  public static final String LARGEST = "largest_log_weight";

  @Override
  public Weights weigh(Table rows) {
    return new Weights(logWeights(map.rows(rows), rows));
  }

  /**
   * The log weights of rows that the map has seen already; not normalised.
   *
   * @param seen the same rows
   */
  public double[] logWeights(TiltRows seen, Table rows) {
    double largest = description.details().path(LARGEST).asDouble(Double.POSITIVE_INFINITY);
    double[] logWeights = seen.products(theta);
    held.addTo(logWeights, held.cells(rows));
    for (int r = 0; r < logWeights.length; r++) {
      logWeights[r] = Math.min(largest, logWeights[r]);
    }
    return logWeights;
  }

  /** Adds the map and the coefficients to what weights.json says. @param json Modified. */
  public static void describe(ObjectNode json, TiltMap map, double[] theta, HeldCells held) {
    map.features().describe(json);
    map.shares().describe(map.features().schema(), json);
    held.describe(map.features().schema(), json);
    QuadraticMoments moments = map.moments();
    ArrayNode left = json.putArray("pair_left");
    ArrayNode right = json.putArray("pair_right");
    for (int i = 0; i < moments.left().length; i++) {
      left.add(moments.left()[i]);
      right.add(moments.right()[i]);
    }
    ArrayNode coefficients = json.putArray("noised_coefficients");
    for (double coefficient : theta) {
      coefficients.add(coefficient);
    }
  }

  /** Reads them back. */
  static Optional<FittedWeights> read(
      Schema schema, WeightDescription description, Optional<FittedGenerator> generator) {
    ObjectNode json = description.details();
    return json.path("features").asString("").equals("moments")
        ? Optional.of(read(schema, json, description))
        : Optional.empty();
  }

  private static MomentWeights read(Schema schema, ObjectNode json, WeightDescription description) {
    MomentFeatures features = MomentFeatures.read(schema, json);
    int pairs = json.path("pair_left").size();
    QuadraticMoments moments =
        new QuadraticMoments(
            features.width(),
            positions(json, "pair_left", pairs, features.crossed()),
            positions(json, "pair_right", pairs, features.crossed()));
    TiltMap map = new TiltMap(features, moments, ShareFeatures.read(schema, json));
    return new MomentWeights(
        map,
        WeightModel.numbers(json, "noised_coefficients", map.size()),
        HeldCells.read(schema, json),
        description);
  }

  private static int[] positions(ObjectNode json, String name, int size, int width) {
    double[] numbers = WeightModel.numbers(json, name, size);
    int[] positions = new int[size];
    for (int i = 0; i < size; i++) {
      positions[i] = (int) numbers[i];
      if (positions[i] < 0 || positions[i] >= width) {
        throw new IllegalArgumentException(
            "\"" + name + "\" must hold coordinates below " + width + ". Got: " + positions[i]);
      }
    }
    return positions;
  }
}

package tare.model;

import java.io.Serializable;
import tare.schema.Schema;
import tare.table.EncodedRows;
import tare.table.Encoding;
import tare.table.Row;
import tare.table.RowPass;
import tare.table.Table;
import tools.jackson.databind.node.ObjectNode;

/**
 * A fixed public map from rows to vectors of bounded length; coordinate 0 is the intercept.
 *
 * <p>Everything it knows comes from the schema and from synthetic rows.
 */
public sealed interface Features extends Serializable permits BoxFeatures, WhitenedFeatures {

  /** The map of a kind, as synthetic rows ask for it. */
  static Features of(FeatureKind kind, Table synthetic) {
    Encoding encoding = Encoding.of(synthetic.schema());
    return switch (kind) {
      case BOX -> new BoxFeatures(encoding);
      case WHITENED -> WhitenedFeatures.fitted(encoding, synthetic);
    };
  }

  /** The map that {@link #describe} wrote. */
  static Features read(Schema schema, ObjectNode json) {
    Encoding encoding = Encoding.of(schema);
    String kind = json.path("features").asString("none");
    return switch (kind) {
      case "box" -> new BoxFeatures(encoding);
      case "whitened" -> WhitenedFeatures.read(encoding, json);
      default ->
          throw new IllegalArgumentException(
              "\"features\" must be \"box\" or \"whitened\". Got: \"" + kind + "\"");
    };
  }

  /** The number of coordinates, the intercept among them. */
  int width();

  /** No row's vector is longer than this, whatever the row. */
  double radius();

  /** No coordinate of any row's vector is larger in absolute value. */
  double largestCoordinate();

  /** Writes the vector of a row. @param to Modified from {@code at} on, as far as the width. */
  void put(Row row, double[] to, int at);

  /** All rows' vectors, row-major. */
  default double[] encode(RowPass rows) {
    return EncodedRows.doubles(rows, width(), this::put);
  }

  /** What weights.json needs for {@link #read} to repeat the map. @param json Modified. */
  void describe(ObjectNode json);
}

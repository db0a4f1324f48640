package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.MeanCovariance;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.Row;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The public map of moment weights: rows as vectors of bounded length, centred and whitened by
 * synthetic rows.
 *
 * <p>Each column gives its {@linkplain MomentCoordinate coordinates}, those of outcomes first. All
 * are whitened together, with a ridge of {@value #RIDGE} of their unit variance, and a row longer
 * than a public radius is scaled down to it.
 */
public final class MomentFeatures implements Serializable {

  static final double RIDGE = 0.01;

  /** The share of synthetic rows that the radius leaves as they are. */
  private static final double WITHIN_RADIUS = 0.97;

  private static final int MOST_ROWS = 20_000;

  private final Schema schema;
  private final List<MomentCoordinate> coordinates;
  private final double[] mean;
  private final Cholesky factor;
  private final int leading;
  private final double leadingRadius;
  private final double radius;

  private MomentFeatures(
      Schema schema,
      List<MomentCoordinate> coordinates,
      double[] mean,
      Cholesky factor,
      int leading,
      double leadingRadius,
      double radius) {
    this.schema = schema;
    this.coordinates = coordinates;
    this.mean = mean;
    this.factor = factor;
    this.leading = leading;
    this.leadingRadius = leadingRadius;
    this.radius = radius;
  }

  /**
   * The map that synthetic rows give.
   *
   * @param outcomes the positions of declared outcomes, whose coordinates come first
   * @throws IllegalArgumentException when nothing varies among the synthetic rows
   */
  public static MomentFeatures fitted(Table synthetic, List<Integer> outcomes) {
    Table rows = thinned(synthetic);
    Schema schema = rows.schema();
    List<MomentCoordinate> coordinates = new ArrayList<>();
    for (int c : outcomes) {
      coordinates.addAll(MomentCoordinate.fitted(rows, c));
    }
    int leading = coordinates.size();
    for (int c = 0; c < schema.columnCount(); c++) {
      if (!outcomes.contains(c)) {
        coordinates.addAll(MomentCoordinate.fitted(rows, c));
      }
    }
    int size = coordinates.size();
    if (size == 0) {
      throw new RefusedException(
          "Moment weights need synthetic rows that differ from each other. Got: rows that are all"
              + " alike. Release them without weights.");
    }
    double[] zero = new double[size];
    MomentFeatures plain = new MomentFeatures(schema, coordinates, zero, identity(size), 0, 0, 0);
    double[] raw = plain.raw(rows);
    double[] mean = MeanCovariance.mean(raw, rows.rowCount(), size);
    double[] covariance = MeanCovariance.covariance(raw, rows.rowCount(), size, mean);
    for (int j = 0; j < size; j++) {
      covariance[j * size + j] += RIDGE;
    }
    Cholesky factor = Cholesky.of(covariance, size);
    double[] lengths = new double[rows.rowCount()];
    double[] leadingLengths = new double[rows.rowCount()];
    for (int r = 0; r < lengths.length; r++) {
      for (int j = 0; j < size; j++) {
        raw[r * size + j] -= mean[j];
      }
      factor.solveLower(raw, r * size);
      lengths[r] = norm(raw, r * size, size);
      leadingLengths[r] = norm(raw, r * size, leading);
    }
    return new MomentFeatures(
        schema,
        coordinates,
        mean,
        factor,
        leading,
        Math.max(1, quantile(leadingLengths)),
        Math.max(1, quantile(lengths)));
  }

  private static Cholesky identity(int size) {
    double[] identity = new double[size * size];
    for (int j = 0; j < size; j++) {
      identity[j * size + j] = 1;
    }
    return Cholesky.ofFactor(identity, size);
  }

  private static double quantile(double[] lengths) {
    double[] sorted = lengths.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(WITHIN_RADIUS * sorted.length))];
  }

  private static Table thinned(Table synthetic) {
    int rows = synthetic.rowCount();
    if (rows <= MOST_ROWS) {
      return synthetic;
    }
    int[] some = new int[MOST_ROWS];
    for (int i = 0; i < MOST_ROWS; i++) {
      some[i] = (int) ((long) i * rows / MOST_ROWS);
    }
    return synthetic.select(some);
  }

  /** The number of coordinates. */
  public int width() {
    return coordinates.size();
  }

  /** How many of them, the first ones, belong to outcomes. */
  public int leading() {
    return leading;
  }

  /** The outcomes' coordinates of a row are together no longer than this. */
  public double leadingRadius() {
    return leadingRadius;
  }

  /** No row's vector is longer than this, whatever the row. */
  public double radius() {
    return radius;
  }

  /** Writes the vector of a row. @param out Modified. */
  public void put(Row row, double[] out) {
    int size = width();
    for (int j = 0; j < size; j++) {
      out[j] = coordinates.get(j).value(row) - mean[j];
    }
    factor.solveLower(out, 0);
    shorten(out, leading, leadingRadius);
    // Usefulness hangs on this line, privacy on the clip of the sum: no row is longer than radius.
    shorten(out, size, radius);
  }

  private static void shorten(double[] vector, int length, double radius) {
    double norm = norm(vector, 0, length);
    if (norm > radius) {
      for (int j = 0; j < length; j++) {
        vector[j] *= radius / norm;
      }
    }
  }

  private static double norm(double[] values, int from, int length) {
    double squares = 0;
    for (int j = from; j < from + length; j++) {
      squares += values[j] * values[j];
    }
    return Math.sqrt(squares);
  }

  /** All rows' vectors, row-major. */
  public double[] encode(Table rows) {
    if (!rows.schema().columns().equals(schema.columns())) {
      throw new IllegalArgumentException(
          "The rows must have the columns that the weights were fitted to.");
    }
    return collected(rows, this::put);
  }

  private double[] raw(Table rows) {
    return collected(
        rows,
        (row, out) -> {
          for (int j = 0; j < out.length; j++) {
            out[j] = coordinates.get(j).value(row);
          }
        });
  }

  private interface RowMap {
    void put(Row row, double[] out);
  }

  private double[] collected(Table rows, RowMap map) {
    int size = width();
    double[] matrix = new double[Math.multiplyExact(rows.rowCount(), size)];
    double[] one = new double[size];
    CellsOf row = new CellsOf(rows);
    for (int r = 0; r < rows.rowCount(); r++) {
      row.at = r;
      map.put(row, one);
      System.arraycopy(one, 0, matrix, r * size, size);
    }
    return matrix;
  }

  /** A cursor over public rows, which have positions. */
  private static final class CellsOf implements Row {
    private final Table table;
    private int at;

    CellsOf(Table table) {
      this.table = table;
    }

    @Override
    public double number(int column) {
      return table.number(at, column);
    }

    @Override
    public int level(int column) {
      return table.level(at, column);
    }

    @Override
    public boolean missing(int column) {
      return table.missing(at, column);
    }
  }

  /** What weights.json needs for {@link #read} to repeat the map. @param json Modified. */
  public void describe(ObjectNode json) {
    json.put("features", "moments");
    ArrayNode array = json.putArray("coordinates");
    for (MomentCoordinate coordinate : coordinates) {
      ObjectNode node = array.addObject().put("column", schema.column(coordinate.column()).name());
      coordinate.describe(node);
    }
    json.put("outcome_coordinates", leading);
    json.put("outcome_radius", leadingRadius);
    json.put("radius", radius);
    ArrayNode means = json.putArray("mean");
    for (double m : mean) {
      means.add(m);
    }
    ArrayNode rows = json.putArray("factor");
    for (int i = 0; i < factor.size(); i++) {
      ArrayNode row = rows.addArray();
      for (int j = 0; j <= i; j++) {
        row.add(factor.entry(i, j));
      }
    }
  }

  /** The map that {@link #describe} wrote. */
  static MomentFeatures read(Schema schema, ObjectNode json) {
    List<MomentCoordinate> coordinates = new ArrayList<>();
    for (JsonNode node : json.path("coordinates")) {
      coordinates.add(MomentCoordinate.read(schema, node));
    }
    int size = coordinates.size();
    return new MomentFeatures(
        schema,
        coordinates,
        WeightModel.numbers(json, "mean", size),
        WhitenedFeatures.factor(json, size),
        json.path("outcome_coordinates").asInt(0),
        json.path("outcome_radius").asDouble(1),
        json.path("radius").asDouble(1));
  }
}

package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.MeanCovariance;
import tare.schema.Column;
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
 * <p>A number is clamped at three standard deviations; a column of levels has an indicator for each
 * level but the most common one, rare levels sharing one; a column that may be missing has an
 * indicator for that. Coordinates that hardly vary among the synthetic rows are left out.
 * Coordinates of outcomes come first. All are whitened together, with a ridge of {@value #RIDGE} of
 * their unit variance, and a row longer than a public radius is scaled down to it.
 */
public final class MomentFeatures {

  /** Numbers count for no more than so many standard deviations. */
  static final double CLIP = 3;

  static final double RIDGE = 0.01;

  /** Levels below this share of the synthetic rows have no indicator of their own. */
  static final double RARE = 0.02;

  /** The share of synthetic rows that the radius leaves as they are. */
  private static final double WITHIN_RADIUS = 0.97;

  private static final int MOST_ROWS = 20_000;
  private static final double SMALLEST_SPREAD = 1e-9;

  /** One coordinate before whitening: a function of one cell, scaled to unit variance. */
  private sealed interface Coordinate {
    int column();

    double value(Row row);

    void describe(ObjectNode json);
  }

  private record NumberAt(int column, double centre, double spread) implements Coordinate {
    @Override
    public double value(Row row) {
      return row.missing(column)
          ? 0
          : Math.max(-CLIP, Math.min(CLIP, (row.number(column) - centre) / spread));
    }

    @Override
    public void describe(ObjectNode json) {
      json.put("centre", centre).put("spread", spread);
    }
  }

  private record LevelsAt(int column, boolean[] levels, double spread) implements Coordinate {
    @Override
    public double value(Row row) {
      int level = row.level(column);
      return level >= 0 && levels[level] ? 1 / spread : 0;
    }

    @Override
    public void describe(ObjectNode json) {
      ArrayNode array = json.putArray("levels");
      for (int i = 0; i < levels.length; i++) {
        if (levels[i]) {
          array.add(i);
        }
      }
      json.put("spread", spread);
    }
  }

  private record MissingAt(int column, double spread) implements Coordinate {
    @Override
    public double value(Row row) {
      return row.missing(column) ? 1 / spread : 0;
    }

    @Override
    public void describe(ObjectNode json) {
      json.put("missing", true).put("spread", spread);
    }
  }

  private final Schema schema;
  private final List<Coordinate> coordinates;
  private final double[] mean;
  private final Cholesky factor;
  private final int leading;
  private final double leadingRadius;
  private final double radius;

  private MomentFeatures(
      Schema schema,
      List<Coordinate> coordinates,
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
    List<Coordinate> coordinates = new ArrayList<>();
    for (int c : outcomes) {
      add(coordinates, rows, c);
    }
    int leading = coordinates.size();
    for (int c = 0; c < schema.columnCount(); c++) {
      if (!outcomes.contains(c)) {
        add(coordinates, rows, c);
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

  private static void add(List<Coordinate> coordinates, Table rows, int column) {
    Column declared = rows.schema().column(column);
    double[] values = rows.values(column);
    if (declared.type().isNumeric()) {
      addNumber(coordinates, values, column);
    } else {
      addLevels(coordinates, values, column, declared.type().levelCount());
    }
    if (declared.missingAllowed()) {
      double share = Arrays.stream(values).filter(Double::isNaN).count() / (double) values.length;
      if (share >= RARE && share <= 1 - RARE) {
        coordinates.add(new MissingAt(column, spread(share)));
      }
    }
  }

  private static void addNumber(List<Coordinate> coordinates, double[] values, int column) {
    double[] present = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
    double centre = Arrays.stream(present).average().orElse(0);
    double squares = 0;
    for (double value : present) {
      squares += (value - centre) * (value - centre);
    }
    double spread = Math.sqrt(squares / Math.max(1, present.length));
    if (spread > SMALLEST_SPREAD * Math.max(1, Math.abs(centre))) {
      coordinates.add(new NumberAt(column, centre, spread));
    }
  }

  private static void addLevels(
      List<Coordinate> coordinates, double[] values, int column, int levels) {
    double[] shares = new double[levels];
    for (double value : values) {
      if (!Double.isNaN(value)) {
        shares[(int) value] += 1.0 / values.length;
      }
    }
    int common = 0;
    for (int level = 1; level < levels; level++) {
      common = shares[level] > shares[common] ? level : common;
    }
    boolean[] pool = new boolean[levels];
    double pooled = 0;
    for (int level = 0; level < levels; level++) {
      if (level != common && shares[level] < RARE) {
        pool[level] = true;
        pooled += shares[level];
      } else if (level != common) {
        boolean[] one = new boolean[levels];
        one[level] = true;
        coordinates.add(new LevelsAt(column, one, spread(shares[level])));
      }
    }
    if (pooled >= RARE) {
      coordinates.add(new LevelsAt(column, pool, spread(pooled)));
    }
  }

  private static double spread(double share) {
    return Math.sqrt(share * (1 - share));
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
    for (Coordinate coordinate : coordinates) {
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
    List<Coordinate> coordinates = new ArrayList<>();
    for (JsonNode node : json.path("coordinates")) {
      coordinates.add(coordinate(schema, node));
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

  private static Coordinate coordinate(Schema schema, JsonNode node) {
    String name = node.path("column").asString("");
    int column = schema.indexOf(name);
    double spread = node.path("spread").asDouble(0);
    if (column < 0 || !(spread > 0)) {
      throw new IllegalArgumentException(
          "A coordinate must name a column of the schema and have a positive spread. Got: \""
              + name
              + "\"");
    }
    if (node.has("missing")) {
      return new MissingAt(column, spread);
    }
    if (node.has("centre")) {
      return new NumberAt(column, node.path("centre").asDouble(0), spread);
    }
    boolean[] levels = new boolean[schema.column(column).type().levelCount()];
    node.path("levels").forEach(level -> levels[level.asInt()] = true);
    return new LevelsAt(column, levels, spread);
  }
}

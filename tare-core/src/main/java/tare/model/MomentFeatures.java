package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.ColumnKernel;
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
 * are whitened together, with a ridge of {@value WhitenedCoordinates#RIDGE} of their unit variance,
 * and a row longer than a public radius is scaled down to it.
 */
public final class MomentFeatures implements Serializable {

  /** What is cut off a row's numbers counts up to so many standard deviations. */
  public static final double CUT_REACH = 4;

  private static final int MOST_ROWS = 20_000;

  private final Schema schema;
  private final List<MomentCoordinate> coordinates;
  private final double[] mean;
  private final Cholesky factor;
  private final double[] scales;
  private final int leading;
  private final double leadingRadius;
  private final double radius;
  private final int[] cut;
  private final double squaresKept;

  private MomentFeatures(
      Schema schema,
      List<MomentCoordinate> coordinates,
      double[] mean,
      Cholesky factor,
      double[] scales,
      int leading,
      double leadingRadius,
      double radius,
      int[] cut,
      double squaresKept) {
    this.schema = schema;
    this.coordinates = coordinates;
    this.mean = mean;
    this.factor = factor;
    this.scales = scales;
    this.leading = leading;
    this.leadingRadius = leadingRadius;
    this.radius = radius;
    this.cut = cut;
    this.squaresKept = squaresKept;
  }

  /**
   * The map that synthetic rows give.
   *
   * @param outcomes the positions of declared outcomes, whose coordinates come first
   * @param bounds how far a row counts
   * @throws IllegalArgumentException when nothing varies among the synthetic rows
   */
  public static MomentFeatures fitted(
      Table synthetic, List<Integer> outcomes, MomentBounds bounds) {
    Table rows = thinned(synthetic);
    Schema schema = rows.schema();
    List<MomentCoordinate> coordinates = coordinates(rows, outcomes, bounds);
    int leading =
        (int) coordinates.stream().filter(each -> outcomes.contains(each.column())).count();
    int size = coordinates.size();
    if (size == 0) {
      throw new RefusedException(
          "Moment weights need synthetic rows that differ from each other. Got: rows that are all"
              + " alike. Release them without weights.");
    }
    WhitenedCoordinates whitened =
        WhitenedCoordinates.of(
            coordinates, MomentColumns.raw(rows, coordinates), rows.rowCount(), leading);
    double[] scales = bounds.scales(whitened.tails(), whitened.siblings());
    double[] lengths = new double[rows.rowCount()];
    double[] leadingLengths = new double[rows.rowCount()];
    for (int r = 0; r < lengths.length; r++) {
      lengths[r] = norm(whitened.vectors(), r * size, scales, size);
      leadingLengths[r] = norm(whitened.vectors(), r * size, scales, leading);
    }
    double radius = bounds.radius(lengths);
    return new MomentFeatures(
        schema,
        whitened.coordinates(),
        whitened.mean(),
        whitened.factor(),
        scales,
        leading,
        bounds.radius(leadingLengths),
        radius,
        numbers(whitened.coordinates()),
        squaresKept(lengths, radius));
  }

  private static double squaresKept(double[] lengths, double radius) {
    double all = 0;
    double kept = 0;
    for (double length : lengths) {
      all += length * length;
      kept += Math.min(length, radius) * Math.min(length, radius);
    }
    return all > 0 ? kept / all : 1; // rows that are all alike have no length to lose
  }

  /**
   * The same map, in which what is cut off a number is seen only where it comes to something.
   *
   * @param synthetic the rows that the map was fitted to
   * @param least the mean size of what is cut off from which on it is seen, in standard deviations
   */
  public MomentFeatures withCutAbove(Table synthetic, double least) {
    Table rows = thinned(synthetic);
    double[] encoded = encode(rows);
    int[] seen =
        IntStream.range(0, cut.length)
            .filter(i -> meanSize(encoded, rows.rowCount(), crossed() + i) > least)
            .map(i -> cut[i])
            .toArray();
    return new MomentFeatures(
        schema,
        coordinates,
        mean,
        factor,
        scales,
        leading,
        leadingRadius,
        radius,
        seen,
        squaresKept);
  }

  private static List<MomentCoordinate> coordinates(
      Table rows, List<Integer> outcomes, MomentBounds bounds) {
    List<MomentCoordinate> coordinates = new ArrayList<>();
    for (int c : outcomes) {
      coordinates.addAll(MomentCoordinate.fitted(rows, c, bounds));
    }
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      if (!outcomes.contains(c)) {
        coordinates.addAll(MomentCoordinate.fitted(rows, c, bounds));
      }
    }
    return coordinates;
  }

  /**
   * Rows as they are, whitened and as long as they come: for sums over public rows alone. Empty
   * where nothing varies among them.
   */
  static Optional<MomentFeatures> unbounded(Table rows) {
    if (coordinates(thinned(rows), List.of(), MomentBounds.NONE).isEmpty()) {
      return Optional.empty();
    }
    MomentFeatures all = fitted(rows, List.of(), MomentBounds.NONE);
    return Optional.of(
        new MomentFeatures(
            all.schema,
            all.coordinates,
            all.mean,
            all.factor,
            all.scales,
            0,
            all.leadingRadius,
            all.radius,
            new int[0],
            all.squaresKept));
  }

  private double meanSize(double[] encoded, int rows, int coordinate) {
    double sum = 0;
    for (int r = 0; r < rows; r++) {
      sum += Math.abs(encoded[r * width() + coordinate]);
    }
    return sum / rows;
  }

  private static int[] numbers(List<MomentCoordinate> coordinates) {
    return IntStream.range(0, coordinates.size())
        .filter(j -> coordinates.get(j) instanceof MomentCoordinate.NumberAt)
        .toArray();
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

  Schema schema() {
    return schema;
  }

  /** The number of coordinates. */
  public int width() {
    return crossed() + cut.length;
  }

  /** How many of them, the first ones, are whitened and bounded by the radius. */
  public int crossed() {
    return coordinates.size();
  }

  /** The number of columns of the schema. */
  public int columnCount() {
    return schema.columnCount();
  }

  /** The column of a coordinate. */
  public int column(int coordinate) {
    int place = coordinate < crossed() ? coordinate : cut[coordinate - crossed()];
    return coordinates.get(place).column();
  }

  /** What each of these counts for in the length of a row. A copy. */
  public double[] scales() {
    return scales.clone();
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

  /**
   * The share of the public rows' squared length that shortening them to the radius leaves: about
   * what is left of the variance of a coordinate, and its square of that of a product. One for a
   * map that was read, whose noise is known already.
   */
  public double squaresKept() {
    return squaresKept;
  }

  /** Writes the vector of a row. @param out Modified. */
  public void put(Row row, double[] out) {
    int size = crossed();
    for (int j = 0; j < size; j++) {
      out[j] = coordinates.get(j).value(row) - mean[j];
    }
    for (int i = 0; i < cut.length; i++) {
      out[size + i] = out[cut[i]];
    }
    factor.solveLower(out, 0);
    double ofLeading = shorten(out, 0, leading, norm(out, 0, scales, leading), leadingRadius);
    // Usefulness hangs on this line, privacy on the clip of the sum: no row is longer than radius.
    double ofAll = shorten(out, 0, size, norm(out, 0, scales, size), radius);
    for (int i = 0; i < cut.length; i++) {
      int j = cut[i];
      double kept = (j < leading ? ofLeading * ofAll : ofAll) * out[size + i];
      out[size + i] = coordinates.get(j).beyond(row, CUT_REACH) - mean[j] - kept;
    }
    double ofCut = 0;
    for (int i = size; i < size + cut.length; i++) {
      ofCut += out[i] * out[i];
    }
    shorten(out, size, cut.length, Math.sqrt(ofCut), CUT_REACH);
  }

  /** Scales a part of a vector down; by how much. @param vector Modified. */
  private static double shorten(
      double[] vector, int from, int count, double length, double radius) {
    if (!(length > radius)) {
      return 1;
    }
    for (int j = from; j < from + count; j++) {
      vector[j] *= radius / length;
    }
    return radius / length;
  }

  /** The length of the first coordinates, each counted by its scale. */
  private static double norm(double[] values, int from, double[] scales, int count) {
    double squares = 0;
    for (int j = 0; j < count; j++) {
      double scaled = scales[j] * values[from + j];
      squares += scaled * scaled;
    }
    return Math.sqrt(squares);
  }

  /** All rows' vectors, row-major. */
  public double[] encode(Table rows) {
    double[] columns = columns(rows);
    int width = width();
    double[] encoded = new double[rows.rowCount() * width];
    for (int r = 0; r < rows.rowCount(); r++) {
      int from = ColumnKernel.at(r, 0, width);
      for (int j = 0; j < width; j++) {
        encoded[r * width + j] = columns[from + j * ColumnKernel.BLOCK];
      }
    }
    return encoded;
  }

  /** All rows' vectors, as blocks of columns. */
  double[] columns(Table rows) {
    if (!rows.schema().columns().equals(schema.columns())) {
      throw new IllegalArgumentException(
          "The rows must have the columns that the weights were fitted to.");
    }
    return new MomentColumns(coordinates, mean, factor, scales, leading, leadingRadius, radius, cut)
        .encode(rows);
  }

  /** What weights.json needs for {@link #read} to repeat the map. @param json Modified. */
  public void describe(ObjectNode json) {
    json.put("features", "moments");
    ArrayNode array = json.putArray("coordinates");
    for (MomentCoordinate coordinate : coordinates) {
      ObjectNode node = array.addObject().put("column", schema.column(coordinate.column()).name());
      coordinate.describe(node);
    }
    ArrayNode counted = json.putArray("scales");
    Arrays.stream(scales).forEach(counted::add);
    json.put("outcome_coordinates", leading);
    json.put("outcome_radius", leadingRadius);
    json.put("radius", radius);
    ArrayNode numbers = json.putArray("cut_off");
    Arrays.stream(cut).forEach(numbers::add);
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
        scales(json, size),
        json.path("outcome_coordinates").asInt(0),
        json.path("outcome_radius").asDouble(1),
        json.path("radius").asDouble(1),
        numbersAmong(coordinates, json.path("cut_off")),
        1);
  }

  /** Maps of older releases have none: there all coordinates count alike. */
  private static double[] scales(ObjectNode json, int size) {
    if (!json.has("scales")) {
      double[] alike = new double[size];
      Arrays.fill(alike, 1);
      return alike;
    }
    return WeightModel.numbers(json, "scales", size);
  }

  private static int[] numbersAmong(List<MomentCoordinate> coordinates, JsonNode json) {
    int[] cut = new int[json.size()];
    for (int i = 0; i < cut.length; i++) {
      cut[i] = json.path(i).asInt(-1);
      if (cut[i] < 0
          || cut[i] >= coordinates.size()
          || !(coordinates.get(cut[i]) instanceof MomentCoordinate.NumberAt)) {
        throw new IllegalArgumentException(
            "\"cut_off\" must hold positions of numbers among the coordinates. Got: " + cut[i]);
      }
    }
    return cut;
  }
}

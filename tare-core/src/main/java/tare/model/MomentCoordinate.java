package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Schema;
import tare.table.Row;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One coordinate of {@link MomentFeatures} before whitening: a function of one cell, scaled to unit
 * variance among synthetic rows.
 *
 * <p>A number is clamped at some standard deviations; a column of levels has an indicator for each
 * level but the most common one, rare levels sharing one; a column that may be missing has an
 * indicator for that. What hardly varies among the synthetic rows has no coordinate.
 */
sealed interface MomentCoordinate extends Serializable {

  /** Levels below this share of the synthetic rows have no indicator of their own. */
  double RARE = 0.02;

  /** Numbers that spread less than this beside their centre have no coordinate. */
  double SMALLEST_SPREAD = 1e-9;

  int column();

  double value(Row row);

  /** The same for a cell that counts for so many standard deviations more. */
  default double beyond(Row row, double more) {
    return value(row);
  }

  /**
   * The same for many cells of the column.
   *
   * @param cells numbers, or levels by index; NaN where missing. Not modified.
   * @param less what is taken off each value
   * @param out Modified: {@code count} values from {@code from} on
   */
  void put(double[] cells, int count, double more, double less, double[] out, int from);

  /** Writes what {@link #read} needs beside the column. @param json Modified. */
  void describe(ObjectNode json);

  /** A number, centred. */
  record NumberAt(int column, double centre, double spread, double clip)
      implements MomentCoordinate {
    @Override
    public double value(Row row) {
      return beyond(row, 0);
    }

    @Override
    public double beyond(Row row, double more) {
      double most = clip + more;
      return row.missing(column)
          ? 0
          : Math.max(-most, Math.min(most, (row.number(column) - centre) / spread));
    }

    @Override
    public void put(double[] cells, int count, double more, double less, double[] out, int from) {
      double most = clip + more;
      for (int r = 0; r < count; r++) {
        double value = Math.max(-most, Math.min(most, (cells[r] - centre) / spread));
        out[from + r] = (Double.isNaN(value) ? 0 : value) - less;
      }
    }

    @Override
    public void describe(ObjectNode json) {
      json.put("centre", centre).put("spread", spread).put("clip", clip);
    }
  }

  /** Whether the cell has one of some levels. */
  record LevelsAt(int column, boolean[] levels, double spread) implements MomentCoordinate {
    @Override
    public double value(Row row) {
      int level = row.level(column);
      return level >= 0 && levels[level] ? 1 / spread : 0;
    }

    @Override
    public void put(double[] cells, int count, double more, double less, double[] out, int from) {
      for (int r = 0; r < count; r++) {
        boolean has = !Double.isNaN(cells[r]) && levels[(int) cells[r]];
        out[from + r] = (has ? 1 / spread : 0) - less;
      }
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

  /** Whether the cell is missing. */
  record MissingAt(int column, double spread) implements MomentCoordinate {
    @Override
    public double value(Row row) {
      return row.missing(column) ? 1 / spread : 0;
    }

    @Override
    public void put(double[] cells, int count, double more, double less, double[] out, int from) {
      for (int r = 0; r < count; r++) {
        out[from + r] = (Double.isNaN(cells[r]) ? 1 / spread : 0) - less;
      }
    }

    @Override
    public void describe(ObjectNode json) {
      json.put("missing", true).put("spread", spread);
    }
  }

  /**
   * The coordinates of a column, as synthetic rows suggest them.
   *
   * @param bounds how far a number counts
   */
  static List<MomentCoordinate> fitted(Table synthetic, int column, MomentBounds bounds) {
    var declared = synthetic.schema().column(column);
    double[] values = synthetic.values(column);
    List<MomentCoordinate> coordinates =
        declared.type().isNumeric()
            ? ofNumbers(values, column, bounds)
            : ofLevels(values, column, declared.type().levelCount());
    if (declared.missingAllowed()) {
      double share = Arrays.stream(values).filter(Double::isNaN).count() / (double) values.length;
      if (share >= RARE && share <= 1 - RARE) {
        coordinates.add(new MissingAt(column, spread(share)));
      }
    }
    return coordinates;
  }

  private static List<MomentCoordinate> ofNumbers(
      double[] values, int column, MomentBounds bounds) {
    double[] present = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
    double centre = Arrays.stream(present).average().orElse(0);
    double squares = 0;
    for (double value : present) {
      squares += (value - centre) * (value - centre);
    }
    double spread = Math.sqrt(squares / Math.max(1, present.length));
    if (!(spread > SMALLEST_SPREAD * Math.max(1, Math.abs(centre)))) {
      return new ArrayList<>();
    }
    double[] sizes = Arrays.stream(present).map(v -> Math.abs(v - centre) / spread).toArray();
    return new ArrayList<>(List.of(new NumberAt(column, centre, spread, bounds.clip(sizes))));
  }

  private static List<MomentCoordinate> ofLevels(double[] values, int column, int levels) {
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
    List<MomentCoordinate> coordinates = new ArrayList<>();
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
    return coordinates;
  }

  private static double spread(double share) {
    return Math.sqrt(share * (1 - share));
  }

  /** The coordinate that {@link #describe} wrote, with the name of its column beside it. */
  static MomentCoordinate read(Schema schema, JsonNode json) {
    String name = json.path("column").asString("");
    int column = schema.indexOf(name);
    double spread = json.path("spread").asDouble(0);
    if (column < 0 || !(spread > 0)) {
      throw new IllegalArgumentException(
          "A coordinate must name a column of the schema and have a positive spread. Got: \""
              + name
              + "\"");
    }
    if (json.has("missing")) {
      return new MissingAt(column, spread);
    }
    if (json.has("centre")) {
      double clip = json.path("clip").asDouble(MomentBounds.SHORTEST_CLIP);
      return new NumberAt(column, json.path("centre").asDouble(0), spread, clip);
    }
    return new LevelsAt(column, levels(json, schema.column(column).type().levelCount()), spread);
  }

  private static boolean[] levels(JsonNode json, int count) {
    boolean[] levels = new boolean[count];
    for (JsonNode node : json.path("levels")) {
      int level = node.asInt(-1);
      if (level < 0 || level >= count) {
        throw new IllegalArgumentException(
            "A coordinate's levels must be positions among the column's "
                + count
                + ". Got: "
                + level);
      }
      levels[level] = true;
    }
    return levels;
  }
}

package tare.table;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.TimeForm.Cycle;

/**
 * Rows as vectors whose length has a public bound, from the schema alone.
 *
 * <p>Coordinate 0 is the intercept, the constant 1/2. A number becomes {@code (v - lo)/(hi - lo) -
 * 1/2}; a level is one-hot times 1/2, and a missing level is one level more. A column of numbers
 * that may be missing has a second coordinate, its indicator: 1/2 when the cell is missing, and
 * then the number's own coordinate is 0. A cycle that a column of times runs through (season,
 * weekday, hour) is a point on the circle of radius 1/2, the origin when missing. So every column
 * and every cycle adds at most 1/4 to the squared norm, however many levels it has, and {@code |x|
 * <= sqrt((c + 1)/4)} for c columns and cycles.
 */
public final class Encoding implements Serializable {

  /** The position of the intercept. */
  public static final int INTERCEPT = 0;

  private static final double HALF = 0.5;

  // Privacy hangs on this line: a hair less than 1/2, so that no rounding of a cosine and a sine
  // puts a point outside the circle.
  private static final double RADIUS = HALF - 1e-12;

  private final Schema schema;

  /** The first coordinate of each column. */
  private final int[] starts;

  private final double[] lows;
  private final double[] ranges;
  private final List<List<Cycle>> cycles = new ArrayList<>();
  private final List<String> names;

  private Encoding(Schema schema) {
    this.schema = schema;
    int columns = schema.columnCount();
    starts = new int[columns];
    lows = new double[columns];
    ranges = new double[columns];
    List<String> all = new ArrayList<>();
    all.add("(intercept)");
    for (int c = 0; c < columns; c++) {
      Column column = schema.column(c);
      starts[c] = all.size();
      if (column.type().isNumeric()) {
        lows[c] = column.type().lowerBound();
        ranges[c] = column.type().upperBound() - lows[c];
        all.add(column.name());
      } else {
        column.type().levels().forEach(level -> all.add(column.name() + "=" + level));
      }
      if (column.missingAllowed()) {
        all.add(column.name() + " missing");
      }
      cycles.add(cycles(column.type()));
      for (Cycle cycle : cycles.get(c)) {
        all.add(column.name() + " " + cycle.name() + " cos");
        all.add(column.name() + " " + cycle.name() + " sin");
      }
    }
    names = List.copyOf(all);
  }

  private static List<Cycle> cycles(ColumnType type) {
    return type instanceof ColumnType.Temporal time
        ? time.form().cycles(time.steps().first(), time.steps().last())
        : List.of();
  }

  /** The encoding of a schema's rows. */
  public static Encoding of(Schema schema) {
    return new Encoding(schema);
  }

  /** The schema whose rows are encoded. */
  public Schema schema() {
    return schema;
  }

  /** The number of coordinates, the intercept among them. */
  public int width() {
    return names.size();
  }

  /** The position of a column's first coordinate. */
  public int start(int column) {
    return starts[column];
  }

  /** A name for every coordinate, such as {@code age}, {@code smoker=yes}, {@code age missing}. */
  public List<String> names() {
    return names;
  }

  /** The least double not below {@code sqrt((c + 1)/4)}: no encoded row is longer. */
  public double normBound() {
    int pieces = starts.length + cycles.stream().mapToInt(List::size).sum();
    double square = (pieces + 1) / 4.0;
    double root = Math.sqrt(square);
    // Privacy hangs on this line: a root rounded down would claim less than a row can weigh.
    return Math.fma(root, root, -square) < 0 ? Math.nextUp(root) : root;
  }

  /** All rows, row-major in a new array of {@code rowCount * width}. */
  public double[] encode(Table table) {
    requireSameColumns(table.schema());
    int width = width();
    double[] matrix = new double[Math.multiplyExact(table.rowCount(), width)];
    for (int r = 0; r < table.rowCount(); r++) {
      matrix[r * width + INTERCEPT] = HALF;
    }
    // Column by column, so that each inner loop reads one array.
    for (int c = 0; c < starts.length; c++) {
      for (int r = 0; r < table.rowCount(); r++) {
        put(c, table.value(r, c), matrix, r * width);
      }
    }
    return matrix;
  }

  /**
   * One row.
   *
   * @param out {@link #width()} entries from {@code at} on receive the vector. Modified.
   */
  public void encode(Row row, double[] out, int at) {
    Arrays.fill(out, at, at + width(), 0);
    out[at + INTERCEPT] = HALF;
    for (int c = 0; c < starts.length; c++) {
      boolean numeric = schema.column(c).type().isNumeric();
      double value = row.missing(c) ? Double.NaN : numeric ? row.number(c) : row.level(c);
      put(c, value, out, at);
    }
  }

  private void put(int column, double value, double[] out, int offset) {
    int at = offset + starts[column];
    double range = ranges[column];
    if (range > 0) {
      if (Double.isNaN(value)) {
        out[at + 1] = HALF;
      } else {
        out[at] = (value - lows[column]) / range - HALF;
        putCycles(column, value, out, at + (schema.column(column).missingAllowed() ? 2 : 1));
      }
    } else {
      int end = column + 1 < starts.length ? starts[column + 1] : width();
      // A missing level is the last coordinate of its column.
      out[Double.isNaN(value) ? offset + end - 1 : at + (int) value] = HALF;
    }
  }

  private void putCycles(int column, double value, double[] out, int offset) {
    int at = offset;
    for (Cycle cycle : cycles.get(column)) {
      double angle = cycle.angle(value);
      out[at++] = RADIUS * Math.cos(angle);
      out[at++] = RADIUS * Math.sin(angle);
    }
  }

  private void requireSameColumns(Schema other) {
    if (!other.columns().equals(schema.columns())) {
      throw new IllegalArgumentException(
          "A table must have the columns of the encoding's schema. Got another schema.");
    }
  }
}

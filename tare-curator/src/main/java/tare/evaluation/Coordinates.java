package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.Row;
import tare.table.Table;

/**
 * Rows as points for distances. A number becomes {@code (v - lo)/(hi - lo)} with the declared
 * bounds; a level is one-hot times sqrt(1/2), so that two different levels are at distance one, as
 * the two ends of a number are. A missing cell is one level more; of a number it is an indicator
 * coordinate of one, with the number at 1/2.
 */
final class Coordinates {

  private static final double LEVEL = Math.sqrt(0.5);

  private final Schema schema;
  private final int[] starts;
  private final int width;

  private Coordinates(Schema schema, List<Integer> leftOut) {
    this.schema = schema;
    starts = new int[schema.columnCount()];
    int next = 0;
    for (int c = 0; c < starts.length; c++) {
      starts[c] = leftOut.contains(c) ? -1 : next;
      if (!leftOut.contains(c)) {
        Column column = schema.column(c);
        next += column.type().isNumeric() ? 1 : column.type().levelCount();
        next += column.missingAllowed() ? 1 : 0;
      }
    }
    width = next;
  }

  static Coordinates of(Schema schema) {
    return new Coordinates(schema, List.of());
  }

  /** All columns but one, for instance the target of a model. */
  static Coordinates without(Schema schema, int column) {
    return new Coordinates(schema, List.of(column));
  }

  int width() {
    return width;
  }

  /** A name for every coordinate. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int c = 0; c < starts.length; c++) {
      Column column = schema.column(c);
      if (starts[c] < 0) {
        continue;
      }
      if (column.type().isNumeric()) {
        names.add(column.name());
      } else {
        column.type().levels().forEach(level -> names.add(column.name() + "=" + level));
      }
      if (column.missingAllowed()) {
        names.add(column.name() + " missing");
      }
    }
    return names;
  }

  /** The point of one row under a cursor. @param point of {@link #width()} entries. Modified. */
  void put(Row row, double[] point) {
    Arrays.fill(point, 0);
    for (int c = 0; c < starts.length; c++) {
      if (starts[c] >= 0) {
        Column column = schema.column(c);
        if (column.type().isNumeric()) {
          putNumber(column, row.number(c), point, starts[c]);
        } else {
          putLevel(column, row.level(c), point, starts[c]);
        }
      }
    }
  }

  double[][] of(Table table) {
    double[][] points = new double[table.rowCount()][width];
    for (int c = 0; c < starts.length; c++) {
      if (starts[c] < 0) {
        continue;
      }
      Column column = schema.column(c);
      for (int r = 0; r < points.length; r++) {
        if (column.type().isNumeric()) {
          putNumber(column, table.value(r, c), points[r], starts[c]);
        } else {
          putLevel(column, table.level(r, c), points[r], starts[c]);
        }
      }
    }
    return points;
  }

  private static void putLevel(Column column, int level, double[] point, int at) {
    point[at + (level < 0 ? column.type().levelCount() : level)] = LEVEL;
  }

  private static void putNumber(Column column, double value, double[] point, int at) {
    if (Double.isNaN(value)) {
      point[at] = 0.5;
      point[at + 1] = 1;
    } else {
      double lo = column.type().lowerBound();
      point[at] = (value - lo) / (column.type().upperBound() - lo);
    }
  }
}

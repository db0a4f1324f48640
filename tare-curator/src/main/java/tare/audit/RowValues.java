package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/** Values that rows under a schema may take, extremes first: what an adversary would try. */
final class RowValues {

  private final double[][] cells;
  private final Schema schema;

  RowValues(Schema schema) {
    this.schema = schema;
    cells = new double[schema.columnCount()][];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = values(schema.column(c));
    }
  }

  private static double[] values(Column column) {
    ColumnType type = column.type();
    List<Double> values = new ArrayList<>();
    if (type.isNumeric()) {
      double low = type.lowerBound();
      double high = type.upperBound();
      values.add(low);
      values.add(high);
      values.add(low + (high - low) / 2);
    } else {
      for (int level = 0; level < type.levelCount(); level++) {
        values.add((double) level);
      }
    }
    if (column.missingAllowed()) {
      values.add(Double.NaN);
    }
    return values.stream().distinct().mapToDouble(Double::doubleValue).toArray();
  }

  double[] first() {
    double[] row = new double[cells.length];
    for (int c = 0; c < row.length; c++) {
      row[c] = cells[c][0];
    }
    return row;
  }

  /** All rows of extreme values, or none if there are more than a limit. */
  List<double[]> all(int limit) {
    double count = 1;
    for (double[] values : cells) {
      count *= values.length;
    }
    if (count > limit) {
      return List.of();
    }
    List<double[]> rows = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      double[] row = new double[cells.length];
      int rest = number;
      for (int c = 0; c < cells.length; c++) {
        row[c] = cells[c][rest % cells[c].length];
        rest /= cells[c].length;
      }
      rows.add(row);
    }
    return rows;
  }

  /** A row of extreme values, now and then with one between. */
  double[] random(RandomGenerator random) {
    double[] row = new double[cells.length];
    for (int c = 0; c < row.length; c++) {
      row[c] = cell(c, random);
    }
    return row;
  }

  /** The row with one cell changed. */
  double[] changed(double[] row, RandomGenerator random) {
    double[] copy = row.clone();
    if (copy.length > 0) {
      int column = random.nextInt(copy.length);
      copy[column] = cell(column, random);
    }
    return copy;
  }

  private double cell(int column, RandomGenerator random) {
    ColumnType type = schema.column(column).type();
    if (type.isNumeric() && random.nextInt(4) == 0) {
      double low = type.lowerBound();
      double high = type.upperBound();
      return low + random.nextDouble() * (high - low);
    }
    double[] values = cells[column];
    return values[random.nextInt(values.length)];
  }
}

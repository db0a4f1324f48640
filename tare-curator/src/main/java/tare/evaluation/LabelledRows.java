package tare.evaluation;

import java.util.Arrays;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.table.Table;

/**
 * Rows as a learner sees them: points, and a class or a number to predict. Rows whose target is
 * missing count nothing.
 *
 * @param points features scaled as in {@link Coordinates}; not copied
 * @param labels the class of each row, -1 when missing; empty for regression
 * @param targets the number of each row on the [0, 1] scale of its bounds, NaN when missing; empty
 *     for classification
 * @param classes how many classes are declared; 0 for regression
 */
public record LabelledRows(double[][] points, int[] labels, double[] targets, int classes) {

  static LabelledRows of(Table table, String target) {
    Schema schema = table.schema();
    int column = schema.indexOf(target);
    if (column < 0) {
      throw new IllegalArgumentException(
          "No column named \""
              + target
              + "\"."
              + DidYouMean.hint(target, schema.columns().stream().map(c -> c.name()).toList()));
    }
    double[][] points = Coordinates.without(schema, column).of(table);
    ColumnType type = schema.column(column).type();
    if (!type.isNumeric()) {
      int[] labels = new int[points.length];
      Arrays.setAll(labels, r -> table.level(r, column));
      return new LabelledRows(points, labels, new double[0], type.levelCount());
    }
    double lo = type.lowerBound();
    double range = type.upperBound() - lo;
    double[] targets = new double[points.length];
    Arrays.setAll(targets, r -> (table.number(r, column) - lo) / range);
    return new LabelledRows(points, new int[0], targets, 0);
  }

  boolean classification() {
    return classes > 0;
  }

  int size() {
    return points.length;
  }

  int width() {
    return points.length == 0 ? 0 : points[0].length;
  }

  /** Masses with zero where the target is missing. */
  double[] present(double[] mass) {
    double[] present = mass.clone();
    for (int r = 0; r < present.length; r++) {
      if (classification() ? labels[r] < 0 : Double.isNaN(targets[r])) {
        present[r] = 0;
      }
    }
    return present;
  }
}

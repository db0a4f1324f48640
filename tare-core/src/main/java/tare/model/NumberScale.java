package tare.model;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import tare.schema.ColumnType;

/*
 * Networks see numbers in [-1, 1]. On an even scale a column of payments, bounds 0 to 1,700,000 and
 * half of its cells below 2,000, is one point to them. Declared cuts say, without a look at a row,
 * where the cells are that matter: each takes the same part of the scale.
 */

/**
 * A public, increasing map from a column's numbers to [-1, 1] and back: even over the bounds, or,
 * where cuts are declared, with as much room for every cell as for any other. Within a cell that
 * ends at over four times of where it begins the scale is that of ratios.
 *
 * @param edges the bounds, and the cuts between them, ascending. Not copied.
 */
record NumberScale(double[] edges) {

  private static final double WIDE = 4;

  /** The even scale of a column's bounds. */
  static NumberScale even(ColumnType type) {
    return new NumberScale(new double[] {type.lowerBound(), type.upperBound()});
  }

  /** The scale of a column's declared cuts; the even one where none are declared. */
  static NumberScale byCuts(ColumnType type) {
    DoubleStream cuts = type.declaredCuts().stream().mapToDouble(Double::doubleValue);
    DoubleStream above = DoubleStream.concat(cuts, DoubleStream.of(type.upperBound()));
    return new NumberScale(
        DoubleStream.concat(DoubleStream.of(type.lowerBound()), above).toArray());
  }

  private int cells() {
    return edges.length - 1;
  }

  /** Where a number within the bounds lies on the scale. */
  double scaled(double number) {
    if (!(edges[cells()] > edges[0])) {
      return 0;
    }
    int found = Arrays.binarySearch(edges, number);
    int cell = Math.max(0, Math.min(cells() - 1, found >= 0 ? found : -found - 2));
    double from = edges[cell];
    double to = edges[cell + 1];
    double part =
        ofRatios(from, to)
            ? Math.log(number / from) / Math.log(to / from)
            : (number - from) / (to - from);
    return 2 * (cell + part) / cells() - 1;
  }

  /** The number at a place of the scale; beyond its ends, a bound. */
  double number(double scaled) {
    double place = cells() * (Math.max(-1, Math.min(1, scaled)) + 1) / 2;
    int cell = Math.min(cells() - 1, (int) place);
    double part = place - cell;
    double from = edges[cell];
    double to = edges[cell + 1];
    return ofRatios(from, to) ? from * Math.pow(to / from, part) : from + (to - from) * part;
  }

  /** Never so for an even scale, whatever its bounds. */
  private boolean ofRatios(double from, double to) {
    return cells() > 1 && (from > 0 ? to / from > WIDE : to < 0 && from / to > WIDE);
  }
}

package tare.evaluation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tare.table.LooseCells;

/**
 * One column of two tables without a schema: numbers when every cell of both is a number or
 * missing, else levels.
 *
 * @param a the first table's cells: numbers, or positions among the levels; NaN where missing. Not
 *     copied
 * @param b the second table's cells. Not copied
 * @param levels how many levels there are; 0 for numbers
 * @param lo the first table's least number
 * @param hi the first table's largest number
 */
record LooseColumn(double[] a, double[] b, int levels, double lo, double hi) {

  private static final double LEVEL = Math.sqrt(0.5);

  static LooseColumn of(String[] a, String[] b) {
    double[] x = numbers(a);
    double[] y = numbers(b);
    boolean numeric = agrees(a, x) && agrees(b, y) && Arrays.stream(x).anyMatch(Double::isFinite);
    if (numeric) {
      double lo = Arrays.stream(x).filter(Double::isFinite).min().orElseThrow();
      double hi = Arrays.stream(x).filter(Double::isFinite).max().orElseThrow();
      return new LooseColumn(x, y, 0, lo, hi);
    }
    TreeSet<String> levels = new TreeSet<>();
    levels.addAll(Arrays.asList(a));
    levels.addAll(Arrays.asList(b));
    levels.removeIf(LooseCells::isMissing);
    List<String> sorted = List.copyOf(levels);
    return new LooseColumn(codes(a, sorted), codes(b, sorted), sorted.size(), 0, 1);
  }

  /** A cell as a number, or NaN. */
  static double number(String cell) {
    return LooseCells.isMissing(cell) ? Double.NaN : LooseCells.number(cell);
  }

  private static double[] numbers(String[] cells) {
    return Arrays.stream(cells).mapToDouble(LooseColumn::number).toArray();
  }

  private static boolean agrees(String[] cells, double[] numbers) {
    for (int r = 0; r < cells.length; r++) {
      if (!Double.isFinite(numbers[r]) && !LooseCells.isMissing(cells[r])) {
        return false;
      }
    }
    return true;
  }

  private static double[] codes(String[] cells, List<String> levels) {
    Map<String, Integer> positions = new HashMap<>();
    for (int k = 0; k < levels.size(); k++) {
      positions.put(levels.get(k), k);
    }
    return Arrays.stream(cells)
        .mapToDouble(
            cell -> LooseCells.isMissing(cell) ? Double.NaN : positions.getOrDefault(cell, -1))
        .toArray();
  }

  private boolean numeric() {
    return levels == 0;
  }

  private boolean anyMissing() {
    return Arrays.stream(a).anyMatch(Double::isNaN) || Arrays.stream(b).anyMatch(Double::isNaN);
  }

  private int width() {
    return (numeric() ? 1 : levels) + (anyMissing() ? 1 : 0);
  }

  /** The points of the first or of the second table. */
  static double[][] points(List<LooseColumn> columns, boolean first, boolean minMax, int rows) {
    int width = columns.stream().mapToInt(LooseColumn::width).sum();
    double[][] points = new double[rows][width];
    int at = 0;
    for (LooseColumn column : columns) {
      column.put(first ? column.a : column.b, minMax, points, at);
      at += column.width();
    }
    return points;
  }

  private void put(double[] cells, boolean minMax, double[][] points, int at) {
    double from = minMax ? lo : 0;
    double range = minMax && hi > lo ? hi - lo : 1;
    for (int r = 0; r < cells.length; r++) {
      boolean missing = Double.isNaN(cells[r]);
      if (numeric()) {
        points[r][at] = ((missing ? (lo + hi) / 2 : cells[r]) - from) / range;
        if (missing) {
          points[r][at + 1] = 1;
        }
      } else {
        points[r][at + (missing ? levels : (int) cells[r])] = LEVEL;
      }
    }
  }

  /** How many cells the column is cut into, one for missing among them. */
  int cells(int bins) {
    return (numeric() ? bins : levels) + 1;
  }

  int[] binsOfA(int bins) {
    return binned(a, bins);
  }

  int[] binsOfB(int bins) {
    return binned(b, bins);
  }

  private int[] binned(double[] cells, int bins) {
    double range = hi > lo ? hi - lo : 1;
    return Arrays.stream(cells)
        .mapToInt(
            cell -> {
              if (Double.isNaN(cell)) {
                return cells(bins) - 1;
              }
              return numeric()
                  ? (int) Math.max(0, Math.min(bins - 1, Math.floor((cell - lo) / range * bins)))
                  : (int) cell;
            })
        .toArray();
  }
}

package tare.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.ColumnKernel;
import tare.table.Table;

/**
 * The map of {@link MomentFeatures} for many rows at a time: blocks of columns, as {@link
 * ColumnKernel} has them. Says of every row what {@link MomentFeatures#put} says, up to rounding.
 *
 * @param cut the numbers of which it is seen what is cut off. Not copied.
 */
record MomentColumns(
    List<MomentCoordinate> coordinates,
    double[] mean,
    Cholesky factor,
    double[] scales,
    int leading,
    double leadingRadius,
    double radius,
    int[] cut) {

  private static final int BLOCK = ColumnKernel.BLOCK;

  /** Coordinates before whitening, row-major. */
  static double[] raw(Table rows, List<MomentCoordinate> coordinates) {
    int size = coordinates.size();
    int count = rows.rowCount();
    double[] raw = new double[Math.multiplyExact(count, size)];
    int[] used = used(coordinates);
    blocks(count)
        .forEach(
            block -> {
              int from = block * BLOCK;
              int some = Math.min(BLOCK, count - from);
              double[][] cells = cells(rows, used, from, some);
              double[] column = new double[some];
              for (int j = 0; j < size; j++) {
                MomentCoordinate coordinate = coordinates.get(j);
                coordinate.put(cells[coordinate.column()], some, 0, 0, column, 0);
                for (int r = 0; r < some; r++) {
                  raw[(from + r) * size + j] = column[r];
                }
              }
            });
    return raw;
  }

  /** All rows' vectors. */
  double[] encode(Table rows) {
    int width = coordinates.size() + cut.length;
    int count = rows.rowCount();
    double[] columns = new double[Math.multiplyExact(ColumnKernel.blocks(count) * BLOCK, width)];
    ColumnKernel kernel = ColumnKernel.forRows(count);
    int[] used = used(coordinates);
    blocks(count)
        .forEach(
            block -> {
              int some = Math.min(BLOCK, count - block * BLOCK);
              double[][] cells = cells(rows, used, block * BLOCK, some);
              put(kernel, cells, some, columns, block * BLOCK * width);
            });
    return columns;
  }

  private static IntStream blocks(int count) {
    return IntStream.range(0, ColumnKernel.blocks(count)).parallel();
  }

  private static int[] used(List<MomentCoordinate> coordinates) {
    return coordinates.stream().mapToInt(MomentCoordinate::column).distinct().toArray();
  }

  private static double[][] cells(Table rows, int[] used, int from, int count) {
    double[][] cells = new double[rows.schema().columnCount()][];
    for (int column : used) {
      cells[column] = new double[count];
      rows.put(column, from, count, cells[column]);
    }
    return cells;
  }

  private void put(ColumnKernel kernel, double[][] cells, int some, double[] out, int from) {
    int size = coordinates.size();
    for (int j = 0; j < size; j++) {
      MomentCoordinate coordinate = coordinates.get(j);
      coordinate.put(cells[coordinate.column()], some, 0, mean[j], out, from + j * BLOCK);
    }
    int ofCut = from + size * BLOCK;
    for (int i = 0; i < cut.length; i++) {
      System.arraycopy(out, from + cut[i] * BLOCK, out, ofCut + i * BLOCK, some);
    }
    factor.solveLower(kernel, out, from);
    double[] byLeading = shortened(out, from, scales, leading, leadingRadius, some);
    double[] byAll = shortened(out, from, scales, size, radius, some);
    double[] beyond = new double[some];
    for (int i = 0; i < cut.length; i++) {
      int j = cut[i];
      MomentCoordinate coordinate = coordinates.get(j);
      coordinate.put(
          cells[coordinate.column()], some, MomentFeatures.CUT_REACH, mean[j], beyond, 0);
      for (int r = 0; r < some; r++) {
        int at = ofCut + i * BLOCK + r;
        out[at] = beyond[r] - (j < leading ? byLeading[r] * byAll[r] : byAll[r]) * out[at];
      }
    }
    double[] ones = new double[cut.length];
    Arrays.fill(ones, 1);
    shortened(out, ofCut, ones, cut.length, MomentFeatures.CUT_REACH, some);
  }

  /** Scales the first columns of rows down to a length; by how much. @param columns Modified. */
  private static double[] shortened(
      double[] columns, int from, double[] scales, int count, double radius, int some) {
    double[] squares = new double[some];
    for (int j = 0; j < count; j++) {
      for (int r = 0; r < some; r++) {
        double scaled = scales[j] * columns[from + j * BLOCK + r];
        squares[r] += scaled * scaled;
      }
    }
    for (int r = 0; r < some; r++) {
      double length = Math.sqrt(squares[r]);
      squares[r] = length > radius ? radius / length : 1;
      for (int j = 0; j < count && length > radius; j++) {
        columns[from + j * BLOCK + r] *= squares[r];
      }
    }
    return squares;
  }
}

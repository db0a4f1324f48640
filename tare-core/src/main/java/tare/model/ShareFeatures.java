package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Column;
import tare.table.Table;

/**
 * Coarse shares of single columns: whether a number is at most each of some public cut points, and
 * whether a cell holds each of the more common levels, or nothing. What medians and tails rest on,
 * and moments do not carry.
 */
public final class ShareFeatures implements Serializable {

  /** Numbers are cut into so many parts of about equal share. */
  private static final int PARTS = 12;

  /** The same in tables of more than {@value #MANY_COLUMNS} columns. */
  private static final int FEWER_PARTS = 8;

  private static final int MANY_COLUMNS = 12;

  /** Levels below this share are left out, and so is what all but this share of rows have. */
  private static final double RARE = 0.005;

  private record Part(int column, double cut, boolean levels) implements Serializable {
    double of(double value) {
      return levels ? (value == cut ? 1 : 0) : (value <= cut ? 1 : 0);
    }
  }

  private final List<Part> parts;

  private ShareFeatures(List<Part> parts) {
    this.parts = parts;
  }

  /** The shares that public rows suggest. */
  public static ShareFeatures of(Table rows) {
    List<Part> parts = new ArrayList<>();
    int cuts = rows.schema().columnCount() > MANY_COLUMNS ? FEWER_PARTS : PARTS;
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      Column column = rows.schema().column(c);
      double[] values = rows.values(c);
      if (column.type().isNumeric()) {
        addCuts(parts, c, values, cuts);
      } else {
        addLevels(parts, c, values, column.type().levelCount());
      }
    }
    return new ShareFeatures(parts);
  }

  private static void addCuts(List<Part> parts, int column, double[] values, int cuts) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    double last = Double.NaN;
    for (int k = 1; k < cuts && sorted.length > 0; k++) {
      double cut = sorted[(int) ((long) k * sorted.length / cuts)];
      if (cut != last && cut < sorted[sorted.length - 1]) {
        parts.add(new Part(column, cut, false));
        last = cut;
      }
    }
  }

  private static void addLevels(List<Part> parts, int column, double[] values, int levels) {
    double[] shares = new double[levels];
    for (double value : values) {
      if (!Double.isNaN(value)) {
        shares[(int) value] += 1.0 / values.length;
      }
    }
    // One level fewer than there are: the shares of all sum to one.
    for (int level = 1; level < levels; level++) {
      if (shares[level] >= RARE && shares[level] <= 1 - RARE) {
        parts.add(new Part(column, level, true));
      }
    }
  }

  /** The number of shares. */
  public int width() {
    return parts.size();
  }

  /** Writes every row's indicators into a row-major matrix. @param matrix Modified. */
  public void put(Table rows, double[] matrix, int matrixWidth, int from) {
    for (int j = 0; j < parts.size(); j++) {
      Part part = parts.get(j);
      double[] values = rows.values(part.column());
      for (int r = 0; r < values.length; r++) {
        matrix[r * matrixWidth + from + j] = part.of(values[r]);
      }
    }
  }
}

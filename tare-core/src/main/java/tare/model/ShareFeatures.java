package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.Row;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Coarse shares of single columns: in which of some public cells a number lies, and which of the
 * more common levels a cell holds. What medians and tails rest on, and moments do not carry.
 */
public final class ShareFeatures implements Serializable {

  /** No shares at all. */
  public static final ShareFeatures NONE = new ShareFeatures(List.of());

  /** Numbers are cut into so many parts of about equal share. */
  private static final int PARTS = 12;

  /** The same in tables of more than {@value #MANY_COLUMNS} columns. */
  private static final int FEWER_PARTS = 8;

  private static final int MANY_COLUMNS = 12;

  /** Parts of numbers whose shares are held cell by cell. */
  private static final int FINE_PARTS = 96;

  /**
   * Where such parts are cut besides, from either end: bins of equal width, in which people look at
   * a long tail, hold less than a part.
   */
  private static final List<Double> TAILS = List.of(1 / 1600.0, 1 / 400.0);

  /** So many cuts are counted one by one; of more, halves are left out first. */
  private static final int FEW_CUTS = 12;

  /** Quantiles of so many values are near enough: what a part holds is counted, never assumed. */
  private static final int ENOUGH_VALUES = 40_000;

  /** Levels below this share are left out, and so is what all but this share of rows have. */
  private static final double RARE = 0.005;

  /**
   * The cells of a column.
   *
   * @param cuts between the cells of numbers, ascending; empty for levels. Not copied.
   * @param levels that have a cell, ascending; empty for numbers. Not copied.
   */
  private record Cells(int column, double[] cuts, int[] levels) implements Serializable {

    int width() {
      return levels.length > 0 ? levels.length : cuts.length + 1;
    }

    /** The cell of a value; negative when it has none. */
    int of(double value) {
      if (Double.isNaN(value)) {
        return -1;
      }
      return levels.length > 0 ? Arrays.binarySearch(levels, (int) value) : cellOf(value);
    }

    /** How many cuts are smaller: where they are few, counting them needs no guess. */
    private int cellOf(double value) {
      int cell = 0;
      int left = cuts.length;
      while (left > FEW_CUTS) {
        int half = left / 2;
        cell += cuts[cell + half - 1] < value ? half : 0;
        left -= half;
      }
      int last = cell + left;
      for (int k = cell; k < last; k++) {
        cell += cuts[k] < value ? 1 : 0;
      }
      return cell;
    }
  }

  private final List<Cells> columns;

  private ShareFeatures(List<Cells> columns) {
    this.columns = columns;
  }

  /** The shares that public rows suggest. */
  public static ShareFeatures of(Table rows) {
    return of(rows, parts(rows.schema().columnCount() > MANY_COLUMNS ? FEWER_PARTS : PARTS), RARE);
  }

  /** The same in finer parts, and of all levels that rows have. */
  static ShareFeatures fine(Table rows) {
    return of(rows, fineParts(), 0);
  }

  private static double[] parts(int count) {
    return IntStream.range(1, count).mapToDouble(k -> k / (double) count).toArray();
  }

  private static double[] fineParts() {
    DoubleStream tails = TAILS.stream().flatMapToDouble(tail -> DoubleStream.of(tail, 1 - tail));
    return DoubleStream.concat(Arrays.stream(parts(FINE_PARTS)), tails).sorted().toArray();
  }

  /**
   * @param parts the shares below which numbers are cut, ascending. Not modified.
   */
  private static ShareFeatures of(Table rows, double[] parts, double rare) {
    List<Cells> columns = new ArrayList<>();
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      Column column = rows.schema().column(c);
      Cells cells =
          column.type().isNumeric()
              ? new Cells(c, cuts(rows.values(c), parts), new int[0])
              : new Cells(
                  c, new double[0], common(rows.values(c), column.type().levelCount(), rare));
      if (cells.width() > 1) {
        columns.add(cells);
      }
    }
    return new ShareFeatures(columns);
  }

  /** Cuts at the quantiles of about so many values that lie evenly among all. */
  private static double[] cuts(double[] values, double[] parts) {
    int step = Math.max(1, values.length / ENOUGH_VALUES);
    double[] sorted =
        IntStream.range(0, values.length / step)
            .mapToDouble(i -> values[i * step])
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    double[] cuts = new double[parts.length];
    int count = 0;
    for (int k = 0; k < parts.length && sorted.length > 0; k++) {
      double cut = sorted[(int) (parts[k] * sorted.length)];
      if ((count == 0 || cut != cuts[count - 1]) && cut < sorted[sorted.length - 1]) {
        cuts[count++] = cut;
      }
    }
    return Arrays.copyOf(cuts, count);
  }

  private static int[] common(double[] values, int levels, double rare) {
    double[] shares = new double[levels];
    for (double value : values) {
      if (!Double.isNaN(value)) {
        shares[(int) value] += 1.0 / values.length;
      }
    }
    int[] common = new int[levels];
    int count = 0;
    for (int level = 0; level < levels; level++) {
      if (shares[level] > 0 && shares[level] >= rare && shares[level] <= 1 - rare) {
        common[count++] = level;
      }
    }
    return Arrays.copyOf(common, count);
  }

  /** The number of shares. */
  public int width() {
    return columns.stream().mapToInt(Cells::width).sum();
  }

  /** The number of columns that have shares. */
  public int columnCount() {
    return columns.size();
  }

  /** Where a column that has shares stands in the schema. */
  int column(int position) {
    return columns.get(position).column();
  }

  /** Where a column of the schema stands among those with shares; negative when it has none. */
  int positionOf(int column) {
    for (int c = 0; c < columns.size(); c++) {
      if (columns.get(c).column() == column) {
        return c;
      }
    }
    return -1;
  }

  /** Whether one of the columns has cells of numbers. */
  boolean isNumber(int position) {
    return columns.get(position).levels().length == 0;
  }

  /** The number of shares of one of the columns. */
  int width(int position) {
    return columns.get(position).width();
  }

  /** The cell of every row in one of the columns; negative for none. */
  int[] cells(Table rows, int position) {
    Cells of = columns.get(position);
    return Arrays.stream(rows.values(of.column())).mapToInt(of::of).toArray();
  }

  /** The column of each share. */
  public int[] columns() {
    return columns.stream()
        .flatMapToInt(cells -> IntStream.generate(cells::column).limit(cells.width()))
        .toArray();
  }

  /** Whether each share is of a cell of numbers. */
  public boolean[] ofNumbers() {
    boolean[] numbers = new boolean[width()];
    int at = 0;
    for (Cells cells : columns) {
      Arrays.fill(numbers, at, at + cells.width(), cells.levels().length == 0);
      at += cells.width();
    }
    return numbers;
  }

  /** Which part of some rows is in each cell. */
  public double[] sharesOf(Table rows) {
    double[] shares = new double[width()];
    int first = 0;
    for (int c = 0; c < columns.size(); c++) {
      for (int cell : cells(rows, c)) {
        if (cell >= 0) {
          shares[first + cell] += 1.0 / rows.rowCount();
        }
      }
      first += width(c);
    }
    return shares;
  }

  /** For every row and column with shares, the number of its cell; negative for none. */
  public int[] codes(Table rows) {
    int[] codes = new int[Math.multiplyExact(rows.rowCount(), columns.size())];
    int first = 0;
    for (int c = 0; c < columns.size(); c++) {
      Cells cells = columns.get(c);
      double[] values = rows.values(cells.column());
      for (int r = 0; r < values.length; r++) {
        int cell = cells.of(values[r]);
        codes[r * columns.size() + c] = cell < 0 ? -1 : first + cell;
      }
      first += cells.width();
    }
    return codes;
  }

  /**
   * Marks the cells that a row is in: at most one of each column.
   *
   * @param out Modified: {@link #width} values from {@code from} on, one or zero
   */
  public void put(Row row, double[] out, int from) {
    Arrays.fill(out, from, from + width(), 0);
    int first = from;
    for (Cells cells : columns) {
      int column = cells.column();
      if (!row.missing(column)) {
        int cell = cells.of(cells.levels().length > 0 ? row.level(column) : row.number(column));
        if (cell >= 0) {
          out[first + cell] = 1;
        }
      }
      first += cells.width();
    }
  }

  /** Adds what {@link #read} needs. @param json Modified. */
  void describe(Schema schema, ObjectNode json) {
    ArrayNode array = json.putArray("shares");
    for (Cells cells : columns) {
      ObjectNode node = array.addObject().put("column", schema.column(cells.column()).name());
      if (cells.levels().length > 0) {
        ArrayNode levels = node.putArray("levels");
        Arrays.stream(cells.levels()).forEach(levels::add);
      } else {
        ArrayNode cuts = node.putArray("cuts");
        Arrays.stream(cells.cuts()).forEach(cuts::add);
      }
    }
  }

  /** The shares that {@link #describe} wrote; none where it wrote nothing. */
  static ShareFeatures read(Schema schema, ObjectNode json) {
    List<Cells> columns = new ArrayList<>();
    for (JsonNode node : json.path("shares")) {
      String name = node.path("column").asString("");
      int column = schema.indexOf(name);
      double[] cuts = ascending(node.path("cuts"));
      int[] levels = Arrays.stream(ascending(node.path("levels"))).mapToInt(x -> (int) x).toArray();
      if (column < 0 || schema.column(column).type().isNumeric() != (levels.length == 0)) {
        throw new IllegalArgumentException(
            "Shares must be of cuts of a number, or of levels of a column that has some. Got: \""
                + name
                + "\"");
      }
      columns.add(new Cells(column, cuts, levels));
    }
    return new ShareFeatures(columns);
  }

  private static double[] ascending(JsonNode json) {
    double[] values = new double[json.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = json.path(i).asDouble(Double.NaN);
      if (!(values[i] > (i == 0 ? Double.NEGATIVE_INFINITY : values[i - 1]))) {
        throw new IllegalArgumentException(
            "Cuts and levels of shares must be numbers in ascending order. Got: " + json.path(i));
      }
    }
    return values;
  }
}

package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.kernel.regression.CellRaking;
import tare.schema.Schema;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shares that weights leave as a generator has them: those of single columns and of pairs of them,
 * in finer cells than a tilt could hold beside its moments, and what each adds to a log weight.
 *
 * @param shares the cells of single columns
 * @param groups one or two positions each among the columns that have shares, in order
 * @param coefficients by group, then by the first column's cell and the second's. Not copied.
 */
public record HeldCells(ShareFeatures shares, List<List<Integer>> groups, double[] coefficients)
    implements Serializable {

  /** Nothing is held. */
  public static final HeldCells NONE = new HeldCells(ShareFeatures.NONE, List.of(), new double[0]);

  /** At most so many pairs are held for each column: memory is reckoned with beforehand. */
  private static final int PAIRS_PER_COLUMN = 5;

  public HeldCells {
    groups = List.copyOf(groups);
    int cells = 0;
    for (List<Integer> group : groups) {
      for (int i = 0; i < group.size(); i++) {
        int least = i == 0 ? 0 : group.get(i - 1) + 1;
        require(
            group.get(i) >= least && group.get(i) < shares.columnCount(),
            "be of columns that have cells, in order",
            group);
      }
      require(group.size() == 1 || group.size() == 2, "be of one or two columns", group);
      cells += cells(shares, group);
    }
    require(coefficients.length == cells, "have a coefficient for each cell", coefficients.length);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException("Held shares must " + rule + ". Got: " + value);
    }
  }

  /**
   * The shares of all columns, and of some pairs, with no coefficients yet.
   *
   * @param rows public ones, which suggest the cells
   * @param pairs positions in the schema
   */
  public static HeldCells of(Table rows, List<List<Integer>> pairs) {
    ShareFeatures shares = ShareFeatures.fine(rows);
    List<List<Integer>> groups = new ArrayList<>();
    int most = PAIRS_PER_COLUMN * rows.schema().columnCount();
    for (List<Integer> pair : pairs.subList(0, Math.min(most, pairs.size()))) {
      List<Integer> group = pair.stream().map(shares::positionOf).sorted().toList();
      if (group.get(0) >= 0 && cells(shares, group) < CellRaking.NONE) {
        groups.add(group);
      }
    }
    // Last, so that a round through all groups leaves them exact.
    for (int c = 0; c < shares.columnCount(); c++) {
      groups.add(List.of(c));
    }
    int cells = groups.stream().mapToInt(group -> cells(shares, group)).sum();
    return new HeldCells(shares, groups, new double[cells]);
  }

  private static int cells(ShareFeatures shares, List<Integer> group) {
    return group.stream().mapToInt(shares::width).reduce(1, (a, b) -> a * b);
  }

  /** About how many bytes the cells of a row take, while rows are weighed and drawn. */
  public static double bytesPerRow(int columns) {
    return (1.0 + PAIRS_PER_COLUMN) * columns * (Character.BYTES + Integer.BYTES);
  }

  /** The same cells with other coefficients. */
  public HeldCells with(double[] others) {
    return new HeldCells(shares, groups, others);
  }

  /** Whether nothing is held. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }

  /** Rows in their cells. */
  public CellRaking rows(Table table) {
    char[][] single = new char[isEmpty() ? 0 : shares.columnCount()][];
    Arrays.setAll(single, c -> shares.cells(table, c));
    char[][] cells = new char[groups.size()][];
    int[] sizes = new int[groups.size()];
    for (int g = 0; g < cells.length; g++) {
      List<Integer> group = groups.get(g);
      sizes[g] = cells(shares, group);
      char[] first = single[group.get(0)];
      cells[g] =
          group.size() == 1
              ? first
              : together(first, single[group.get(1)], shares.width(group.get(1)));
    }
    return new CellRaking(cells, sizes);
  }

  private static char[] together(char[] first, char[] second, int width) {
    char[] both = new char[first.length];
    for (int r = 0; r < both.length; r++) {
      boolean none = first[r] == CellRaking.NONE || second[r] == CellRaking.NONE;
      both[r] = none ? CellRaking.NONE : (char) (first[r] * width + second[r]);
    }
    return both;
  }

  /** Adds what the cells give to rows' log weights. @param logWeights Modified. */
  void addTo(double[] logWeights, Table table) {
    if (!isEmpty()) {
      rows(table).addProducts(coefficients, logWeights);
    }
  }

  /** Adds what {@link #read} needs. @param json Modified. */
  void describe(Schema schema, ObjectNode json) {
    if (isEmpty()) {
      return;
    }
    ObjectNode held = json.putObject("held");
    shares.describe(schema, held);
    ArrayNode array = held.putArray("cells");
    int from = 0;
    for (List<Integer> group : groups) {
      ObjectNode node = array.addObject();
      group.forEach(node.putArray("of")::add);
      int cells = cells(shares, group);
      Arrays.stream(coefficients, from, from + cells).forEach(node.putArray("coefficients")::add);
      from += cells;
    }
  }

  /** The cells that {@link #describe} wrote; none where it wrote nothing. */
  static HeldCells read(Schema schema, ObjectNode json) {
    if (!(json.path("held") instanceof ObjectNode held)) {
      return NONE;
    }
    List<List<Integer>> groups = new ArrayList<>();
    List<Double> coefficients = new ArrayList<>();
    for (JsonNode node : held.path("cells")) {
      List<Integer> group = new ArrayList<>();
      node.path("of").forEach(position -> group.add(position.asInt(-1)));
      groups.add(List.copyOf(group));
      node.path("coefficients").forEach(number -> coefficients.add(number.asDouble(Double.NaN)));
    }
    require(coefficients.stream().allMatch(Double::isFinite), "have numbers", "another value");
    return new HeldCells(
        ShareFeatures.read(schema, held),
        groups,
        coefficients.stream().mapToDouble(Double::doubleValue).toArray());
  }
}

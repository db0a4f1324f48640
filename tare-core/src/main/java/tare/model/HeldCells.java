package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Schema;
import tare.table.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shares that weights leave as a generator has them: those of single columns and of pairs of them,
 * in finer cells than a tilt could hold beside its moments, and what each adds to a log weight. In
 * pairs, neighbouring cells of numbers are joined.
 *
 * @param shares the cells of single columns
 * @param groups one or two positions each among the columns that have shares, in order
 * @param coefficients by group, then by the first column's cell and the second's. Not copied.
 */
public record HeldCells(ShareFeatures shares, List<List<Integer>> groups, double[][] coefficients)
    implements Serializable {

  /** Nothing is held. */
  public static final HeldCells NONE =
      new HeldCells(ShareFeatures.NONE, List.of(), new double[0][]);

  /** A number has at most so many cells in a pair: a pair of all of its own would be all noise. */
  private static final int MOST_OF_PAIR = 26;

  /** At most so many pairs are held for each column: memory is reckoned with beforehand. */
  private static final int PAIRS_PER_COLUMN = 5;

  public HeldCells {
    groups = List.copyOf(groups);
    require(coefficients.length == groups.size(), "have coefficients", coefficients.length);
    for (int g = 0; g < coefficients.length; g++) {
      List<Integer> group = groups.get(g);
      require(group.size() == 1 || group.size() == 2, "be of one or two columns", group);
      for (int i = 0; i < group.size(); i++) {
        int least = i == 0 ? 0 : group.get(i - 1) + 1;
        require(
            group.get(i) >= least && group.get(i) < shares.columnCount(),
            "be of columns that have cells, in order",
            group);
      }
      require(
          coefficients[g].length == cells(shares, group),
          "have a coefficient for each cell",
          coefficients[g].length);
    }
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
      if (group.get(0) >= 0 && cells(shares, group) <= Character.MAX_VALUE) {
        groups.add(group);
      }
    }
    // Last, so that a round through all groups leaves them exact.
    for (int c = 0; c < shares.columnCount(); c++) {
      groups.add(List.of(c));
    }
    return new HeldCells(
        shares,
        groups,
        groups.stream().map(group -> new double[cells(shares, group)]).toArray(double[][]::new));
  }

  /** With one more for rows that have none. */
  private static int cells(ShareFeatures shares, List<Integer> group) {
    return group.stream().mapToInt(c -> width(shares, group, c)).reduce(1, (a, b) -> a * b) + 1;
  }

  /** How many cells a column has in a group. */
  private static int width(ShareFeatures shares, List<Integer> group, int position) {
    return (shares.width(position) - 1) / joined(shares, group, position) + 1;
  }

  /** How many neighbouring cells of a column's numbers are one in a group. */
  private static int joined(ShareFeatures shares, List<Integer> group, int position) {
    return group.size() == 1 || !shares.isNumber(position)
        ? 1
        : (shares.width(position) - 1) / MOST_OF_PAIR + 1;
  }

  /** About how many bytes the cells of a row take, while rows are weighed and drawn. */
  public static double bytesPerRow(int columns) {
    return (1.0 + PAIRS_PER_COLUMN) * columns * 2 * Character.BYTES;
  }

  /** The same cells with other coefficients. */
  public HeldCells with(double[][] others) {
    return new HeldCells(shares, groups, others);
  }

  /** How many groups are of pairs: they come first. */
  public int pairs() {
    return (int) groups.stream().filter(group -> group.size() == 2).count();
  }

  /** Whether nothing is held. */
  public boolean isEmpty() {
    return groups.isEmpty();
  }

  /** The cell of each row, group by group; rows without one are in the last. */
  public char[][] cells(Table table) {
    int[][] single = new int[isEmpty() ? 0 : shares.columnCount()][];
    Arrays.setAll(single, c -> shares.cells(table, c));
    char[][] cells = new char[groups.size()][];
    Arrays.setAll(cells, g -> cells(groups.get(g), single, coefficients[g].length - 1));
    return cells;
  }

  private char[] cells(List<Integer> group, int[][] single, int none) {
    char[] cells = new char[single[group.get(0)].length];
    for (int c : group) {
      int joined = joined(shares, group, c);
      int width = width(shares, group, c);
      int[] own = single[c];
      for (int r = 0; r < cells.length; r++) {
        boolean outside = own[r] < 0 || cells[r] == none;
        cells[r] = (char) (outside ? none : cells[r] * width + own[r] / joined);
      }
    }
    return cells;
  }

  /** Adds the coefficients of rows' cells. @param logWeights Modified. */
  public void addTo(double[] logWeights, char[][] cells) {
    for (int g = 0; g < cells.length; g++) {
      for (int r = 0; r < logWeights.length; r++) {
        logWeights[r] += coefficients[g][cells[g][r]];
      }
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
    for (int g = 0; g < coefficients.length; g++) {
      ObjectNode node = array.addObject();
      groups.get(g).forEach(node.putArray("of")::add);
      Arrays.stream(coefficients[g]).forEach(node.putArray("coefficients")::add);
    }
  }

  /** The cells that {@link #describe} wrote; none where it wrote nothing. */
  static HeldCells read(Schema schema, ObjectNode json) {
    if (!(json.path("held") instanceof ObjectNode held)) {
      return NONE;
    }
    List<List<Integer>> groups = new ArrayList<>();
    List<double[]> coefficients = new ArrayList<>();
    for (JsonNode node : held.path("cells")) {
      List<Integer> group = new ArrayList<>();
      node.path("of").forEach(position -> group.add(position.asInt(-1)));
      groups.add(List.copyOf(group));
      double[] numbers = new double[node.path("coefficients").size()];
      Arrays.setAll(numbers, i -> node.path("coefficients").path(i).asDouble(Double.NaN));
      require(Arrays.stream(numbers).allMatch(Double::isFinite), "have numbers", "another value");
      coefficients.add(numbers);
    }
    return new HeldCells(
        ShareFeatures.read(schema, held), groups, coefficients.toArray(double[][]::new));
  }
}

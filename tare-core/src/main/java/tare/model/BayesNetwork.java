package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.TableColumns;
import tools.jackson.databind.JsonNode;

/**
 * A Bayesian network over the groups of a schema's columns: each column's group depends on those of
 * its parents, its cell on its group, its value on its cell.
 *
 * <p>Without any parents it is a model of independent columns.
 */
public final class BayesNetwork implements FittedGenerator {

  private static final char[] UNUSED = new char[0];

  private static final int ROWS_BETWEEN_WORDS = 1 << 15;

  static final String KIND = "bayes-network";

  private final Schema schema;
  private final List<NetworkNode> nodes;

  /**
   * @param nodes one per column, parents before children
   */
  public BayesNetwork(Schema schema, List<NetworkNode> nodes) {
    this.schema = schema;
    this.nodes = List.copyOf(nodes);
    Set<Integer> placed = new HashSet<>();
    for (NetworkNode node : nodes) {
      if (!placed.containsAll(node.parents()) || !placed.add(node.column())) {
        throw new IllegalArgumentException(
            "Every column comes once, after its parents. Got another order at column "
                + node.column());
      }
    }
    if (placed.size() != schema.columnCount()) {
      throw new IllegalArgumentException(
          "A network has one node per column, "
              + schema.columnCount()
              + " here. Got: "
              + placed.size());
    }
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** The columns in sampling order, each with its parents, by name. */
  public List<String> structure() {
    List<String> lines = new ArrayList<>();
    for (NetworkNode node : nodes) {
      List<String> parents = node.parents().stream().map(this::name).toList();
      lines.add(
          parents.isEmpty()
              ? name(node.column())
              : name(node.column()) + " | " + String.join(", ", parents));
    }
    return lines;
  }

  private String name(int column) {
    return schema.column(column).name();
  }

  /** The columns with their parents, parents first. */
  public List<NetworkNode> nodes() {
    return nodes;
  }

  @Override
  public List<List<Integer>> knownPairs() {
    Set<List<Integer>> pairs = new LinkedHashSet<>();
    for (NetworkNode node : nodes) {
      List<Integer> family = new ArrayList<>(node.parents());
      family.add(node.column());
      family.sort(Comparator.naturalOrder());
      for (int i = 0; i < family.size(); i++) {
        for (int j = i + 1; j < family.size(); j++) {
          pairs.add(List.of(family.get(i), family.get(j)));
        }
      }
    }
    return List.copyOf(pairs);
  }

  @Override
  public JsonNode parameters() {
    return BayesNetworkFormat.write(this);
  }

  /**
   * Samples rows, column by column. Rows that agree on a column's parents are sampled together and
   * evenly: their cells come in the proportions of the law as nearly as whole rows can, in random
   * order. Each row has the law of the model; a table of many rows strays less from it than
   * independent rows would.
   */
  @Override
  public Table sample(int rows, Seed seed, Progress progress) {
    char[][] groups = new char[nodes.size()][];
    int[] lastUse = lastUse();
    TableColumns columns = new TableColumns(schema, rows);
    for (int i = 0; i < nodes.size(); i++) {
      progress.at("sampling rows", i / (double) nodes.size());
      NetworkNode node = nodes.get(i);
      RandomGenerator chance = seed.stream("column " + node.column());
      int[] cells = sampleCells(node, groups, rows, chance);
      CellValues cellValues = new CellValues(node.bins(), node.shares());
      for (int r = 0; r < rows; r++) {
        if (r % ROWS_BETWEEN_WORDS == 0) {
          progress.at("sampling rows", (i + r / (double) rows) / nodes.size());
        }
        columns.put(node.column(), r, cellValues.draw(cells[r], chance.nextDouble()));
      }
      // Groups are kept as long as a later column hangs on them: of millions of rows they are the
      // bulk.
      groups[node.column()] = lastUse[node.column()] > i ? grouped(node, cells) : UNUSED;
      for (int parent : node.parents()) {
        groups[parent] = lastUse[parent] > i ? groups[parent] : UNUSED;
      }
    }
    return columns.finish();
  }

  @Override
  public Table sample(int rows, Seed seed) {
    return sample(rows, seed, Progress.SILENT);
  }

  private static char[] grouped(NetworkNode node, int[] cells) {
    char[] groups = new char[cells.length];
    for (int r = 0; r < groups.length; r++) {
      groups[r] = (char) node.grouping().of(cells[r]);
    }
    return groups;
  }

  /**
   * About how many bytes a row takes while it is sampled: its cells, groups, and three counters.
   */
  public static double bytesPerRow(Schema schema) {
    return ColumnarTable.bytesPerRow(schema)
        + Character.BYTES * schema.columnCount()
        + 4.0 * Integer.BYTES;
  }

  /** The last node that hangs on each column, or -1. */
  private int[] lastUse() {
    int[] last = new int[nodes.size()];
    Arrays.fill(last, -1);
    for (int i = 0; i < nodes.size(); i++) {
      for (int parent : nodes.get(i).parents()) {
        last[parent] = i;
      }
    }
    return last;
  }

  private static int[] sampleCells(
      NetworkNode node, char[][] groups, int rows, RandomGenerator chance) {
    int[] givens = node.givens(groups, rows);
    int[] starts = new int[node.givenCount() + 1];
    for (int given : givens) {
      starts[given + 1]++;
    }
    for (int g = 0; g < node.givenCount(); g++) {
      starts[g + 1] += starts[g];
    }
    int[] byGiven = new int[rows];
    int[] fill = starts.clone();
    for (int r = 0; r < rows; r++) {
      byGiven[fill[givens[r]]++] = r;
    }
    int[] cells = new int[rows];
    for (int g = 0; g < node.givenCount(); g++) {
      shuffle(byGiven, starts[g], starts[g + 1], chance);
      spread(node.law(g), byGiven, starts[g], starts[g + 1], chance.nextDouble(), cells);
    }
    return cells;
  }

  /** Systematic sampling: row i of m gets the cell at height (offset + i) / m of the law. */
  private static void spread(
      double[] law, int[] rows, int from, int to, double offset, int[] cells) {
    int last = law.length - 1;
    while (last > 0 && law[last] == 0) {
      last--;
    }
    double reached = law[0];
    int cell = 0;
    for (int i = from; i < to; i++) {
      double height = (offset + (i - from)) / (to - from);
      while (height >= reached && cell < last) {
        reached += law[++cell];
      }
      cells[rows[i]] = cell;
    }
  }

  private static void shuffle(int[] rows, int from, int to, RandomGenerator chance) {
    for (int i = to - 1; i > from; i--) {
      int j = chance.nextInt(from, i + 1);
      int row = rows[i];
      rows[i] = rows[j];
      rows[j] = row;
    }
  }
}

package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
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
  private final List<GroupTable> tables;

  /**
   * A network alone.
   *
   * @param nodes one per column, parents before children
   */
  public BayesNetwork(Schema schema, List<NetworkNode> nodes) {
    this(schema, nodes, List.of());
  }

  /**
   * A network whose rows are weighed so that they meet tables of groups.
   *
   * @param nodes one per column, parents before children
   * @param tables what the rows have in some columns' groups; none where the network says it all
   */
  public BayesNetwork(Schema schema, List<NetworkNode> nodes, List<GroupTable> tables) {
    this.schema = schema;
    this.nodes = List.copyOf(nodes);
    this.tables = List.copyOf(tables);
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
    tables.forEach(table -> table.requireFor(groupSizes()));
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

  /** The tables of groups that its rows meet beside its own. */
  public List<GroupTable> tables() {
    return tables;
  }

  /** How many groups each column has, in the schema's order. */
  public int[] groupSizes() {
    int[] sizes = new int[nodes.size()];
    nodes.forEach(node -> sizes[node.column()] = node.grouping().size());
    return sizes;
  }

  /** Samples the groups of rows, of each column, as the network alone has them. */
  public char[][] sampleGroups(int rows, Seed seed) {
    char[][] groups = new char[nodes.size()][];
    for (NetworkNode node : nodes) {
      RandomGenerator chance = seed.stream("column " + node.column());
      int[] givens = node.givens(groups, rows);
      int[] drawn = EvenDraw.cells(givens, node.givenCount(), g -> node.table()[g], chance);
      char[] own = new char[rows];
      for (int r = 0; r < rows; r++) {
        own[r] = (char) drawn[r];
      }
      groups[node.column()] = own;
    }
    return groups;
  }

  @Override
  public List<List<Integer>> knownPairs() {
    Set<List<Integer>> pairs = new LinkedHashSet<>();
    for (NetworkNode node : nodes) {
      List<Integer> family = new ArrayList<>(node.parents());
      family.add(node.column());
      addPairs(family, pairs);
    }
    tables.forEach(table -> addPairs(table.columns(), pairs));
    return List.copyOf(pairs);
  }

  private static void addPairs(List<Integer> columns, Set<List<Integer>> pairs) {
    for (int a : columns) {
      for (int b : columns) {
        if (a < b) {
          pairs.add(List.of(a, b));
        }
      }
    }
  }

  @Override
  public JsonNode parameters() {
    return BayesNetworkFormat.write(this);
  }

  /**
   * Samples rows, column by column. Rows that agree on a column's parents are sampled together and
   * evenly: their cells come in the proportions of the law as nearly as whole rows can, in random
   * order. Each row has the law of the model; a table of many rows strays less from it than
   * independent rows would. Where there are tables of groups to meet, rows are proposed this way,
   * weighed, and drawn by their weights.
   */
  @Override
  public Table sample(int rows, Seed seed, Progress progress) {
    TableColumns columns = new TableColumns(schema, rows);
    if (tables.isEmpty()) {
      sampleAlone(rows, seed, progress, columns);
    } else {
      new RakedRows(this).sample(rows, seed, progress, columns);
    }
    return columns.finish();
  }

  private void sampleAlone(int rows, Seed seed, Progress progress, TableColumns columns) {
    char[][] groups = new char[nodes.size()][];
    int[] lastUse = lastUse();
    for (int i = 0; i < nodes.size(); i++) {
      progress.at("sampling rows", i / (double) nodes.size());
      NetworkNode node = nodes.get(i);
      RandomGenerator chance = seed.stream("column " + node.column());
      int[] givens = node.givens(groups, rows);
      int[] cells = EvenDraw.cells(givens, node.givenCount(), node::law, chance);
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
}

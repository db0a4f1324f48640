package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tare.kernel.sampling.Raking;
import tare.model.BayesNetwork;
import tare.model.GroupTable;
import tare.random.Seed;

/**
 * Rows of groups that a fitted network makes up, weighed so that all noised tables come out as far
 * as their noise lets one ask for it: those that the network's cliques hold and those they have no
 * room for. Computed from public, noised counts and public chance alone.
 */
final class WeightedPool {

  /** With fewer rows, cells of tables would have none; with more, a fit would take too long. */
  private static final int FEWEST_ROWS = 20_000;

  private static final int MOST_ROWS = 50_000;
  private static final int ROWS_PER_ROW = 2;

  /** The last pool is larger: a model is made of it. */
  private static final int LAST = 2;

  /** How far the weights hold to the network: 0.03 and 1 are worse than 0.1 and 0.3. */
  private static final double HOLD = 0.1;

  private final char[][] groups;
  private final int[] sizes;
  private final int rows;
  private final double total;
  private final Map<List<Integer>, Raking.Margin> known = new HashMap<>();
  private double[] weights = new double[0];

  private WeightedPool(BayesNetwork network, int rows, double total, Seed seed) {
    groups = network.sampleGroups(rows, seed);
    sizes = network.groupSizes();
    this.rows = rows;
    this.total = total;
  }

  /** Draws rows for estimates between choices. @param total the public row count */
  static WeightedPool between(BayesNetwork network, double total, Seed seed) {
    return new WeightedPool(network, rows(total), total, seed.child("pool"));
  }

  /** Draws rows for what the model is made of. @param total the public row count */
  static WeightedPool last(BayesNetwork network, double total, Seed seed) {
    return new WeightedPool(network, LAST * rows(total), total, seed.child("last pool"));
  }

  private static int rows(double total) {
    return (int) Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, ROWS_PER_ROW * total));
  }

  /** About how many bytes the last pool takes: a code per row and column, and per row and table. */
  static double bytes(double total, int columns, int tables) {
    double perRow = Character.BYTES * (double) (columns + tables) + 2.0 * Double.BYTES;
    return LAST * rows(total) * perRow;
  }

  /**
   * Weighs the rows anew, from the weights that they had.
   *
   * @param tables no two of the same columns
   * @param most the most sweeps
   */
  void fit(List<NoisedTable> tables, int most) {
    List<Raking.Margin> margins = tables.stream().map(this::margin).toList();
    weights = Raking.weights(rows, total, margins, most);
  }

  private Raking.Margin margin(NoisedTable table) {
    NoisedTable near = table.near(total);
    // All rows are in the table: what its noise makes of their number is noise for certain.
    double excess = (Arrays.stream(near.counts()).sum() - total) / near.counts().length;
    double[] counts = Arrays.stream(near.counts()).map(count -> count - excess).toArray();
    double[] slacks = Arrays.stream(near.variances()).map(v -> HOLD * v).toArray();
    Raking.Margin before = known.get(table.columns());
    Raking.Margin margin =
        before == null
            ? new Raking.Margin(cells(table.columns()), counts, slacks, new double[counts.length])
            : new Raking.Margin(before.cells(), counts, slacks, before.logs());
    known.put(table.columns(), margin);
    return margin;
  }

  private char[] cells(List<Integer> columns) {
    return GroupTable.cells(columns, groups, sizes);
  }

  /** The expected counts of a table over some columns. */
  double[] estimate(List<Integer> columns) {
    int size = columns.stream().mapToInt(column -> sizes[column]).reduce(1, Math::multiplyExact);
    Raking.Margin margin = known.get(columns);
    return Raking.sums(weights, margin == null ? cells(columns) : margin.cells(), size);
  }

  /** What rows of the model are to have in the groups of all tables that the pool was fitted to. */
  List<GroupTable> tables(List<NoisedTable> tables) {
    List<GroupTable> fitted = new ArrayList<>();
    for (NoisedTable table : tables) {
      double[] counts = estimate(table.columns());
      fitted.add(
          new GroupTable(
              table.columns(), Arrays.stream(counts).map(count -> count / total).toArray()));
    }
    return fitted;
  }
}

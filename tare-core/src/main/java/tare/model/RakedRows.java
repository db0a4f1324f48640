package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.kernel.sampling.NearDraw;
import tare.kernel.sampling.Raking;
import tare.progress.Progress;
import tare.random.Seed;
import tare.table.TableColumns;

/*
 * Columns that lean on each other all at once do not fit into a network's tables. So the network
 * proposes several times as many rows as are asked for, in groups alone, these are weighed so that
 * all tables come out, and rows are drawn by the weights. Values are drawn after that: a proposal
 * that is drawn twice becomes two rows.
 */

/** Draws the rows of a network that has tables of groups to meet beside its own. */
final class RakedRows {

  /** Rows that are proposed for one that is drawn. */
  private static final int PROPOSED = 4;

  /**
   * However few rows are asked for: some of these are given then. With fewer the tables' cells
   * would have no rows to weigh, and whole rows could not have a law's proportions.
   */
  private static final int FEWEST_DRAWN = 5_000;

  /** Rows that are drawn at once: they and their proposals take some tens of megabytes. */
  static final int BLOCK = 25_000;

  private static final int SWEEPS = 20;
  private static final int PASSES = 10;

  /** In rows, per unit of a log weight: what a cell holds less of than this is not weighed for. */
  private static final double SLACK = 2;

  private final BayesNetwork network;
  private final int[] sizes;

  RakedRows(BayesNetwork network) {
    this.network = network;
    this.sizes = network.groupSizes();
  }

  /** Draws all rows, some blocks side by side. @param columns Modified. */
  void sample(int rows, Seed seed, Progress progress, TableColumns columns) {
    int blocks = (rows + BLOCK - 1) / BLOCK;
    int sideBySide = Runtime.getRuntime().availableProcessors();
    for (int first = 0; first < blocks; first += sideBySide) {
      progress.at("sampling rows", first / (double) blocks);
      char[][][] groups =
          IntStream.range(first, Math.min(blocks, first + sideBySide))
              .parallel()
              .mapToObj(b -> groups(end(b + 1, rows, blocks) - end(b, rows, blocks), own(seed, b)))
              .toArray(char[][][]::new);
      for (int i = 0; i < groups.length; i++) {
        int from = end(first + i, rows, blocks);
        for (NetworkNode node : network.nodes()) {
          put(node, groups[i][node.column()], from, own(seed, first + i), columns);
        }
      }
    }
  }

  /** Where the first blocks end. */
  private static int end(int count, int rows, int blocks) {
    return (int) ((long) rows * count / blocks);
  }

  private static Seed own(Seed seed, int block) {
    return seed.child("block " + block);
  }

  /** The groups of some rows, of each column. */
  private char[][] groups(int rows, Seed seed) {
    int count = Math.max(FEWEST_DRAWN, rows);
    int proposed = PROPOSED * count;
    char[][] proposals = network.sampleGroups(proposed, seed.child("proposals"));
    List<Raking.Margin> margins = new ArrayList<>();
    for (GroupTable table : network.tables()) {
      double[] counts = Arrays.stream(table.shares()).map(share -> share * count).toArray();
      double[] slacks = new double[counts.length];
      Arrays.fill(slacks, SLACK);
      char[] cells = GroupTable.cells(table.columns(), proposals, sizes);
      margins.add(new Raking.Margin(cells, counts, slacks, new double[counts.length]));
    }
    double[] weights = Raking.weights(proposed, count, margins, SWEEPS);
    int[] drawn = NearDraw.draw(weights, count, margins, PASSES, seed.stream("drawn rows"));
    char[][] groups = new char[proposals.length][rows];
    for (int c = 0; c < groups.length; c++) {
      for (int r = 0; r < rows; r++) {
        groups[c][r] = proposals[c][drawn[r]];
      }
    }
    return groups;
  }

  /** Draws a column's values given its groups. */
  private static void put(
      NetworkNode node, char[] groups, int from, Seed seed, TableColumns columns) {
    RandomGenerator chance = seed.stream("column " + node.column());
    int[] givens = new int[groups.length];
    for (int r = 0; r < givens.length; r++) {
      givens[r] = groups[r];
    }
    int[] cells = EvenDraw.cells(givens, node.grouping().size(), node::lawWithin, chance);
    CellValues values = new CellValues(node.bins(), node.shares());
    for (int r = 0; r < cells.length; r++) {
      columns.put(node.column(), from + r, values.draw(cells[r], chance.nextDouble()));
    }
  }
}

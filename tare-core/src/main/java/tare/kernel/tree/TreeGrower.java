package tare.kernel.tree;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/*
 * One kernel grows all trees. A split is scored by the sum over outputs of S_left^2 / W_left + S_right^2 / W_right, with
 * W the mass of a side and S its mass times target: the largest is the split that leaves the least squared error. With
 * indicators of classes as outputs that is Gini's rule, and for two classes one of the two indicators says it all (each
 * has half of Gini's impurity).
 *
 * A node's sums by bin are kept in one histogram that is empty between columns. Bins that were touched are marked in 64
 * words, and words that were touched in one, so that a node of ten rows costs ten steps and not 4,096.
 */

/**
 * Grows regression trees to their end: until the targets of a node are alike or no column splits
 * it.
 */
public final class TreeGrower {

  private final BinnedColumns columns;
  private final double[] targets;
  private final int outputs;
  private final int tried;

  /**
   * A grower for given rows. Safe for many threads.
   *
   * @param targets row by row, as many per row as there are outputs. Not modified, not copied.
   * @param tried how many columns that vary compete at each split, drawn anew at each
   */
  public TreeGrower(BinnedColumns columns, double[] targets, int outputs, int tried) {
    if (targets.length != columns.rowCount() * outputs || outputs < 1) {
      throw new IllegalArgumentException(
          "There must be " + outputs + " targets per row. Got: " + targets.length);
    }
    this.columns = columns;
    this.targets = targets;
    this.outputs = outputs;
    this.tried = tried;
  }

  /**
   * Grows a tree.
   *
   * @param masses one per row, not negative, some positive; a row without mass is not there. Not
   *     modified.
   */
  public RegressionTree grow(double[] masses, RandomGenerator chance) {
    return new Growth(masses, chance).tree();
  }

  /** A tree in the making: the rows of every open node lie together. */
  private final class Growth {

    private final RandomGenerator chance;
    private final int[] rows;
    private final double[] mass;
    private final double[] sums;
    private final int[] spareRows;
    private final double[] spareMass;
    private final double[] spareSums;
    private final int[] order = new int[columns.columnCount()];
    private final double[] binMass = new double[BinnedColumns.MOST_BINS];
    private final double[] binSums = new double[BinnedColumns.MOST_BINS * outputs];
    private final long[] touched = new long[BinnedColumns.MOST_BINS / Long.SIZE];
    private final double[] total = new double[outputs];
    private final double[] left = new double[outputs];
    private final Nodes nodes = new Nodes(outputs);
    private long touchedWords;
    private double nodeMass;
    private double bestScore;
    private int bestColumn;
    private int bestBin;
    private int bestNext;

    Growth(double[] masses, RandomGenerator chance) {
      this.chance = chance;
      int count = 0;
      for (double m : masses) {
        count += m > 0 ? 1 : 0;
      }
      rows = new int[count];
      mass = new double[count];
      sums = new double[count * outputs];
      int at = 0;
      for (int i = 0; i < masses.length; i++) {
        if (masses[i] > 0) {
          rows[at] = i;
          mass[at] = masses[i];
          for (int k = 0; k < outputs; k++) {
            sums[at * outputs + k] = masses[i] * targets[i * outputs + k];
          }
          at++;
        }
      }
      spareRows = new int[count];
      spareMass = new double[count];
      spareSums = new double[count * outputs];
      Arrays.setAll(order, j -> j);
    }

    RegressionTree tree() {
      if (rows.length == 0) {
        throw new IllegalArgumentException("A tree needs a row with mass. Got: none");
      }
      // Open nodes as (node, from, to); of two children the right one waits, so few wait at a time.
      int[] open = new int[3 * 64];
      int waiting = 0;
      int node = nodes.addRoot();
      int from = 0;
      int to = rows.length;
      while (true) {
        int middle = split(node, from, to);
        if (middle > from) {
          if (3 * waiting + 3 > open.length) {
            open = Arrays.copyOf(open, 2 * open.length);
          }
          open[3 * waiting] = nodes.child(node) + 1;
          open[3 * waiting + 1] = middle;
          open[3 * waiting + 2] = to;
          waiting++;
          node = nodes.child(node);
          to = middle;
        } else if (waiting > 0) {
          waiting--;
          node = open[3 * waiting];
          from = open[3 * waiting + 1];
          to = open[3 * waiting + 2];
        } else {
          return nodes.tree();
        }
      }
    }

    /** Splits a node and gives where its right side begins, or makes it a leaf and gives from. */
    private int split(int node, int from, int to) {
      sumUp(from, to);
      bestScore = Double.NEGATIVE_INFINITY;
      if (to - from > 1 && !alike(from, to)) {
        search(from, to);
      }
      if (bestScore == Double.NEGATIVE_INFINITY) {
        nodes.makeLeaf(node, total, nodeMass);
        return from;
      }
      // Between the borders of the two bins that have rows here, where a stranger is nearest to
      // both.
      double low = columns.edge(bestColumn, bestBin);
      double high = columns.edge(bestColumn, bestNext - 1);
      nodes.makeSplit(node, bestColumn, low == high ? low : BinnedColumns.between(low, high));
      return partition(from, to);
    }

    private void sumUp(int from, int to) {
      nodeMass = 0;
      Arrays.fill(total, 0);
      for (int i = from; i < to; i++) {
        nodeMass += mass[i];
        for (int k = 0; k < outputs; k++) {
          total[k] += sums[i * outputs + k];
        }
      }
    }

    private boolean alike(int from, int to) {
      int first = rows[from] * outputs;
      for (int i = from + 1; i < to; i++) {
        int row = rows[i] * outputs;
        for (int k = 0; k < outputs; k++) {
          if (targets[row + k] != targets[first + k]) {
            return false;
          }
        }
      }
      return true;
    }

    /** Draws columns without repeating one until enough of those that vary here were tried. */
    private void search(int from, int to) {
      int competing = 0;
      for (int drawn = 0; drawn < order.length && competing < tried; drawn++) {
        int at = drawn + chance.nextInt(order.length - drawn);
        int column = order[at];
        order[at] = order[drawn];
        order[drawn] = column;
        fill(columns.column(column), from, to);
        competing += scan(column) ? 1 : 0;
      }
    }

    private void fill(char[] bins, int from, int to) {
      long words = 0;
      if (outputs == 1) {
        for (int i = from; i < to; i++) {
          int bin = bins[rows[i]];
          touched[bin >>> 6] |= 1L << bin;
          words |= 1L << (bin >>> 6);
          binMass[bin] += mass[i];
          binSums[bin] += sums[i];
        }
        touchedWords = words;
        return;
      }
      for (int i = from; i < to; i++) {
        int bin = bins[rows[i]];
        touched[bin >>> 6] |= 1L << bin;
        words |= 1L << (bin >>> 6);
        binMass[bin] += mass[i];
        for (int k = 0; k < outputs; k++) {
          binSums[bin * outputs + k] += sums[i * outputs + k];
        }
      }
      touchedWords = words;
    }

    /** Scores every cut of a column, empties the histogram, and tells whether there was a cut. */
    private boolean scan(int column) {
      double leftMass = 0;
      Arrays.fill(left, 0);
      int last = -1;
      boolean varies = false;
      for (long words = touchedWords; words != 0; words &= words - 1) {
        int word = Long.numberOfTrailingZeros(words);
        for (long bits = touched[word]; bits != 0; bits &= bits - 1) {
          int bin = (word << 6) + Long.numberOfTrailingZeros(bits);
          if (last >= 0) {
            varies = true;
            double score = score(leftMass);
            if (score > bestScore) {
              bestScore = score;
              bestColumn = column;
              bestBin = last;
              bestNext = bin;
            }
          }
          last = bin;
          leftMass += binMass[bin];
          binMass[bin] = 0;
          for (int k = 0; k < outputs; k++) {
            left[k] += binSums[bin * outputs + k];
            binSums[bin * outputs + k] = 0;
          }
        }
        touched[word] = 0;
      }
      return varies;
    }

    private double score(double leftMass) {
      double rightMass = nodeMass - leftMass;
      if (!(rightMass > 0)) {
        return Double.NEGATIVE_INFINITY; // What is right of here is lost in rounding.
      }
      double score = 0;
      for (int k = 0; k < outputs; k++) {
        double right = total[k] - left[k];
        score += left[k] * left[k] / leftMass + right * right / rightMass;
      }
      return score;
    }

    private int partition(int from, int to) {
      char[] bins = columns.column(bestColumn);
      int low = from;
      int high = 0;
      for (int i = from; i < to; i++) {
        if (bins[rows[i]] <= bestBin) {
          move(i, rows, mass, sums, low++);
        } else {
          move(i, spareRows, spareMass, spareSums, high++);
        }
      }
      System.arraycopy(spareRows, 0, rows, low, high);
      System.arraycopy(spareMass, 0, mass, low, high);
      System.arraycopy(spareSums, 0, sums, low * outputs, high * outputs);
      return low;
    }

    private void move(int i, int[] toRows, double[] toMass, double[] toSums, int at) {
      toRows[at] = rows[i];
      toMass[at] = mass[i];
      for (int k = 0; k < outputs; k++) {
        toSums[at * outputs + k] = sums[i * outputs + k];
      }
    }
  }
}

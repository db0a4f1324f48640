package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import tare.generator.bayes.JunctionTree.Clique;

/**
 * A law of rows that factors over the cliques of a junction tree, with exact marginals by message
 * passing (Lauritzen and Spiegelhalter 1988). Holds estimated counts: every clique's table sums to
 * the total.
 */
final class GraphicalModel {

  private final JunctionTree tree;
  private final double total;
  private final double[][] beliefs;
  private final double[][] separators;
  private final Projection[] toParentSeparator;
  private final Projection[] parentToSeparator;

  /** The uniform law. */
  GraphicalModel(JunctionTree tree, double total) {
    this.tree = tree;
    this.total = total;
    int cliques = tree.cliques().size();
    beliefs = new double[cliques][];
    separators = new double[cliques][];
    toParentSeparator = new Projection[cliques];
    parentToSeparator = new Projection[cliques];
    for (int i = 0; i < cliques; i++) {
      Clique clique = tree.cliques().get(i);
      int cells = tree.cells(clique.columns());
      beliefs[i] = new double[cells];
      Arrays.fill(beliefs[i], 1);
      separators[i] = new double[tree.cells(clique.separator())];
      toParentSeparator[i] = tree.projection(clique.columns(), clique.separator());
      if (clique.parent() >= 0) {
        parentToSeparator[i] =
            tree.projection(tree.cliques().get(clique.parent()).columns(), clique.separator());
      }
    }
    update();
  }

  JunctionTree tree() {
    return tree;
  }

  double total() {
    return total;
  }

  /**
   * A clique's table of expected counts. To change the law, overwrite all cliques' tables with
   * potentials, not negative and largest one, and call {@link #update()}.
   */
  double[] table(int clique) {
    return beliefs[clique];
  }

  /** Turns potentials into expected counts, in place: one pass up the tree, one down. */
  void update() {
    int cliques = beliefs.length;
    for (int i = cliques - 1; i > 0; i--) {
      toParentSeparator[i].sums(beliefs[i], separators[i]);
      scale(separators[i], 1);
      double[] parent = beliefs[tree.cliques().get(i).parent()];
      parentToSeparator[i].multiply(parent, separators[i]);
      // Each factor is at most one: without this a root of many children would underflow.
      scaleToMax(parent);
    }
    scale(beliefs[0], total);
    for (int i = 1; i < cliques; i++) {
      double[] wanted = new double[separators[i].length];
      parentToSeparator[i].sums(beliefs[tree.cliques().get(i).parent()], wanted);
      toParentSeparator[i].sums(beliefs[i], separators[i]);
      for (int s = 0; s < wanted.length; s++) {
        separators[i][s] = separators[i][s] > 0 ? wanted[s] / separators[i][s] : 0;
      }
      toParentSeparator[i].multiply(beliefs[i], separators[i]);
      // What underflowed in the child but not in its parent would be lost; keep the total.
      scale(beliefs[i], total);
      System.arraycopy(wanted, 0, separators[i], 0, wanted.length);
    }
  }

  /** The expected counts of a table over columns that lie in one clique. */
  double[] marginal(List<Integer> columns) {
    int clique = tree.cliqueWith(columns);
    double[] marginal = new double[tree.cells(columns)];
    tree.projection(tree.cliques().get(clique).columns(), columns).sums(beliefs[clique], marginal);
    return marginal;
  }

  /**
   * The expected joint counts of one column with some others, row-major by the first; empty for the
   * rest.
   *
   * @param others Not modified.
   */
  double[][] pairsWith(int column, BitSet others) {
    double[][] pairs = new double[tree.columnCount()][0];
    others.stream().forEach(c -> pairs[c] = new double[tree.size(column) * tree.size(c)]);
    int start = tree.cliqueWith(List.of(column));
    Walk walk = walk(start, -1, (BitSet) others.clone());
    Projection ofStart = tree.projection(tree.cliques().get(start).columns(), List.of(column));
    for (int value = 0; value < tree.size(column); value++) {
      double[] given = beliefs[start].clone();
      for (int i = 0; i < given.length; i++) {
        given[i] = ofStart.of(i) == value ? given[i] : 0;
      }
      carry(walk, given, value, pairs);
    }
    return pairs;
  }

  /**
   * A step of the way through the tree from a column's clique to some other columns.
   *
   * @param clique the clique reached
   * @param separator the clique whose separator lies on the way here
   * @param columns those of them met here first
   * @param projections to each of them
   * @param next the steps onward; only those that lead to one of them
   */
  private record Walk(
      int clique,
      int separator,
      List<Integer> columns,
      List<Projection> projections,
      List<Walk> next) {}

  /**
   * @param left the columns not met yet. Modified.
   */
  private Walk walk(int clique, int from, BitSet left) {
    List<Integer> held = tree.cliques().get(clique).columns();
    List<Integer> columns = held.stream().filter(left::get).toList();
    columns.forEach(left::clear);
    List<Projection> projections =
        columns.stream().map(c -> tree.projection(held, List.of(c))).toList();
    List<Walk> next = new ArrayList<>();
    for (int i = 0; i < beliefs.length; i++) {
      if (i != from && (parent(i) == clique || parent(clique) == i)) {
        Walk step = walk(i, clique, left);
        if (!step.columns().isEmpty() || !step.next().isEmpty()) {
          next.add(step);
        }
      }
    }
    int separator = from >= 0 && parent(from) == clique ? from : clique;
    return new Walk(clique, separator, columns, projections, next);
  }

  private int parent(int clique) {
    return tree.cliques().get(clique).parent();
  }

  /** Carries the joint law with one fixed value from clique to neighbouring clique. */
  private void carry(Walk at, double[] given, int value, double[][] pairs) {
    for (int k = 0; k < at.columns().size(); k++) {
      int c = at.columns().get(k);
      double[] sums = new double[tree.size(c)];
      at.projections().get(k).sums(given, sums);
      System.arraycopy(sums, 0, pairs[c], value * sums.length, sums.length);
    }
    for (Walk step : at.next()) {
      int separator = step.separator();
      boolean down = separator == step.clique();
      Projection here = down ? parentToSeparator[separator] : toParentSeparator[separator];
      Projection there = down ? toParentSeparator[separator] : parentToSeparator[separator];
      double[] ratio = new double[separators[separator].length];
      here.sums(given, ratio);
      for (int s = 0; s < ratio.length; s++) {
        ratio[s] = separators[separator][s] > 0 ? ratio[s] / separators[separator][s] : 0;
      }
      double[] carried = beliefs[step.clique()].clone();
      there.multiply(carried, ratio);
      carry(step, carried, value, pairs);
    }
  }

  private static void scale(double[] table, double total) {
    double sum = 0;
    for (double value : table) {
      sum += value;
    }
    double factor = total / sum;
    for (int i = 0; i < table.length; i++) {
      table[i] *= factor;
    }
  }

  private static void scaleToMax(double[] table) {
    double max = 0;
    for (double value : table) {
      max = value > max ? value : max;
    }
    for (int i = 0; i < table.length; i++) {
      table[i] /= max;
    }
  }
}

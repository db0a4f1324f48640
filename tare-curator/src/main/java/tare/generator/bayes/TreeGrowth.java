package tare.generator.bayes;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import tare.generator.bayes.JunctionTree.Edge;

/*
 * To join columns a and b of a junction tree, let a ride along the way from its clique to b's: where
 * the way enters a clique by separator S and leaves it by T, a new clique {a} + S + T stands beside
 * the old one, and the last is {a, b} + S. The old cliques stay as they are, so the graph stays
 * chordal and the new cliques' sizes are known without building a tree. One walk from a prices all
 * edges of a; building a tree for every candidate took minutes where there are many columns.
 */

/** What a junction tree would grow by if one column were joined with each of the others. */
final class TreeGrowth {

  private final JunctionTree tree;
  private final int column;
  private final List<List<Integer>> near;
  private final Way[] ways;

  /**
   * A way from the column to another one.
   *
   * @param fill the columns that must be joined with the column too
   * @param largest the cells of the largest new clique
   * @param total the cells of all new cliques
   */
  private record Way(BitSet fill, double largest, double total) {

    static final Way NONE = new Way(new BitSet(), 0, 0);

    Way through(BitSet separator, double cells) {
      BitSet more = (BitSet) fill.clone();
      more.or(separator);
      return new Way(more, Math.max(largest, cells), total + cells);
    }
  }

  TreeGrowth(JunctionTree tree, int column) {
    this.tree = tree;
    this.column = column;
    this.near = tree.neighbours();
    this.ways = new Way[tree.columnCount()];
    walk(tree.cliqueWith(List.of(column)), -1, new BitSet(), Way.NONE);
  }

  /** The cells of the largest new clique that an edge to another column would need. */
  double largest(int other) {
    return ways[other].largest();
  }

  /** The cells of all new cliques that an edge to another column would need. */
  double total(int other) {
    return ways[other].total();
  }

  /** The tree with an edge to another column. */
  JunctionTree joined(int other) {
    List<Edge> edges = new ArrayList<>(tree.pairsWithinCliques());
    BitSet fill = (BitSet) ways[other].fill().clone();
    fill.set(other);
    fill.clear(column);
    fill.stream().forEach(c -> edges.add(Edge.of(column, c)));
    return tree.withEdges(edges);
  }

  /**
   * @param entered the separator through which the way came here
   * @param way the way so far, up to that separator
   */
  private void walk(int clique, int from, BitSet entered, Way way) {
    BitSet held = tree.columns(clique);
    for (int c = held.nextSetBit(0); c >= 0; c = held.nextSetBit(c + 1)) {
      if (ways[c] == null) {
        ways[c] = held.get(column) ? Way.NONE : way.through(entered, cells(entered, c));
      }
    }
    for (int next : near.get(clique)) {
      if (next != from) {
        BitSet separator = tree.separator(clique, next);
        boolean carries = !held.get(column) && !separator.isEmpty();
        walk(next, clique, separator, carries ? through(entered, separator, way) : Way.NONE);
      }
    }
  }

  /** A way that crosses a clique; an empty separator ends what must be carried. */
  private Way through(BitSet entered, BitSet left, Way way) {
    BitSet both = (BitSet) entered.clone();
    both.or(left);
    return way.through(entered, cells(both, column));
  }

  private double cells(BitSet columns, int other) {
    BitSet all = (BitSet) columns.clone();
    all.set(column);
    all.set(other);
    return tree.cells(all);
  }
}

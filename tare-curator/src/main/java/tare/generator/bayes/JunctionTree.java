package tare.generator.bayes;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Cliques of columns, arranged as a tree in which every column's cliques hang together: the frame
 * on which a graphical model with the given edges is computed exactly.
 *
 * <p>Made by eliminating columns one at a time, each time the one that needs the fewest new edges,
 * and by joining cliques with the largest common part (Jensen and Jensen 1994). Cliques are
 * numbered so that a parent comes before its children.
 */
final class JunctionTree {

  /** A column pair that a table joins, the smaller number first. */
  record Edge(int a, int b) {
    Edge {
      if (!(0 <= a && a < b)) {
        throw new IllegalArgumentException(
            "An edge names two columns, the smaller first. Got: " + a + ", " + b);
      }
    }

    static Edge of(int a, int b) {
      return new Edge(Math.min(a, b), Math.max(a, b));
    }
  }

  /**
   * A clique and its place in the tree.
   *
   * @param columns ascending
   * @param parent the parent's number, or -1 for the root
   * @param separator the columns shared with the parent, ascending; none for the root
   */
  record Clique(List<Integer> columns, int parent, List<Integer> separator) {}

  private final int[] sizes;
  private final List<Clique> cliques;

  private JunctionTree(int[] sizes, List<Clique> cliques) {
    this.sizes = sizes;
    this.cliques = cliques;
  }

  /**
   * Builds the tree.
   *
   * @param sizes the number of cells of each column. Not modified.
   */
  static JunctionTree of(int[] sizes, Collection<Edge> edges) {
    List<BitSet> maximal = maximal(eliminationCliques(sizes, edges));
    return new JunctionTree(sizes.clone(), joined(maximal));
  }

  /** The number of cells of the largest clique that a model with these edges would need. */
  static long largestTable(int[] sizes, Collection<Edge> edges) {
    long largest = 0;
    for (BitSet clique : eliminationCliques(sizes, edges)) {
      largest = Math.max(largest, cells(sizes, clique));
    }
    return largest;
  }

  List<Clique> cliques() {
    return cliques;
  }

  /** The number of cells of a column. */
  int size(int column) {
    return sizes[column];
  }

  int columnCount() {
    return sizes.length;
  }

  /** The number of cells of a table over these columns. */
  int cells(List<Integer> columns) {
    int cells = 1;
    for (int column : columns) {
      cells = Math.multiplyExact(cells, sizes[column]);
    }
    return cells;
  }

  /** A clique that holds all these columns, or -1. */
  int cliqueWith(List<Integer> columns) {
    int best = -1;
    for (int i = 0; i < cliques.size(); i++) {
      List<Integer> held = cliques.get(i).columns();
      if (held.containsAll(columns)
          && (best < 0 || cells(held) < cells(cliques.get(best).columns()))) {
        best = i;
      }
    }
    return best;
  }

  /**
   * For every cell of a table over {@code from}, its cell in the table over {@code to}, a part of
   * it. Tables are row-major in ascending column order.
   */
  int[] projection(List<Integer> from, List<Integer> to) {
    int[] stride = new int[from.size()];
    for (int i = to.size() - 1, step = 1; i >= 0; i--) {
      stride[from.indexOf(to.get(i))] = step;
      step *= sizes[to.get(i)];
    }
    int[] map = new int[cells(from)];
    int[] digits = new int[from.size()];
    for (int cell = 0, target = 0; cell < map.length; cell++) {
      map[cell] = target;
      for (int i = digits.length - 1; i >= 0; i--) {
        target += stride[i];
        if (++digits[i] < sizes[from.get(i)]) {
          break;
        }
        target -= stride[i] * digits[i];
        digits[i] = 0;
      }
    }
    return map;
  }

  private static List<BitSet> eliminationCliques(int[] sizes, Collection<Edge> edges) {
    BitSet[] near = new BitSet[sizes.length];
    for (int i = 0; i < near.length; i++) {
      near[i] = new BitSet(sizes.length);
    }
    for (Edge edge : edges) {
      near[edge.a()].set(edge.b());
      near[edge.b()].set(edge.a());
    }
    BitSet left = new BitSet(sizes.length);
    left.set(0, sizes.length);
    List<BitSet> cliques = new ArrayList<>();
    while (!left.isEmpty()) {
      int column = fewestNewEdges(sizes, near, left);
      BitSet clique = (BitSet) near[column].clone();
      clique.set(column);
      cliques.add(clique);
      eliminate(column, near);
      left.clear(column);
    }
    return cliques;
  }

  private static int fewestNewEdges(int[] sizes, BitSet[] near, BitSet left) {
    int best = -1;
    int bestFill = Integer.MAX_VALUE;
    long bestCells = Long.MAX_VALUE;
    for (int c = left.nextSetBit(0); c >= 0; c = left.nextSetBit(c + 1)) {
      int fill = fill(near, c);
      long cells = fill > bestFill ? 0 : sizes[c] * cells(sizes, near[c]);
      if (fill < bestFill || (fill == bestFill && cells < bestCells)) {
        best = c;
        bestFill = fill;
        bestCells = cells;
      }
    }
    return best;
  }

  /** The new edges, counted twice, that eliminating a column would need. */
  private static int fill(BitSet[] near, int column) {
    BitSet around = near[column];
    int fill = 0;
    for (int v = around.nextSetBit(0); v >= 0; v = around.nextSetBit(v + 1)) {
      BitSet absent = (BitSet) around.clone();
      absent.andNot(near[v]);
      fill += absent.cardinality() - 1;
    }
    return fill;
  }

  private static void eliminate(int column, BitSet[] near) {
    BitSet around = near[column];
    for (int v = around.nextSetBit(0); v >= 0; v = around.nextSetBit(v + 1)) {
      near[v].or(around);
      near[v].clear(v);
      near[v].clear(column);
    }
  }

  private static long cells(int[] sizes, BitSet columns) {
    double cells = 1;
    for (int v = columns.nextSetBit(0); v >= 0; v = columns.nextSetBit(v + 1)) {
      cells *= sizes[v];
    }
    return (long) Math.min(cells, Long.MAX_VALUE / 4.0);
  }

  private static List<BitSet> maximal(List<BitSet> cliques) {
    List<BitSet> largestFirst = new ArrayList<>(cliques);
    largestFirst.sort(Comparator.comparingInt(BitSet::cardinality).reversed());
    List<BitSet> kept = new ArrayList<>();
    for (BitSet clique : largestFirst) {
      boolean within = false;
      for (BitSet other : kept) {
        BitSet outside = (BitSet) clique.clone();
        outside.andNot(other);
        within |= outside.isEmpty();
      }
      if (!within) {
        kept.add(clique);
      }
    }
    return kept;
  }

  /** Grows the tree from the first clique, always by the one that shares most with the tree. */
  private static List<Clique> joined(List<BitSet> cliques) {
    List<BitSet> left = new ArrayList<>(cliques);
    List<BitSet> placed = new ArrayList<>();
    List<Clique> tree = new ArrayList<>();
    placed.add(left.remove(0));
    tree.add(new Clique(list(placed.get(0)), -1, List.of()));
    while (!left.isEmpty()) {
      int bestLeft = 0;
      int bestPlaced = 0;
      int bestShared = -1;
      for (int i = 0; i < left.size(); i++) {
        for (int j = 0; j < placed.size(); j++) {
          int shared = shared(left.get(i), placed.get(j)).cardinality();
          if (shared > bestShared) {
            bestLeft = i;
            bestPlaced = j;
            bestShared = shared;
          }
        }
      }
      BitSet next = left.remove(bestLeft);
      tree.add(new Clique(list(next), bestPlaced, list(shared(next, placed.get(bestPlaced)))));
      placed.add(next);
    }
    return tree;
  }

  private static BitSet shared(BitSet a, BitSet b) {
    BitSet shared = (BitSet) a.clone();
    shared.and(b);
    return shared;
  }

  private static List<Integer> list(BitSet columns) {
    return columns.stream().boxed().toList();
  }
}

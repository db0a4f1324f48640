package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

  /** A tree of the same columns with other edges. */
  JunctionTree withEdges(Collection<Edge> edges) {
    return of(sizes, edges);
  }

  List<Clique> cliques() {
    return cliques;
  }

  /** The number of cells of the largest clique. */
  double largestTable() {
    return cliques.stream().mapToDouble(clique -> cells(set(clique.columns()))).max().orElse(0);
  }

  /** The number of cells of all cliques together. */
  double totalCells() {
    return cliques.stream().mapToDouble(clique -> cells(set(clique.columns()))).sum();
  }

  /** A clique's columns. */
  BitSet columns(int clique) {
    return set(cliques.get(clique).columns());
  }

  /** The columns that two neighbouring cliques share. */
  BitSet separator(int one, int other) {
    return set(cliques.get(cliques.get(one).parent() == other ? one : other).separator());
  }

  /** The cliques beside each clique. */
  List<List<Integer>> neighbours() {
    List<List<Integer>> near = new ArrayList<>();
    for (int i = 0; i < cliques.size(); i++) {
      near.add(new ArrayList<>());
      int parent = cliques.get(i).parent();
      if (parent >= 0) {
        near.get(i).add(parent);
        near.get(parent).add(i);
      }
    }
    return near;
  }

  /** All pairs of columns that share a clique. */
  Set<Edge> pairsWithinCliques() {
    Set<Edge> pairs = new HashSet<>();
    for (Clique clique : cliques) {
      for (int a : clique.columns()) {
        clique.columns().stream().filter(b -> b > a).forEach(b -> pairs.add(new Edge(a, b)));
      }
    }
    return pairs;
  }

  /** All sets of three columns that share a clique, ascending. */
  Set<List<Integer>> triplesWithinCliques() {
    Set<List<Integer>> triples = new LinkedHashSet<>();
    for (Clique clique : cliques) {
      List<Integer> columns = clique.columns();
      for (int i = 0; i < columns.size(); i++) {
        for (int j = i + 1; j < columns.size(); j++) {
          for (int k = j + 1; k < columns.size(); k++) {
            triples.add(List.of(columns.get(i), columns.get(j), columns.get(k)));
          }
        }
      }
    }
    return triples;
  }

  /** The number of cells of a table over these columns, as far as a double can tell. */
  double cells(BitSet columns) {
    return columns.stream().mapToDouble(c -> sizes[c]).reduce(1, (x, y) -> x * y);
  }

  private static BitSet set(List<Integer> columns) {
    BitSet set = new BitSet();
    columns.forEach(set::set);
    return set;
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
   * Where the cells of a table over {@code from} lie in the table over {@code to}, a part of it.
   */
  Projection projection(List<Integer> from, List<Integer> to) {
    return Projection.of(sizes, from, to);
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
    List<BitSet> left = new ArrayList<>(cliques.subList(1, cliques.size()));
    List<Clique> tree = new ArrayList<>();
    tree.add(new Clique(list(cliques.get(0)), -1, List.of()));
    int[] nearest = new int[left.size()];
    int[] sharedWith = new int[left.size()];
    Arrays.fill(sharedWith, -1);
    BitSet waiting = new BitSet();
    waiting.set(0, left.size());
    BitSet placed = cliques.get(0);
    while (!waiting.isEmpty()) {
      int best = -1;
      for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
        int shared = shared(left.get(i), placed).cardinality();
        if (shared > sharedWith[i]) {
          sharedWith[i] = shared;
          nearest[i] = tree.size() - 1;
        }
        best = best < 0 || sharedWith[i] > sharedWith[best] ? i : best;
      }
      waiting.clear(best);
      placed = left.get(best);
      List<Integer> parent = tree.get(nearest[best]).columns();
      List<Integer> separator = list(placed).stream().filter(parent::contains).toList();
      tree.add(new Clique(list(placed), nearest[best], separator));
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

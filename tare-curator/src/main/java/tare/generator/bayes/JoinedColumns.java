package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tare.generator.bayes.JunctionTree.Edge;

/** The pairs of columns that a model's cliques hold so far, and the tree of these. Public. */
final class JoinedColumns {

  private final ModelLimits limits;
  private final int[] partOf;
  private final List<Edge> edges = new ArrayList<>();
  private JunctionTree tree;

  /** Starts with no pairs. @param sizes groups of each column. Not modified. */
  JoinedColumns(int[] sizes, ModelLimits limits) {
    this.limits = limits;
    partOf = IntStream.range(0, sizes.length).toArray();
    tree = JunctionTree.of(sizes, edges);
  }

  JunctionTree tree() {
    return tree;
  }

  /** Whether no pairs join two columns yet, not through others either. */
  boolean apart(Candidate pair) {
    return partOf[pair.first()] != partOf[pair.second()];
  }

  /** The columns that no pair holds. */
  List<Integer> alone() {
    return IntStream.range(0, partOf.length)
        .filter(c -> edges.stream().noneMatch(e -> e.a() == c || e.b() == c))
        .boxed()
        .toList();
  }

  /** Those of some pairs that were not counted and that the cliques have room for. */
  List<Candidate> open(List<Candidate> pairs) {
    TreeGrowth[] growths =
        IntStream.range(0, partOf.length)
            .parallel()
            .mapToObj(column -> new TreeGrowth(tree, column))
            .toArray(TreeGrowth[]::new);
    double held = tree.totalCells();
    double largest = tree.largestTable();
    return pairs.stream()
        .filter(c -> c.times == 0 && limits.bear(edge(c), growths, largest, held))
        .toList();
  }

  /** Has the cliques hold one more pair. */
  void join(Candidate pair) {
    edges.add(edge(pair));
    tree = limits.grown(tree, edges);
    int gone = partOf[pair.second()];
    for (int c = 0; c < partOf.length; c++) {
      partOf[c] = partOf[c] == gone ? partOf[pair.first()] : partOf[c];
    }
  }

  private static Edge edge(Candidate pair) {
    return new Edge(pair.first(), pair.second());
  }
}

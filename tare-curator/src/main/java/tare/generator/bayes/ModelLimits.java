package tare.generator.bayes;

import java.util.List;
import tare.generator.bayes.JunctionTree.Edge;

/**
 * How large a graphical model may become: public, so that time and memory are known beforehand.
 *
 * @param largestTable the most cells of one clique
 * @param totalCells the most cells of all cliques together
 */
record ModelLimits(double largestTable, double totalCells) {

  /**
   * Whether a model bears one more pair.
   *
   * @param growths what each column's edges would add. Not modified.
   * @param held the cells of all cliques so far
   */
  boolean bear(Edge edge, TreeGrowth[] growths, double held) {
    return bears(growths[edge.a()], edge.b(), held) || bears(growths[edge.b()], edge.a(), held);
  }

  private boolean bears(TreeGrowth growth, int other, double held) {
    return growth.largest(other) <= largestTable && held + growth.total(other) <= totalCells;
  }

  /**
   * The tree of all edges, of which the last is new: built afresh where that stays within the
   * limits, else grown from the tree before, which does.
   */
  JunctionTree grown(JunctionTree before, List<Edge> edges) {
    JunctionTree fresh = before.withEdges(edges);
    if (within(fresh)) {
      return fresh;
    }
    Edge last = edges.get(edges.size() - 1);
    JunctionTree one = new TreeGrowth(before, last.a()).joined(last.b());
    JunctionTree other = new TreeGrowth(before, last.b()).joined(last.a());
    return one.totalCells() <= other.totalCells() && one.largestTable() <= largestTable
        ? one
        : other;
  }

  private boolean within(JunctionTree tree) {
    return tree.largestTable() <= largestTable && tree.totalCells() <= totalCells;
  }
}

package tare.generator.bayes;

import java.util.List;
import tare.generator.bayes.JunctionTree.Edge;

/*
 * A fit costs what all cliques have in cells, times its steps; pricing all pairs against the model
 * costs the same times the groups of all columns. Both are done once between two choices.
 */

/**
 * How large a graphical model may become: public, so that time and memory are known beforehand. A
 * model is within its limits when either bound holds.
 *
 * @param small for models of small cliques, of which there may be many
 * @param large for models of large cliques
 */
record ModelLimits(Bound small, Bound large) {

  /** The most cells of all cliques together: a few seconds for the last fit. */
  private static final double MOST_CELLS = 2e6;

  /**
   * How often the cells of all large cliques may be gone through while pairs are chosen; triples
   * take no more than that again.
   */
  private static final double MOST_WORK = 1.5e10;

  /** A step of a fit goes so often through all cells. */
  private static final double PASSES_PER_STEP = 20;

  /** So many cliques of the largest size must fit into a model. */
  private static final double LARGE_CLIQUES = 5;

  /**
   * One bound.
   *
   * @param clique the most cells of one clique
   * @param total the most cells of all cliques together
   */
  record Bound(double clique, double total) {

    boolean holds(double largest, double sum) {
      return largest <= clique && sum <= total;
    }
  }

  /**
   * The limits of a search.
   *
   * @param usual cells that a clique may always have
   * @param most cells that no clique may have more of
   * @param columns how many columns there are
   * @param groups the most groups of a column
   * @param refits how often the model is fitted between choices
   * @param steps of each of these fits
   */
  static ModelLimits of(double usual, double most, int columns, int groups, int refits, int steps) {
    double passes = refits * (PASSES_PER_STEP * steps + (double) columns * groups);
    double total = MOST_WORK / Math.max(1, passes);
    return new ModelLimits(
        new Bound(usual, MOST_CELLS),
        new Bound(Math.min(most, total / LARGE_CLIQUES), Math.min(total, MOST_CELLS)));
  }

  /**
   * Whether a model bears one more pair.
   *
   * @param growths what each column's edges would add. Not modified.
   * @param largest the cells of the largest clique so far
   * @param held the cells of all cliques so far
   */
  boolean bear(Edge edge, TreeGrowth[] growths, double largest, double held) {
    return bears(growths[edge.a()], edge.b(), largest, held)
        || bears(growths[edge.b()], edge.a(), largest, held);
  }

  private boolean bears(TreeGrowth growth, int other, double largest, double held) {
    return holds(Math.max(largest, growth.largest(other)), held + growth.total(other));
  }

  private boolean holds(double largest, double total) {
    return small.holds(largest, total) || large.holds(largest, total);
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
    return one.totalCells() <= other.totalCells() && within(one) ? one : other;
  }

  private boolean within(JunctionTree tree) {
    return holds(tree.largestTable(), tree.totalCells());
  }
}

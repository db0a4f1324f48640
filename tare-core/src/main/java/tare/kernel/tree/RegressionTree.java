package tare.kernel.tree;

/**
 * A grown tree: node i goes to {@code child[i]} where its column is at most its threshold and to
 * {@code child[i] + 1} where not; a node whose column is negative is a leaf, and {@code child[i]}
 * is its place among the leaves.
 */
public final class RegressionTree {

  private final int[] column;
  private final double[] threshold;
  private final int[] child;
  private final double[] leaves;
  private final int outputs;

  RegressionTree(int[] column, double[] threshold, int[] child, double[] leaves, int outputs) {
    this.column = column;
    this.threshold = threshold;
    this.child = child;
    this.leaves = leaves;
    this.outputs = outputs;
  }

  /**
   * Adds the means of the leaf that a row falls into.
   *
   * @param x holds the row's values of the columns from an offset on. Not modified.
   * @param sums one per output. Modified.
   */
  public void addMeans(double[] x, int offset, double[] sums) {
    int node = 0;
    while (column[node] >= 0) {
      node = child[node] + (x[offset + column[node]] <= threshold[node] ? 0 : 1);
    }
    for (int k = 0; k < outputs; k++) {
      sums[k] += leaves[child[node] * outputs + k];
    }
  }

  /** The number of leaves. */
  public int leafCount() {
    return leaves.length / outputs;
  }
}

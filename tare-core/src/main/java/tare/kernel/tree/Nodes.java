package tare.kernel.tree;

import java.util.Arrays;

/** The nodes of a tree that is growing. */
final class Nodes {

  private final int outputs;
  private int[] column = new int[64];
  private double[] threshold = new double[64];
  private int[] child = new int[64];
  private int count;
  private double[] leaves;
  private int leafCount;

  Nodes(int outputs) {
    this.outputs = outputs;
    leaves = new double[64 * outputs];
  }

  int addRoot() {
    return count++;
  }

  /** The left child of a node that was split; the right one follows it. */
  int child(int node) {
    return child[node];
  }

  void makeSplit(int node, int splitColumn, double cut) {
    if (count + 2 > column.length) {
      column = Arrays.copyOf(column, 2 * column.length);
      threshold = Arrays.copyOf(threshold, 2 * threshold.length);
      child = Arrays.copyOf(child, 2 * child.length);
    }
    column[node] = splitColumn;
    threshold[node] = cut;
    child[node] = count;
    count += 2;
  }

  void makeLeaf(int node, double[] total, double mass) {
    if ((leafCount + 1) * outputs > leaves.length) {
      leaves = Arrays.copyOf(leaves, 2 * leaves.length);
    }
    column[node] = -1;
    child[node] = leafCount;
    for (int k = 0; k < outputs; k++) {
      leaves[leafCount * outputs + k] = total[k] / mass;
    }
    leafCount++;
  }

  RegressionTree tree() {
    return new RegressionTree(
        Arrays.copyOf(column, count),
        Arrays.copyOf(threshold, count),
        Arrays.copyOf(child, count),
        Arrays.copyOf(leaves, leafCount * outputs),
        outputs);
  }
}

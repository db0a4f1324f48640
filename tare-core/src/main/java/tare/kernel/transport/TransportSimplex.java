package tare.kernel.transport;

import java.util.Arrays;

/*
 * The primal network simplex, specialised to a complete bipartite graph.
 *
 * Nodes are the sources 0..n-1, the sinks n..n+m-1 and a root. A basis is a spanning tree; every node but the root
 * keeps the flow on the arc to its parent. Arcs run from source to sink. Pieces of the tree that no real arc joins yet
 * hang from the root by an artificial arc that points into the root; since nothing leaves the root and the masses
 * balance, these arcs never carry flow, and no large cost is needed to drive them out.
 *
 * Flows are whole numbers, so a degenerate pivot is recognised exactly, and the tree is kept strongly feasible: an arc
 * without flow points towards the root. With the leaving rule of Cunningham (1976) the method then cannot cycle.
 *
 * Reduced costs are cost[i][j] - price[i] + price[j]: one shift of all prices in a moved subtree keeps tree arcs at zero.
 */
final class TransportSimplex {

  /** Arcs are priced row by row; this many at least before the best one enters. */
  private static final int BLOCK = 2_000;

  /** What counts as a negative reduced cost, relative to the largest cost. */
  private static final double TOLERANCE = 1e-13;

  private final double[] cost;
  private final int n;
  private final int m;
  private final int root;
  private final long[] supply;
  private final long[] demand;
  private final double tolerance;
  private final double[] price;
  private final int[] parent;
  private final long[] flow;
  private final int[] size;
  private final int[] firstChild;
  private final int[] nextSibling;
  private final int[] previousSibling;
  private int nextRow;
  private int entering;
  private long pivots;

  TransportSimplex(double[] cost, double largestCost, long[] supply, long[] demand) {
    this.cost = cost;
    this.supply = supply;
    this.demand = demand;
    n = supply.length;
    m = demand.length;
    root = n + m;
    tolerance = TOLERANCE * largestCost;
    price = new double[root + 1];
    parent = new int[root + 1];
    flow = new long[root + 1];
    size = new int[root + 1];
    firstChild = new int[root + 1];
    nextSibling = new int[root + 1];
    previousSibling = new int[root + 1];
    startGreedily();
    buildTree();
    priceTree();
  }

  OptimalTransport.Solution solve() {
    do {
      while (findEntering()) {
        pivot(entering / m, n + entering % m);
        pivots++;
      }
      // Prices drift by rounding as they are shifted; compute them afresh and look once more.
      priceTree();
    } while (findEntering());
    return solution();
  }

  /**
   * Each source in turn sends what it has to the cheapest sinks that still want it. Closing a node
   * hangs it below the one that closed it, so the arcs form a forest, all with positive flow; what
   * closes at the same moment as its partner starts a new piece.
   */
  private void startGreedily() {
    long[] wanted = demand.clone();
    Arrays.fill(parent, root);
    for (int i = 0; i < n; i++) {
      long left = supply[i];
      while (left > 0) {
        int j = cheapestOpenSink(i, wanted);
        long moved = Math.min(left, wanted[j]);
        left -= moved;
        wanted[j] -= moved;
        if (wanted[j] == 0) {
          parent[n + j] = i;
          flow[n + j] = moved;
        } else {
          parent[i] = n + j;
          flow[i] = moved;
        }
      }
    }
  }

  private int cheapestOpenSink(int i, long[] wanted) {
    int best = -1;
    double cheapest = Double.POSITIVE_INFINITY;
    for (int j = 0; j < m; j++) {
      if (wanted[j] > 0 && cost[i * m + j] < cheapest) {
        cheapest = cost[i * m + j];
        best = j;
      }
    }
    return best;
  }

  private void buildTree() {
    Arrays.fill(firstChild, -1);
    Arrays.fill(size, 1);
    parent[root] = -1;
    for (int x = 0; x < root; x++) {
      link(x, parent[x]);
    }
    int[] order = preorder();
    for (int k = root; k > 0; k--) {
      size[parent[order[k]]] += size[order[k]];
    }
    for (int x = 0; x < n; x++) {
      if (parent[x] == root) {
        price[x] = rowMinimum(x);
      }
    }
  }

  private double rowMinimum(int i) {
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < m; j++) {
      least = Math.min(least, cost[i * m + j]);
    }
    return least;
  }

  private int[] preorder() {
    int[] order = new int[root + 1];
    int count = 0;
    for (int x = root; x >= 0; x = next(x, root)) {
      order[count++] = x;
    }
    return order;
  }

  /** The node after {@code x} in preorder of the subtree of {@code top}, or -1. */
  private int next(int x, int top) {
    return firstChild[x] >= 0 ? firstChild[x] : afterSubtree(x, top);
  }

  private int afterSubtree(int x, int top) {
    int y = x;
    while (y != top) {
      if (nextSibling[y] >= 0) {
        return nextSibling[y];
      }
      y = parent[y];
    }
    return -1;
  }

  /**
   * Prices every node so that tree arcs have reduced cost zero; children of the root keep theirs.
   */
  private void priceTree() {
    for (int x : preorder()) {
      int p = parent[x];
      if (x == root || p == root) {
        continue;
      }
      price[x] = x < n ? price[p] + cost[x * m + p - n] : price[p] - cost[p * m + x - n];
    }
  }

  /** Prices rows in turn; at the end of a block that holds a negative arc, its best arc enters. */
  private boolean findEntering() {
    double best = -tolerance;
    int found = -1;
    int priced = 0;
    for (int k = 0; k < n; k++) {
      int i = nextRow;
      nextRow = i + 1 == n ? 0 : i + 1;
      int at = i * m;
      double limit = best + price[i];
      for (int j = 0; j < m; j++) {
        double c = cost[at + j] + price[n + j];
        if (c < limit) {
          limit = c;
          found = at + j;
        }
      }
      best = limit - price[i];
      priced += m;
      if (priced >= BLOCK && found >= 0) {
        break;
      }
    }
    entering = found;
    return found >= 0;
  }

  /** Whether the arc between a node and its parent points to the parent. */
  private boolean pointsUp(int x) {
    return x < n || parent[x] == root;
  }

  private int join(int a, int b) {
    int x = a;
    int y = b;
    while (x != y) {
      if (size[x] < size[y]) {
        x = parent[x];
      } else if (size[x] > size[y]) {
        y = parent[y];
      } else {
        x = parent[x];
        y = parent[y];
      }
    }
    return x;
  }

  private void pivot(int i, int j) {
    int join = join(i, j);
    long least = Long.MAX_VALUE;
    int leaving = -1;
    boolean onSourceSide = true;
    // Strong feasibility hangs on the two comparisons: of all arcs that block, the last one on the
    // cycle leaves.
    for (int x = i; x != join; x = parent[x]) {
      if (pointsUp(x) && flow[x] < least) {
        least = flow[x];
        leaving = x;
      }
    }
    for (int x = j; x != join; x = parent[x]) {
      if (!pointsUp(x) && flow[x] <= least) {
        least = flow[x];
        leaving = x;
        onSourceSide = false;
      }
    }
    if (least > 0) {
      for (int x = i; x != join; x = parent[x]) {
        flow[x] += pointsUp(x) ? -least : least;
      }
      for (int x = j; x != join; x = parent[x]) {
        flow[x] += pointsUp(x) ? least : -least;
      }
    }
    double reduced = cost[i * m + j - n] - price[i] + price[j];
    if (onSourceSide) {
      move(leaving, i, j, join, least, reduced);
    } else {
      move(leaving, j, i, join, least, -reduced);
    }
  }

  /**
   * Cuts the subtree of {@code top} off, makes {@code inside} its top and hangs it below {@code
   * outside}.
   */
  private void move(int top, int inside, int outside, int join, long entered, double shift) {
    int moved = size[top];
    for (int x = parent[top]; x != join; x = parent[x]) {
      size[x] -= moved;
    }
    for (int x = outside; x != join; x = parent[x]) {
      size[x] += moved;
    }
    reroot(top, inside, outside, moved, entered);
    shiftPrices(inside, moved, shift);
  }

  /** Only differences of prices matter, so the smaller side of the cut is the one that moves. */
  private void shiftPrices(int top, int moved, double shift) {
    if (2 * moved <= root) {
      for (int x = top; x >= 0; x = next(x, top)) {
        price[x] += shift;
      }
    } else {
      for (int x = root; x >= 0; x = x == top ? afterSubtree(top, root) : next(x, root)) {
        price[x] -= x == top ? 0 : shift;
      }
    }
  }

  private void reroot(int top, int inside, int outside, int moved, long entered) {
    int x = inside;
    int newParent = outside;
    long newFlow = entered;
    int below = 0;
    while (true) {
      int oldParent = parent[x];
      long oldFlow = flow[x];
      int oldSize = size[x];
      unlink(x, oldParent);
      link(x, newParent);
      parent[x] = newParent;
      flow[x] = newFlow;
      size[x] = moved - below;
      if (x == top) {
        return;
      }
      below = oldSize;
      newParent = x;
      newFlow = oldFlow;
      x = oldParent;
    }
  }

  private void link(int x, int p) {
    int first = firstChild[p];
    nextSibling[x] = first;
    previousSibling[x] = -1;
    if (first >= 0) {
      previousSibling[first] = x;
    }
    firstChild[p] = x;
  }

  private void unlink(int x, int p) {
    int after = nextSibling[x];
    int before = previousSibling[x];
    if (before >= 0) {
      nextSibling[before] = after;
    } else {
      firstChild[p] = after;
    }
    if (after >= 0) {
      previousSibling[after] = before;
    }
  }

  private OptimalTransport.Solution solution() {
    int flows = 0;
    for (int x = 0; x < root; x++) {
      flows += flow[x] > 0 ? 1 : 0;
    }
    int[] source = new int[flows];
    int[] sink = new int[flows];
    double[] mass = new double[flows];
    double total = 0;
    int k = 0;
    for (int x = 0; x < root; x++) {
      if (flow[x] > 0) {
        source[k] = x < n ? x : parent[x];
        sink[k] = (x < n ? parent[x] : x) - n;
        mass[k] = (double) flow[x] / Masses.TOTAL;
        total += mass[k] * cost[source[k] * m + sink[k]];
        k++;
      }
    }
    double[] sourcePotential = Arrays.copyOf(price, n);
    double[] sinkPotential = new double[m];
    for (int j = 0; j < m; j++) {
      sinkPotential[j] = -price[n + j];
    }
    double gap = gap(total, sourcePotential, sinkPotential);
    return new OptimalTransport.Solution(
        total, gap, source, sink, mass, sourcePotential, sinkPotential, pivots);
  }

  /** Primal minus dual value, after lowering the prices by their largest violation. */
  private double gap(double total, double[] sourcePotential, double[] sinkPotential) {
    double dual = 0;
    double violation = 0;
    for (int i = 0; i < n; i++) {
      dual += sourcePotential[i] * ((double) supply[i] / Masses.TOTAL);
      for (int j = 0; j < m; j++) {
        violation = Math.max(violation, sourcePotential[i] + sinkPotential[j] - cost[i * m + j]);
      }
    }
    for (int j = 0; j < m; j++) {
      dual += sinkPotential[j] * ((double) demand[j] / Masses.TOTAL);
    }
    return Math.abs(total - dual) + violation;
  }
}

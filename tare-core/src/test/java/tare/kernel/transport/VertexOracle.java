package tare.kernel.transport;

import java.util.Arrays;

/**
 * The slow, plain way to solve a tiny transport problem: tries every spanning tree of the bipartite
 * graph, which are all the vertices of the polytope of plans.
 */
final class VertexOracle {

  private VertexOracle() {}

  static double cheapest(double[] cost, double[] a, double[] b) {
    int n = a.length;
    int m = b.length;
    double sumA = Arrays.stream(a).sum();
    double sumB = Arrays.stream(b).sum();
    double best = Double.POSITIVE_INFINITY;
    for (int arcs = 0; arcs < 1 << (n * m); arcs++) {
      if (Integer.bitCount(arcs) != n + m - 1) {
        continue;
      }
      double[] left = new double[n + m];
      for (int i = 0; i < n; i++) {
        left[i] = a[i] / sumA;
      }
      for (int j = 0; j < m; j++) {
        left[n + j] = b[j] / sumB;
      }
      best = Math.min(best, costOfTree(cost, n, m, arcs, left));
    }
    return best;
  }

  /** Strips leaves; infinite when the arcs are no tree or need a negative flow. */
  private static double costOfTree(double[] cost, int n, int m, int arcs, double[] left) {
    int open = arcs;
    double total = 0;
    while (open != 0) {
      int leafArc = -1;
      boolean leafIsSource = false;
      for (int arc = 0; arc < n * m && leafArc < 0; arc++) {
        if ((open & (1 << arc)) != 0) {
          if (Integer.bitCount(open & rowMask(arc / m, m)) == 1) {
            leafArc = arc;
            leafIsSource = true;
          } else if (Integer.bitCount(open & columnMask(arc % m, n, m)) == 1) {
            leafArc = arc;
          }
        }
      }
      if (leafArc < 0) {
        return Double.POSITIVE_INFINITY;
      }
      int source = leafArc / m;
      int sink = n + leafArc % m;
      double flow = leafIsSource ? left[source] : left[sink];
      if (flow < -1e-12) {
        return Double.POSITIVE_INFINITY;
      }
      left[source] -= flow;
      left[sink] -= flow;
      total += flow * cost[leafArc];
      open &= ~(1 << leafArc);
    }
    return Arrays.stream(left).allMatch(x -> Math.abs(x) < 1e-12)
        ? total
        : Double.POSITIVE_INFINITY;
  }

  private static int rowMask(int row, int m) {
    return ((1 << m) - 1) << (row * m);
  }

  private static int columnMask(int column, int n, int m) {
    int mask = 0;
    for (int i = 0; i < n; i++) {
      mask |= 1 << (i * m + column);
    }
    return mask;
  }
}

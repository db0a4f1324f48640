package tare.kernel.regression;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import tare.kernel.linear.Cholesky;
import tare.kernel.linear.RowKernel;

/**
 * The last few steps of a descent and what they did to the gradient, as a correction to a
 * preconditioner: the two-loop recursion of L-BFGS (Nocedal and Wright, Numerical Optimization,
 * Algorithm 7.4).
 */
final class LimitedMemory {

  private record Pair(double[] step, double[] change, double inverseProduct) {}

  private final int size;
  private final Deque<Pair> pairs = new ArrayDeque<>();

  LimitedMemory(int size) {
    this.size = size;
  }

  /** Remembers a step and the change of gradient over it, unless rounding has spoilt it. */
  void add(double[] step, double[] change) {
    RowKernel kernel = RowKernel.PLAIN;
    int n = step.length;
    double product = kernel.dot(step, 0, change, 0, n);
    double scale = Math.sqrt(kernel.dot(step, 0, step, 0, n) * kernel.dot(change, 0, change, 0, n));
    if (product > 1e-12 * scale) {
      if (pairs.size() == size) {
        pairs.removeFirst();
      }
      pairs.addLast(new Pair(step, change, 1 / product));
    }
  }

  /** The quasi-Newton step against a gradient. @param gradient Not modified. */
  double[] direction(double[] gradient, Cholesky preconditioner) {
    RowKernel kernel = RowKernel.PLAIN;
    int n = gradient.length;
    double[] q = gradient.clone();
    double[] alphas = new double[pairs.size()];
    int i = alphas.length;
    for (Iterator<Pair> it = pairs.descendingIterator(); it.hasNext(); ) {
      Pair pair = it.next();
      double alpha = pair.inverseProduct * kernel.dot(pair.step, 0, q, 0, n);
      alphas[--i] = alpha;
      kernel.addScaled(-alpha, pair.change, 0, q, 0, n);
    }
    q = preconditioner.solve(q);
    for (Pair pair : pairs) {
      double beta = pair.inverseProduct * kernel.dot(pair.change, 0, q, 0, n);
      kernel.addScaled(alphas[i++] - beta, pair.step, 0, q, 0, n);
    }
    for (int j = 0; j < n; j++) {
      q[j] = -q[j];
    }
    return q;
  }
}

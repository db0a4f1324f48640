package tare.weight;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tare.kernel.linear.ExactSums;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.TiltRows;
import tare.model.MomentWeights;
import tare.model.TiltMap;
import tare.table.Table;

/**
 * What many candidates tell of weights, block by block on whatever machines: sums over those of
 * usual weight, and the others themselves.
 *
 * @param sums for each block, over the number of its candidates and times its part: weighted
 *     moments and shares of the usual ones, the sum of their weights, then shares of all without
 *     weights
 * @param far for each block the candidates that weigh much. Not copied.
 */
public record CandidateLook(ExactSums sums, SortedMap<Integer, Far> far) implements Serializable {

  /** So few at a time that every machine adds them up in the same way (see {@link RowKernel}). */
  private static final int ROWS = 4096;

  /**
   * Candidates that weigh much.
   *
   * @param rows their positions in their block. Not copied.
   * @param seen what a tilt sees of them
   */
  public record Far(int[] rows, TiltRows seen) implements Serializable {}

  /**
   * What is far.
   *
   * @param mean the logarithm of the mean weight
   * @param far candidates whose log weight is larger than the mean's by more than this are
   */
  public record Bounds(double mean, double far) implements Serializable {}

  /**
   * A look at one block.
   *
   * @param part how much it counts
   */
  public static CandidateLook of(
      MomentWeights weights, Bounds bounds, Table candidates, int block, double part) {
    TiltMap map = weights.map();
    int count = candidates.rowCount();
    int size = map.size();
    double[] all = new double[size + 1 + map.shares().width()];
    int[] far = new int[count];
    int farCount = 0;
    TiltRows seen = map.rows(candidates.select(new int[0]));
    for (int from = 0; from < count; from += ROWS) {
      int to = Math.min(count, from + ROWS);
      TiltRows some = map.rows(candidates.select(IntStream.range(from, to).toArray()));
      double[] relative = some.products(weights.theta());
      int before = farCount;
      for (int r = 0; r < relative.length; r++) {
        double over = relative[r] - bounds.mean;
        boolean usual = over <= bounds.far;
        relative[r] = usual ? Math.exp(over) / count : 0;
        all[size] += relative[r];
        if (!usual) {
          far[farCount++] = from + r;
        }
      }
      int first = from;
      seen = seen.and(some.at(Arrays.stream(far, before, farCount).map(r -> r - first).toArray()));
      RowKernel.PLAIN.addScaled(1, some.sums(relative), 0, all, 0, size);
      Arrays.fill(relative, 1.0 / count);
      RowKernel.PLAIN.addScaled(
          1, some.sums(relative), map.moments().size(), all, size + 1, map.shares().width());
    }
    ExactSums sums = new ExactSums(all.length);
    sums.next();
    sums.addScaled(part, all, 0, all.length);
    SortedMap<Integer, Far> own = new TreeMap<>();
    own.put(block, new Far(Arrays.copyOf(far, farCount), seen));
    return new CandidateLook(sums, own);
  }

  /** Both together. @param other Not modified, but for how its sums are kept. */
  public CandidateLook plus(CandidateLook other) {
    SortedMap<Integer, Far> both = new TreeMap<>(far);
    both.putAll(other.far);
    return new CandidateLook(sums.plus(other.sums), both);
  }
}

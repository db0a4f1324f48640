package tare.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tare.kernel.linear.ExactSums;
import tare.kernel.linear.RowKernel;
import tare.kernel.regression.TiltRows;
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
    Adding adding = new Adding(weights, bounds, candidates.rowCount());
    for (int from = 0; from < candidates.rowCount(); from += ROWS) {
      int to = Math.min(candidates.rowCount(), from + ROWS);
      adding.add(candidates.select(IntStream.range(from, to).toArray()), from);
    }
    ExactSums sums = new ExactSums(adding.all.length);
    sums.next();
    sums.addScaled(part, adding.all, 0, adding.all.length);
    SortedMap<Integer, Far> own = new TreeMap<>();
    if (adding.far != null) {
      own.put(block, new Far(adding.rows.toArray(), adding.far));
    }
    return new CandidateLook(sums, own);
  }

  /** A block on its way. */
  private static final class Adding {
    private final MomentWeights weights;
    private final Bounds bounds;
    private final int count;
    private final double[] all;
    private IntStream rows = IntStream.empty();
    private @Nullable TiltRows far;

    Adding(MomentWeights weights, Bounds bounds, int count) {
      this.weights = weights;
      this.bounds = bounds;
      this.count = count;
      all = new double[weights.map().size() + 1 + weights.map().shares().width()];
    }

    void add(Table candidates, int from) {
      TiltMap map = weights.map();
      int size = map.size();
      TiltRows some = map.rows(candidates);
      double[] relative = some.products(weights.theta());
      int[] much =
          IntStream.range(0, relative.length)
              .filter(r -> relative[r] - bounds.mean > bounds.far)
              .toArray();
      for (int r = 0; r < relative.length; r++) {
        double over = relative[r] - bounds.mean;
        relative[r] = over > bounds.far ? 0 : Math.exp(over) / count;
        all[size] += relative[r];
      }
      if (much.length > 0) {
        rows = IntStream.concat(rows, Arrays.stream(much).map(r -> from + r));
        far = far == null ? some.at(much) : far.and(some.at(much));
      }
      RowKernel.PLAIN.addScaled(1, some.sums(relative), 0, all, 0, size);
      Arrays.fill(relative, 1.0 / count);
      RowKernel.PLAIN.addScaled(
          1, some.indicatorSums(relative), 0, all, size + 1, map.shares().width());
    }
  }

  /** Both together. @param other Not modified, but for how its sums are kept. */
  public CandidateLook plus(CandidateLook other) {
    SortedMap<Integer, Far> both = new TreeMap<>(far);
    both.putAll(other.far);
    return new CandidateLook(sums.plus(other.sums), both);
  }
}

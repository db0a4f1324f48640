package tare.inference;

import java.util.Arrays;
import java.util.List;

/**
 * Numbers that can be computed from rows under any weights: means, shares, coefficients. It holds
 * the rows; the weights are what varies between replicates.
 */
public interface WeightedStatistic {

  /** What each number is called. */
  List<String> names();

  /**
   * The numbers under some weights. May be called from several threads.
   *
   * @param weights one per row, not negative, on any scale. Not modified.
   * @return one number per name; NaN where it does not exist under these weights
   */
  double[] at(double[] weights);

  /**
   * The variance that each number would have if it were computed from a single row of the law that
   * the weighted rows stand for: n real rows have this over n. NaN where it is not known.
   *
   * @param weights one per row. Not modified.
   */
  default double[] singleRowVariances(double[] weights) {
    double[] unknown = new double[names().size()];
    Arrays.fill(unknown, Double.NaN);
    return unknown;
  }

  /** Where the intervals of these numbers are drawn. */
  default Scale scale() {
    return Scale.PLAIN;
  }
}

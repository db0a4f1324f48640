package tare.kernel.regression;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The area under the ROC curve of weighted examples: the chance that a positive one scores above a
 * negative one, ties counting half.
 */
public final class RocAuc {

  private RocAuc() {}

  /**
   * @param scores higher means positive; not NaN. Not modified.
   * @param positive which examples are positive. Not modified.
   * @param mass not negative. Not modified.
   * @return NaN when one of the two classes has no mass
   */
  public static double of(double[] scores, boolean[] positive, double[] mass) {
    int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> scores[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double below = 0;
    double pairs = 0;
    double positives = 0;
    int at = 0;
    while (at < order.length) {
      double tiedPositive = 0;
      double tiedNegative = 0;
      double score = scores[order[at]];
      for (; at < order.length && scores[order[at]] == score; at++) {
        if (positive[order[at]]) {
          tiedPositive += mass[order[at]];
        } else {
          tiedNegative += mass[order[at]];
        }
      }
      pairs += tiedPositive * (below + tiedNegative / 2);
      positives += tiedPositive;
      below += tiedNegative;
    }
    return pairs / (positives * below);
  }

  /**
   * The mean over classes of the area for that class against the rest; classes without mass on
   * either side are left out.
   *
   * @param scores for each class, a score per example. Not modified.
   * @param labels the class of each example. Not modified.
   * @param mass not negative. Not modified.
   * @return NaN when no class can be told from the rest
   */
  public static double macro(double[][] scores, int[] labels, double[] mass) {
    double sum = 0;
    int counted = 0;
    for (int k = 0; k < scores.length; k++) {
      boolean[] positive = new boolean[labels.length];
      for (int i = 0; i < labels.length; i++) {
        positive[i] = labels[i] == k;
      }
      double area = of(scores[k], positive, mass);
      if (!Double.isNaN(area)) {
        sum += area;
        counted++;
      }
    }
    return counted == 0 ? Double.NaN : sum / counted;
  }
}

package tare.weight;

import java.util.Arrays;
import java.util.stream.IntStream;
import tare.kernel.linear.LinearRelations;
import tare.kernel.regression.TiltRows;

/**
 * What moments the rows can have. An indicator is its own square and two levels of a column exclude
 * each other, whatever the weights; where noised moments say otherwise that is noise, and following
 * it would give a few rows weights without meaning. So are directions in which the rows hardly vary
 * and noise drowns what they say.
 *
 * @param relations between moments, which all rows keep
 * @param centre the moments of the synthetic rows. Not copied.
 * @param variances of the noise in each bought moment. Not copied.
 * @param trust how far the rows are believed beside what was bought
 */
record PossibleMoments(
    LinearRelations relations, double[] centre, double[] variances, TrustInRows trust) {

  /** A moment must vary among rows by so many deviations of its noise to say something. */
  private static final double DEVIATIONS = 1 / 0.3;

  /**
   * And by so much of its variance that other moments do not determine. Rows longer than the radius
   * are shortened, so an indicator differs from its square in a few of them; what is left is noise
   * on those.
   */
  private static final double OWN_SHARE = 0.05;

  /** What varies less than this is as good as constant. */
  private static final double LEAST_VARIANCE = 1e-9;

  /** With so much slack beside a variance of about one, a moment has no coefficient to speak of. */
  static final double NOTHING_ASKED = 1e6;

  /**
   * Relations that rows keep. Single coordinates are bought more surely than their products and
   * relations hold only nearly, so it is products that follow. (Levels that did, as combinations of
   * products, were off by a hundred deviations of their noise in a release of a million rows.)
   *
   * @param single how many of the moments, the first ones, are no products
   * @param beforeStep called several times a second; may end it by throwing
   */
  static PossibleMoments of(TiltRows rows, int single, double[] variances, Runnable beforeStep) {
    double[] even = rows.even();
    double[] covariance = rows.covariance(even, beforeStep);
    double[] smallest = smallest(covariance, rows.size(), variances);
    LinearRelations relations =
        LinearRelations.of(covariance, rows.size(), single, smallest, beforeStep);
    int[] determined = relations.determined();
    Arrays.sort(determined);
    int[] free =
        IntStream.range(0, rows.size())
            .filter(j -> Arrays.binarySearch(determined, j) < 0)
            .toArray();
    return new PossibleMoments(
        relations,
        rows.sums(even),
        variances,
        TrustInRows.of(covariance, rows.size(), free, beforeStep));
  }

  /**
   * Which of the shares that stand after the moments follow from these: those of a column's levels
   * where moments see its levels too.
   */
  static int[] sharesThatFollow(TiltRows rows, double[] variances, Runnable beforeStep) {
    double[] covariance = rows.covariance(rows.even(), beforeStep);
    double[] smallest = smallest(covariance, rows.size(), variances);
    int[] following =
        LinearRelations.of(covariance, rows.size(), variances.length, smallest, beforeStep)
            .determined();
    return Arrays.stream(following).filter(j -> j >= variances.length).toArray();
  }

  /**
   * Which moments and shares follow from others in some rows, and which none of the rows tells from
   * a constant.
   *
   * @param covariance of the rows, the lower triangle. Not modified.
   * @param single how many of them, the first ones, are no products
   */
  static int[] following(double[] covariance, int size, int single, Runnable beforeStep) {
    double[] smallest = smallest(covariance, size, new double[0]);
    return LinearRelations.of(covariance, size, single, smallest, beforeStep).determined();
  }

  /** The variance of each variable below which it says nothing of its own. */
  private static double[] smallest(double[] covariance, int size, double[] variances) {
    double[] smallest = new double[size];
    for (int j = 0; j < size; j++) {
      double drowned = j < variances.length ? DEVIATIONS * DEVIATIONS * variances[j] : 0;
      double shared = Math.max(LEAST_VARIANCE, OWN_SHARE * covariance[j * size + j]);
      smallest[j] = Math.max(drowned, shared);
    }
    return smallest;
  }

  /** The likeliest moments that rows can have. @param bought Not modified. */
  double[] nearest(double[] bought) {
    return relations.projected(bought, centre, variances);
  }

  /**
   * As many independent rows as the synthetic ones are worth.
   *
   * @param bought Not modified.
   * @param groups of the moments. Not modified.
   */
  RowsWorth worth(double[] bought, int[] groups, double least, Runnable beforeStep) {
    double[] off = bought.clone();
    for (int j = 0; j < off.length; j++) {
      off[j] -= centre[j];
    }
    return trust.worth(off, variances, groups, least, beforeStep);
  }

  /**
   * The slack of a tilt in which moments that follow from others ask for nothing by themselves.
   *
   * @param worth of the rows, moment by moment; there may be more. Not modified.
   */
  double[] slack(double[] worth) {
    double[] slack = variances.clone();
    for (int j = 0; j < slack.length; j++) {
      slack[j] *= worth[j];
    }
    for (int j : relations.determined()) {
      slack[j] = NOTHING_ASKED;
    }
    return slack;
  }

  /** How many moments can change by themselves. */
  int free() {
    return relations.rank();
  }
}

package tare.weight;

import java.io.Serializable;
import java.util.Arrays;
import tare.kernel.regression.QuadraticMoments;
import tare.mechanism.NoisedSum;
import tare.model.MomentFeatures;
import tare.model.ShareFeatures;
import tare.table.Row;

/**
 * The purchase of moments, fixed from public things before a private row is read: which map, which
 * moments, how each is scaled, and how much noise (docs/proofs/moment-weights.md).
 *
 * @param features the public map from rows to vectors
 * @param set which moments are bought
 * @param moments the same as pairs of coordinates
 * @param shares of single columns that are bought with them; none where the generator counts them
 * @param scales by what each moment and share is multiplied before it is summed. Not copied.
 * @param bound no row's scaled moments and shares are longer than this
 * @param noiseMultiplier standard deviation of the noise over the bound
 * @param n the public row count
 */
record MomentPlan(
    MomentFeatures features,
    MomentSet set,
    QuadraticMoments moments,
    ShareFeatures shares,
    double[] scales,
    double bound,
    double noiseMultiplier,
    long n)
    implements Serializable {

  /**
   * The squared scale of means over what the products reach: with more, means have less noise and
   * products more. At a half means have a third less than at the scale of the matrix of second
   * moments, and products a seventh more.
   */
  private static final double MEANS_SHARE = 0.5;

  /**
   * What the bound's square grows by for what is cut off rows: everything else has an eighth more
   * noise for it.
   */
  private static final double CUT_SHARE = 0.25;

  /** What it grows by for coarse shares: everything else has a tenth more noise for them. */
  private static final double SHARES_SHARE = 0.2;

  static MomentPlan of(
      MomentFeatures features,
      MomentSet set,
      ShareFeatures shares,
      double noiseMultiplier,
      long n) {
    double radius = features.radius();
    double reach = reach(features, set);
    double meanScale = reach > 0 ? Math.sqrt(MEANS_SHARE) * reach : 1;
    QuadraticMoments moments = moments(features, set);
    double[] scales = new double[moments.size() + shares.width()];
    double square = radius * radius * (meanScale * meanScale + reach * reach);
    int crossed = features.crossed();
    double cutShare = features.width() > crossed ? CUT_SHARE : 0;
    double[] counted = features.scales();
    for (int j = 0; j < crossed; j++) {
      scales[j] = meanScale * counted[j];
    }
    Arrays.fill(
        scales, crossed, moments.width(), Math.sqrt(cutShare * square) / MomentFeatures.CUT_REACH);
    for (int i = 0; i < moments.left().length; i++) {
      boolean twice =
          moments.left()[i] != moments.right()[i]
              && (set == MomentSet.ALL_PAIRS || moments.left()[i] < features.leading());
      scales[moments.width() + i] =
          (twice ? Math.sqrt(2) : 1) * counted[moments.left()[i]] * counted[moments.right()[i]];
    }
    double all = (1 + cutShare) * square;
    if (shares.width() > 0) {
      double ofShares = SHARES_SHARE * all;
      // A row is in one cell of each column at the most.
      Arrays.fill(
          scales, moments.size(), scales.length, Math.sqrt(ofShares / shares.columnCount()));
      all += ofShares;
    }
    return new MomentPlan(
        features, set, moments, shares, scales, Math.sqrt(all), noiseMultiplier, n);
  }

  /** How long the part of a vector can be that the products take from one of their factors. */
  private static double reach(MomentFeatures features, MomentSet set) {
    return switch (set) {
      case ALL_PAIRS -> features.radius();
      case OUTCOME_PAIRS -> Math.min(features.leadingRadius(), features.radius());
      case MEANS -> 0;
    };
  }

  private static QuadraticMoments moments(MomentFeatures features, MomentSet set) {
    return switch (set) {
      case ALL_PAIRS ->
          QuadraticMoments.leading(features.width(), features.crossed(), features.crossed());
      case OUTCOME_PAIRS ->
          QuadraticMoments.leading(features.width(), features.crossed(), features.leading());
      case MEANS -> QuadraticMoments.first(features.width());
    };
  }

  /**
   * Which moments belong together, for the generator gets pairs of columns right or wrong: equal
   * numbers for means of one column, for what is cut off it, and for products of two; then those of
   * shares, which are the means' of their columns.
   *
   * @param others the shares of which it is told; {@link #shares} or the generator's own
   */
  int[] groups(ShareFeatures others) {
    int columns = features.columnCount();
    int[] groups = new int[moments.size() + others.width()];
    for (int j = 0; j < moments.width(); j++) {
      groups[j] = (j < features.crossed() ? 0 : columns) + features.column(j);
    }
    for (int i = 0; i < moments.left().length; i++) {
      int left = features.column(moments.left()[i]);
      int right = features.column(moments.right()[i]);
      groups[moments.width() + i] = (2 + Math.max(left, right)) * columns + Math.min(left, right);
    }
    System.arraycopy(others.columns(), 0, groups, moments.size(), others.width());
    return groups;
  }

  /** The mechanism that sums the scaled moments of private rows, with noise. */
  NoisedSum mechanism() {
    return new NoisedSum("moments for weights", new ScaledMoments(), bound, noiseMultiplier);
  }

  private final class ScaledMoments implements NoisedSum.RowVector {
    @Override
    public int length() {
      return scales.length;
    }

    @Override
    public void put(Row row, double[] out) {
      double[] vector = new double[moments.width()];
      features.put(row, vector);
      moments.put(vector, 0, out, 0);
      shares.put(row, out, moments.size());
      for (int j = 0; j < out.length; j++) {
        out[j] *= scales[j];
      }
    }
  }

  /**
   * The mean moments, and then the shares, that a noised sum estimates. @param sum Not modified.
   */
  double[] means(double[] sum) {
    double[] means = sum.clone();
    for (int j = 0; j < means.length; j++) {
      means[j] /= scales[j] * n;
    }
    return means;
  }

  /** The variance that noise gives each mean moment, without shares. */
  double[] momentVariances() {
    return Arrays.copyOf(variances(), moments.size());
  }

  /** The variance that noise gives each mean moment and then each share. */
  double[] variances() {
    double[] variances = new double[scales.length];
    for (int j = 0; j < variances.length; j++) {
      double deviation = noiseMultiplier * bound / (scales[j] * n);
      variances[j] = deviation * deviation;
    }
    return variances;
  }

  /** The standard deviation of the noise in the mean of what is cut off a number. */
  double cutNoise() {
    return noiseMultiplier * bound / (scales[features.crossed()] * n);
  }

  /**
   * The variance of the noise in each mean moment, over the moment's own variance among rows.
   * Before rows are shortened that is one.
   */
  private double[] relativeVariances() {
    double left = features.squaresKept();
    double[] relative = momentVariances();
    for (int j = 0; j < relative.length; j++) {
      relative[j] /= j < features.crossed() ? left : j < moments.width() ? 1 : left * left;
    }
    return relative;
  }

  /**
   * The standard deviation of the noise in a product's mean, over what the drawing of private rows
   * gives it; the root of its mean square over all products.
   */
  double noiseOverChance() {
    double[] relative = relativeVariances();
    int from = set == MomentSet.MEANS ? 0 : moments.width();
    return Math.sqrt(n * Arrays.stream(relative, from, relative.length).average().orElse(0));
  }

  /**
   * The standard deviation that noise gives a log weight where all moments are matched, from public
   * numbers: what noise adds to a moment over the moment's own spread comes into the log weight.
   */
  double logNoise() {
    return Math.sqrt(Arrays.stream(relativeVariances()).sum());
  }
}

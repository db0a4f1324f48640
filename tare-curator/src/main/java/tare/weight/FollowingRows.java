package tare.weight;

import java.util.random.RandomGenerator;
import tare.kernel.regression.TiltRows;
import tare.model.MomentWeights;

/** How the rows behind a tilt would have been others, had other private rows been drawn. */
final class FollowingRows {

  private final MomentFit fit;
  private final MomentWeights weights;
  private final TiltedCandidates some;
  private final double[] slack;
  private final double[] modelled;

  /**
   * Rows of a release.
   *
   * @param some of its candidates
   * @param slack of its tilt. Not copied.
   */
  FollowingRows(MomentFit fit, MomentWeights weights, TiltedCandidates some, double[] slack) {
    this.fit = fit;
    this.weights = weights;
    this.some = some;
    this.slack = slack;
    TiltRows seen = fit.candidates();
    modelled = seen.indicatorSums(seen.even());
  }

  /**
   * Lets the rows that are tilted follow other private rows, as the generator would have. What a
   * tilt costs is reckoned from where its rows are, and slack lets it fall back to there; so the
   * target changes by what brings the rows there for nothing.
   *
   * @param change of the target. Modified: moments and shares of the generator's own rows.
   * @param redrawn what the other private rows have beyond the law of the release. Not modified.
   * @param ofModel what the generator's shares have beyond those. Not modified.
   */
  void follow(double[] change, double[] redrawn, double[] ofModel, RandomGenerator random) {
    double[] coefficients = fit.coefficients(redrawn, weights, random);
    for (int j = 0; j < coefficients.length; j++) {
      change[j] += slack[j] * coefficients[j];
    }
    if (fit.buysShares() || change.length == coefficients.length) {
      return;
    }
    double[] followed = some.moves(coefficients);
    for (int j = coefficients.length; j < change.length; j++) {
      int share = j - coefficients.length;
      double wanted = redrawn[j] + (ofModel.length > 0 ? ofModel[share] : 0);
      double loose = slack[j] < PossibleMoments.NOTHING_ASKED ? slack[j] : 0;
      change[j] = wanted + loose / modelled[share] * (wanted - followed[j]);
    }
  }
}

package tare.weight;

import tare.accounting.AnalyticGaussian;
import tare.accounting.PrivacyBudget;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.noise.BoundedStatistic;
import tare.noise.GridGaussian;
import tare.noise.GridLaplace;
import tare.noise.SphericalNoise;
import tare.noise.VectorNoise;
import tare.schema.RefusedException;
import tare.table.RowPass;

/**
 * A vector of coefficients or log weights with noise that makes it private, and what the noise does
 * to weights.
 *
 * @param correction the law and its b(x)
 * @param statistic the vector, bounded in the norm of the noise
 * @param noise the noise itself
 */
record CoefficientNoise(
    NoiseCorrection correction, BoundedStatistic<RowPass, double[]> statistic, VectorNoise noise) {

  /**
   * Noise that makes a vector private within a budget.
   *
   * @param statistic bounded in L2
   */
  static CoefficientNoise calibrated(
      NoiseLaw law,
      BoundedStatistic<RowPass, double[]> statistic,
      int coordinates,
      PrivacyBudget budget) {
    double epsilon = budget.epsilon();
    if (!(epsilon > 0)) {
      throw new RefusedException("Weights need an epsilon above 0. Got: " + epsilon);
    }
    // Erratum: the paper leaves out the root of the number of coordinates that L1 takes.
    BoundedStatistic<RowPass, double[]> bounded =
        law == NoiseLaw.LAPLACE ? statistic.inL1(coordinates) : statistic;
    double bound = bounded.bound();
    VectorNoise noise =
        switch (law) {
          case LAPLACE -> GridLaplace.of(Math.nextUp(1 / epsilon), bound, coordinates);
          case SPHERICAL -> SphericalNoise.of(epsilon, bound, coordinates);
          case GAUSSIAN -> GridGaussian.of(AnalyticGaussian.sigma(budget), bound, coordinates);
        };
    return new CoefficientNoise(
        new NoiseCorrection(law, noise.scale(), coordinates), bounded, noise);
  }
}

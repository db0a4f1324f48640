package tare.weight;

import tare.accounting.AnalyticGaussian;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.model.NoiseCorrection;
import tare.model.NoiseLaw;
import tare.noise.GridGaussian;
import tare.noise.GridLaplace;
import tare.noise.NoiseSource;
import tare.noise.SphericalNoise;
import tare.noise.VectorNoise;
import tare.schema.RefusedException;

/**
 * Noise on a vector of coefficients that makes it private, and what it does to weights.
 *
 * @param correction the law and its b(x)
 * @param noise the noise itself
 */
record CoefficientNoise(NoiseCorrection correction, VectorNoise noise) {

  /**
   * Noise that makes coefficients private within a budget.
   *
   * @param sensitivity the most that one row moves the coefficients, in L2
   */
  static CoefficientNoise calibrated(
      NoiseLaw law, double sensitivity, int coordinates, PrivacyBudget budget) {
    double epsilon = budget.epsilon();
    if (!(epsilon > 0)) {
      throw new RefusedException("Weights need an epsilon above 0. Got: " + epsilon);
    }
    VectorNoise noise =
        switch (law) {
          // The L1 norm is at most sqrt(p) times the L2 norm. Erratum: the paper leaves it out.
          case LAPLACE ->
              GridLaplace.of(
                  Math.nextUp(1 / epsilon), Math.sqrt(coordinates) * sensitivity, coordinates);
          case SPHERICAL -> SphericalNoise.of(epsilon, sensitivity, coordinates);
          case GAUSSIAN ->
              GridGaussian.of(AnalyticGaussian.sigma(budget), sensitivity, coordinates);
        };
    return new CoefficientNoise(new NoiseCorrection(law, noise.scale(), coordinates), noise);
  }

  /** The privacy claim for coefficients of the sensitivity that this was calibrated by. */
  PrivacyEvent event() {
    return noise.event();
  }

  /** The coefficients on the grid, noise added. @param coefficients Not modified. */
  double[] noised(double[] coefficients, NoiseSource source) {
    return noise.addTo(coefficients, source);
  }
}

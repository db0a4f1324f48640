package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * Noise for a vector of real numbers whose sensitivity is known. What comes out lies on a grid of a
 * power of two, so that the last bits of a double tell nothing.
 */
public sealed interface VectorNoise permits GridGaussian, GridLaplace, SphericalNoise {

  /** The number of coordinates. */
  int dimension();

  /** The scale of the noise in the units of the vector: sigma, or the scale of a Laplace law. */
  double scale();

  /** The spacing of the grid, a power of two. */
  double grid();

  /** The sensitivity this noise was made for, before rounding to the grid. */
  double sensitivity();

  /** The distance of two vectors in the norm of the sensitivity. */
  default double distance(double[] one, double[] other) {
    double squares = 0;
    for (int j = 0; j < one.length; j++) {
      squares += (one[j] - other[j]) * (one[j] - other[j]);
    }
    return Math.sqrt(squares);
  }

  /** The event of one use. */
  PrivacyEvent event();

  /**
   * A noised copy of a vector.
   *
   * @param statistic finite, with the sensitivity this noise was made for. Not modified.
   */
  double[] addTo(double[] statistic, NoiseSource noise);
}

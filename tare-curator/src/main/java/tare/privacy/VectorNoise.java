package tare.privacy;

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

  /** The event of one use. */
  PrivacyEvent event();

  /**
   * A noised copy of a vector.
   *
   * @param statistic finite, with the sensitivity this noise was made for. Not modified.
   */
  double[] addTo(double[] statistic, NoiseSource noise);
}

package tare.noise;

/**
 * Noise for a vector of real numbers whose sensitivity is known. What comes out lies on a grid of a
 * power of two, so that the last bits of a double tell nothing.
 */
public sealed interface VectorNoise extends PrivacyLaw<double[], double[]>
    permits GridGaussian, GridLaplace, SphericalNoise {

  /** The number of coordinates. */
  int dimension();

  /** The scale of the noise in the units of the vector: sigma, or the scale of a Laplace law. */
  double scale();

  /** The spacing of the grid, a power of two. */
  double grid();

  /** The sensitivity this noise was made for, before rounding to the grid. */
  @Override
  double sensitivity();

  @Override
  default Norm norm() {
    return Norm.L2;
  }

  @Override
  default double[] noised(Exact<double[]> exact, NoiseSource noise) {
    requireCovers(exact.norm(), exact.bound());
    return addTo(exact.value(), noise);
  }

  /**
   * A noised copy of a vector.
   *
   * @param statistic finite, with the sensitivity this noise was made for. Not modified.
   */
  double[] addTo(double[] statistic, NoiseSource noise);
}

package tare.privacy;

/**
 * Noise of density proportional to {@code exp(-|z| / scale)} in Euclidean length: a uniform
 * direction, and a length that follows Gamma(dimension, scale). Pure epsilon against the L2
 * sensitivity (docs/proofs/spherical.md).
 *
 * <p>The draw is in floating point; the sum is then rounded to a grid of about a millionth of the
 * scale, which is post-processing.
 */
public final class SphericalNoise implements VectorNoise {

  private static final double FINENESS = 0x1p-20;

  private final double epsilon;
  private final int dimension;
  private final double sensitivity;
  private final double scale;
  private final Grid grid;

  private SphericalNoise(double epsilon, double l2Sensitivity, int dimension) {
    Grid.requireShape(l2Sensitivity, dimension);
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("epsilon must be positive and finite. Got: " + epsilon);
    }
    this.epsilon = epsilon;
    this.dimension = dimension;
    this.sensitivity = l2Sensitivity;
    this.scale = Math.nextUp(l2Sensitivity / epsilon);
    this.grid = Grid.notAbove(FINENESS * scale);
  }

  /** Noise that costs epsilon. @param l2Sensitivity the most that one row moves the vector */
  public static SphericalNoise of(double epsilon, double l2Sensitivity, int dimension) {
    return new SphericalNoise(epsilon, l2Sensitivity, dimension);
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double sensitivity() {
    return sensitivity;
  }

  @Override
  public double scale() {
    return scale;
  }

  @Override
  public double grid() {
    return grid.spacing();
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.Spherical(epsilon);
  }

  @Override
  public double[] addTo(double[] statistic, NoiseSource noise) {
    Grid.requireLength(statistic, dimension);
    if (noise instanceof ListeningNoise listener) {
      return listener.hear(statistic, this);
    }
    double[] noised = draw(noise);
    for (int j = 0; j < dimension; j++) {
      noised[j] = grid.value(grid.nearest(noised[j] + statistic[j]));
    }
    return noised;
  }

  /** One draw of the noise itself, off the grid. */
  double[] draw(NoiseSource noise) {
    double[] direction = new double[dimension];
    double squared = 0;
    while (squared == 0) {
      noise.fillGaussian(1.0, direction, 0, dimension);
      squared = 0;
      for (double x : direction) {
        squared += x * x;
      }
    }
    double stretch = length(noise) / Math.sqrt(squared);
    for (int j = 0; j < dimension; j++) {
      direction[j] *= stretch;
    }
    return direction;
  }

  /** Gamma(dimension, scale), as a sum of exponential draws. */
  private double length(NoiseSource noise) {
    double sum = 0;
    for (int j = 0; j < dimension; j++) {
      // Uniform on (0, 1] in steps of 2^-63, so that long lengths keep their tail.
      sum -= Math.log(((noise.nextLong() >>> 1) + 1.0) * 0x1p-63);
    }
    return scale * sum;
  }
}

package tare.noise;

import tare.accounting.PrivacyEvent;
import tare.schema.RefusedException;

/**
 * Noise of density proportional to {@code exp(-|z| / scale)} in Euclidean length: a uniform
 * direction, and a length that follows Gamma(dimension, scale). Pure epsilon against the L2
 * sensitivity (docs/proofs/spherical.md).
 *
 * <p>The vector is rounded to a fine grid, and the noise is drawn on that grid: a Gaussian whose
 * standard deviation is {@code scale} times the length of a standard Gaussian vector in one
 * dimension more has exactly this law, so one such length is drawn, and then exact discrete
 * Gaussian noise on every coordinate. Every point of the grid can come out for every vector.
 */
public final class SphericalNoise implements VectorNoise {

  /** The grid against the sensitivity per coordinate: what rounding may add to it. */
  private static final double ROUNDING_FINENESS = 0x1p-20;

  /** The grid against the scale, so that the discrete law is the continuous one's restriction. */
  private static final double SCALE_FINENESS = 0x1p-34;

  /** More than the sampler's departures from the law, relative in every probability. */
  private static final double DEPARTURE = 1e-9;

  private final double epsilon;
  private final int dimension;
  private final double sensitivity;
  private final double scaleInSteps;
  private final Grid grid;

  private SphericalNoise(double epsilon, double l2Sensitivity, int dimension) {
    Grid.requireShape(l2Sensitivity, dimension);
    if (!(epsilon >= 1e-6 && epsilon <= 1e3)) {
      throw new RefusedException(
          "epsilon for spherical noise must be in [0.000001, 1000]. Got: " + epsilon);
    }
    this.epsilon = epsilon;
    this.dimension = dimension;
    this.sensitivity = l2Sensitivity;
    double root = Math.sqrt(dimension);
    this.grid =
        Grid.notAbove(l2Sensitivity * Math.min(ROUNDING_FINENESS / root, SCALE_FINENESS / epsilon));
    // Privacy hangs on this line: rounding moves each of two vectors by up to half a step in each
    // coordinate, so it moves their difference by up to sqrt(dimension) steps.
    double sensitivityInSteps = l2Sensitivity / grid.spacing() + root;
    this.scaleInSteps = sensitivityInSteps / epsilon * (1 + DEPARTURE + DEPARTURE / epsilon);
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
  public double scale() {
    return scaleInSteps * grid.spacing();
  }

  @Override
  public double grid() {
    return grid.spacing();
  }

  @Override
  public double sensitivity() {
    return sensitivity;
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
    DiscreteGaussian law = DiscreteGaussian.of(sigmaInSteps(noise));
    return grid.values(law.addToAll(grid.nearest(statistic), noise));
  }

  /** The scale times the length of a standard Gaussian vector in one dimension more. */
  private double sigmaInSteps(NoiseSource noise) {
    double[] v = new double[dimension + 1];
    noise.fillGaussian(1.0, v, 0, v.length);
    double squared = 0;
    for (double x : v) {
      squared += x * x;
    }
    return Math.max(DiscreteGaussian.MIN_SIGMA, scaleInSteps * Math.sqrt(squared));
  }
}

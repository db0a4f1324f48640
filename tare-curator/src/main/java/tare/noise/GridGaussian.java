package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * Gaussian noise on a fine grid: the vector is rounded to the grid, and exact discrete Gaussian
 * noise is added to every coordinate. Costs what continuous Gaussian noise of the stated multiplier
 * costs (docs/proofs/vector.md).
 */
public final class GridGaussian implements VectorNoise {

  /** How much finer the grid is than the noise, and than what rounding adds to the sensitivity. */
  private static final double FINENESS = 0x1p-22;

  private final int dimension;
  private final double sensitivity;
  private final Grid grid;
  private final StepGaussian law;

  private GridGaussian(double noiseMultiplier, double l2Sensitivity, int dimension) {
    Grid.requireShape(l2Sensitivity, dimension);
    StepGaussian.requireMultiplier(noiseMultiplier);
    this.dimension = dimension;
    this.sensitivity = l2Sensitivity;
    double root = Math.sqrt(dimension);
    this.grid = Grid.notAbove(FINENESS * l2Sensitivity * Math.min(noiseMultiplier, 1 / root));
    // Privacy hangs on this line: rounding moves each of two vectors by up to half a step in each
    // coordinate, so it moves their difference by up to sqrt(dimension) steps.
    double steps = l2Sensitivity / grid.spacing() + root;
    this.law = StepGaussian.of(noiseMultiplier, steps);
  }

  /**
   * Noise with a standard deviation of {@code noiseMultiplier} times the L2 sensitivity, up to a
   * few parts in a million more for the grid.
   *
   * @param l2Sensitivity the most that one row moves the vector, before rounding to the grid
   */
  public static GridGaussian of(double noiseMultiplier, double l2Sensitivity, int dimension) {
    return new GridGaussian(noiseMultiplier, l2Sensitivity, dimension);
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
    return law.sigma() * grid.spacing();
  }

  @Override
  public double grid() {
    return grid.spacing();
  }

  @Override
  public PrivacyEvent event() {
    return law.event();
  }

  @Override
  public double[] addTo(double[] statistic, NoiseSource noise) {
    Grid.requireLength(statistic, dimension);
    return grid.values(law.addTo(grid.nearest(statistic), noise));
  }
}

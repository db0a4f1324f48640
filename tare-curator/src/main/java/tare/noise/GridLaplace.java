package tare.noise;

import tare.accounting.PrivacyEvent;

/**
 * Laplace noise on a fine grid: the vector is rounded to the grid, and exact discrete Laplace noise
 * is added to every coordinate. Pure epsilon (docs/proofs/vector.md).
 */
public final class GridLaplace implements VectorNoise {

  private static final double FINENESS = 0x1p-22;

  private final int dimension;
  private final double sensitivity;
  private final Grid grid;
  private final long sensitivityInSteps;
  private final DiscreteLaplace law;

  private GridLaplace(double noiseMultiplier, double l1Sensitivity, int dimension) {
    Grid.requireShape(l1Sensitivity, dimension);
    StepGaussian.requireMultiplier(noiseMultiplier);
    this.dimension = dimension;
    this.sensitivity = l1Sensitivity;
    this.grid = Grid.notAbove(FINENESS * l1Sensitivity / dimension);
    // Privacy hangs on this line: rounding adds up to one step for each coordinate.
    this.sensitivityInSteps = (long) Math.floor(l1Sensitivity / grid.spacing()) + dimension;
    this.law = DiscreteLaplace.of(noiseMultiplier * sensitivityInSteps);
  }

  /**
   * Noise with a scale of {@code noiseMultiplier} times the L1 sensitivity, up to a part in a
   * million more for the grid. Costs an epsilon of {@code 1 / noiseMultiplier}.
   *
   * @param l1Sensitivity the most that one row moves the vector, before rounding to the grid
   */
  public static GridLaplace of(double noiseMultiplier, double l1Sensitivity, int dimension) {
    return new GridLaplace(noiseMultiplier, l1Sensitivity, dimension);
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
    return law.scale() * grid.spacing();
  }

  @Override
  public double grid() {
    return grid.spacing();
  }

  @Override
  public Norm norm() {
    return Norm.L1;
  }

  @Override
  public PrivacyEvent event() {
    return new PrivacyEvent.DiscreteLaplace(law.scale(), sensitivityInSteps, dimension);
  }

  @Override
  public double[] addTo(double[] statistic, NoiseSource noise) {
    Grid.requireLength(statistic, dimension);
    return grid.values(law.addToAll(grid.nearest(statistic), noise));
  }
}

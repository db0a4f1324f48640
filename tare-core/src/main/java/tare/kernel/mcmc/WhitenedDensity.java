package tare.kernel.mcmc;

import tare.kernel.linear.Cholesky;

/**
 * A density seen from coordinates in which it is nearly a standard normal one: position = centre +
 * L'^-1 z, where L L' is the curvature near the mode. A sampler then needs few steps per draw
 * however correlated the parameters are. The law of the positions is unchanged.
 */
public final class WhitenedDensity implements LogDensity {

  private final LogDensity density;
  private final double[] centre;
  private final Cholesky curvature;
  private final double[] position;
  private final double[] inner;

  /**
   * Wraps a density.
   *
   * @param centre near its mode. Not modified.
   * @param curvature minus the second derivatives near there, row by row. Not modified.
   */
  public WhitenedDensity(LogDensity density, double[] centre, double[] curvature) {
    this.density = density;
    this.centre = centre.clone();
    this.curvature = Cholesky.of(curvature, centre.length);
    position = new double[centre.length];
    inner = new double[centre.length];
  }

  @Override
  public int dimension() {
    return centre.length;
  }

  @Override
  public double evaluate(double[] z, double[] gradient) {
    unwhiten(z, position);
    double value = density.evaluate(position, inner);
    System.arraycopy(inner, 0, gradient, 0, inner.length);
    curvature.solveLower(gradient);
    return value;
  }

  /**
   * The position that z stands for.
   *
   * @param target Modified.
   */
  public void unwhiten(double[] z, double[] target) {
    System.arraycopy(z, 0, target, 0, z.length);
    curvature.solveUpper(target);
    for (int i = 0; i < target.length; i++) {
      target[i] += centre[i];
    }
  }
}

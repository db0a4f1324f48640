package tare.model;

import java.util.random.RandomGenerator;
import tare.random.Seed;
import tools.jackson.databind.node.ObjectNode;

/**
 * What more synthetic rows cannot buy: noise on coefficients is drawn once and shared by all rows,
 * so the variance that it gives a weighted sum does not fall with the number of rows.
 *
 * <p>For debiased weights the covariance over the noise of the weights at x and x', over the
 * product of their means, is b(x) b(x') / b(x + x') - 1 (Ghalebikesabi et al. 2022, proof of
 * Proposition 2).
 *
 * @param betweenRows the mean of that factor over pairs of rows drawn by their weights: the
 *     relative variance of a sum of infinitely many weights; infinite where x + x' leaves the
 *     domain of b
 * @param perRow the mean of the factor with x' = x: the relative variance of one weight
 */
public record SharedNoise(double betweenRows, double perRow) {

  private static final int PAIRS = 2000;

  /**
   * Estimates both from pairs of public rows.
   *
   * @param shares the rows' weights, summing to one
   */
  public static SharedNoise of(NoiseCorrection noise, double[] matrix, double[] shares, Seed seed) {
    RandomGenerator random = seed.stream("pairs of rows for shared noise");
    double[] cumulated = shares.clone();
    for (int i = 1; i < cumulated.length; i++) {
      cumulated[i] += cumulated[i - 1];
    }
    double between = 0;
    double per = 0;
    for (int i = 0; i < PAIRS; i++) {
      int a = draw(cumulated, random);
      int b = draw(cumulated, random);
      between += factor(noise, matrix, a, b);
      per += factor(noise, matrix, a, a);
    }
    return new SharedNoise(between / PAIRS, per / PAIRS);
  }

  /** The covariance factor of two rows' weights, infinite where it does not exist. */
  public static double factor(NoiseCorrection noise, double[] matrix, int a, int b) {
    int p = noise.coordinates();
    double[] sum = new double[p];
    for (int j = 0; j < p; j++) {
      sum[j] = matrix[a * p + j] + matrix[b * p + j];
    }
    double logJoint = noise.logCorrection(sum, 0);
    if (Double.isNaN(logJoint)) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.expm1(
        noise.logCorrection(matrix, a * p) + noise.logCorrection(matrix, b * p) - logJoint);
  }

  private static int draw(double[] cumulated, RandomGenerator random) {
    double u = random.nextDouble() * cumulated[cumulated.length - 1];
    int low = 0;
    int high = cumulated.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulated[middle] > u) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Adds both numbers; what is infinite is said in words. @param json Modified. */
  public void describe(ObjectNode json) {
    put(json, "shared_noise_variance", betweenRows);
    put(json, "row_noise_variance", perRow);
  }

  private static void put(ObjectNode json, String name, double value) {
    if (Double.isFinite(value)) {
      json.put(name, value);
    } else {
      json.put(name, "infinite");
    }
  }
}

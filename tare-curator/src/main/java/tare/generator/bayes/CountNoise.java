package tare.generator.bayes;

import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.noise.Uses;

/**
 * Exact whole-number noise for tables of counts. A table counts every row in one cell, so adding or
 * removing a row moves one count by one: sensitivity 1 in L1 and in L2.
 *
 * @param law the noise on each cell
 * @param variance of the law, or a bound on it as tight as any use of it can tell
 */
record CountNoise(IntegerNoise law, double variance) {

  static CountNoise gaussian(double sigma) {
    return new CountNoise(DiscreteGaussian.of(sigma), sigma * sigma);
  }

  static CountNoise laplace(double scale) {
    return new CountNoise(DiscreteLaplace.of(scale), 2 * scale * scale);
  }

  double deviation() {
    return Math.sqrt(variance);
  }

  /** So many tables, each with noise on every cell, also on those that count nothing. */
  Uses<long[], long[]> tables(long count) {
    return new Uses<>(law, count);
  }
}

package tare.generator.bayes;

import tare.accounting.PrivacyEvent;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.noise.NoiseSource;

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

  /** The event of noising one table, however many cells it has. */
  PrivacyEvent event() {
    return law.event();
  }

  double deviation() {
    return Math.sqrt(variance);
  }

  /** A table of counts with noise on every cell, also on those that count nothing. */
  double[] noised(long[] counts, NoiseSource noise) {
    double[] noised = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      // Privacy hangs on this line: every cell of the declared domain gets its own draw.
      noised[i] = law.addTo(counts[i], noise);
    }
    return noised;
  }
}

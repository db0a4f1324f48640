package tare.noise;

import java.util.random.RandomGenerator;
import tare.random.Seed;

/**
 * Repeatable noise, for tests alone: it protects nobody. The samplers on top of it are the ones
 * that real data gets; only the bits below differ.
 */
public final class SeededNoise implements NoiseSource {

  private final BitBuffer bits;

  public SeededNoise(long seed) {
    this(new Seed(seed));
  }

  public SeededNoise(Seed seed) {
    RandomGenerator generator = seed.stream("noise for tests");
    this.bits = new BitBuffer(generator::nextBytes);
  }

  @Override
  public long nextLong() {
    return bits.nextLong();
  }

  @Override
  public void fillGaussian(double sd, double[] out, int from, int length) {
    Ziggurat.fill(bits, sd, out, from, length);
  }

  @Override
  public void fillGaussian(float sd, float[] out, int from, int length) {
    Ziggurat.fill(bits, sd, out, from, length);
  }
}

package tare.noise;

import java.util.random.RandomGenerator;
import tare.random.Seed;

/**
 * Noise of the same laws from a seed, for mechanisms that are run again on public, made-up rows. It
 * protects nobody: a gate must never be given it, and only the replicates of a release may use it.
 */
public final class SimulatedNoise implements NoiseSource {

  private final BitBuffer bits;

  public SimulatedNoise(Seed seed) {
    RandomGenerator generator = seed.stream("simulated noise");
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

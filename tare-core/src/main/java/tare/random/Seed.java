package tare.random;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * The start of all repeatable chance: bootstrap, initial weights, data splits, sampling from a
 * released model.
 *
 * <p>Every use names its own stream, so that adding a draw in one place moves no draw in another. A
 * seed never makes privacy noise: that comes from a {@code NoiseSource}, which has no seed.
 */
public record Seed(long value) implements Serializable {

  /** A generator for one named purpose; the same seed and name always give the same draws. */
  public RandomGenerator stream(String name) {
    return RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(mixed(name));
  }

  /** A seed for a part of the work, for instance one run of many. */
  public Seed child(String name) {
    return new Seed(mixed(name));
  }

  private long mixed(String name) {
    long hash = value ^ 0x9E3779B97F4A7C15L;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = scrambled(hash ^ (b & 0xFF));
    }
    return scrambled(hash);
  }

  /**
   * The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection that spreads every input
   * bit.
   */
  private static long scrambled(long z) {
    long x = z + 0x9E3779B97F4A7C15L;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}

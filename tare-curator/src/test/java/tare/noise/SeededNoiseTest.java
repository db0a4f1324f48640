package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeededNoiseTest extends NoiseSourceContract {

  @Override
  NoiseSource source() {
    return new SeededNoise(8);
  }

  @Test
  void theSameSeedGivesTheSameNoise() {
    NoiseSource one = new SeededNoise(8);
    NoiseSource same = new SeededNoise(8);
    NoiseSource other = new SeededNoise(9);
    long first = one.nextLong();
    assertThat(same.nextLong()).isEqualTo(first);
    assertThat(other.nextLong()).isNotEqualTo(first);
  }
}

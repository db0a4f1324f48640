package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SecureNoiseTest extends NoiseSourceContract {

  @Override
  NoiseSource source() {
    return new SecureNoise();
  }

  @Test
  void noSeedCanBeGiven() {
    assertThat(SecureNoise.class.getConstructors())
        .allSatisfy(constructor -> assertThat(constructor.getParameterCount()).isZero());
    assertThat(SecureNoise.class.getDeclaredMethods())
        .noneSatisfy(method -> assertThat(method.getName()).containsIgnoringCase("seed"));
  }

  @Test
  void twoSourcesNeverAgree() {
    NoiseSource one = new SecureNoise();
    NoiseSource other = new SecureNoise();
    for (int i = 0; i < 1_000; i++) {
      assertThat(one.nextLong()).isNotEqualTo(other.nextLong());
    }
  }

  /**
   * A word drawn twice by chance: at most once in 10^7 runs. A shared buffer would show at once.
   */
  @Test
  void noTwoThreadsEverGetTheSameBits() throws Exception {
    NoiseSource noise = new SecureNoise();
    int perThread = 200_000;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      var parts =
          threads.invokeAll(
              IntStream.range(0, 4)
                  .<java.util.concurrent.Callable<long[]>>mapToObj(
                      i ->
                          () -> {
                            long[] drawn = new long[perThread];
                            Arrays.setAll(drawn, j -> noise.nextLong());
                            return drawn;
                          })
                  .toList());
      Set<Long> all = new HashSet<>();
      for (Future<long[]> part : parts) {
        for (long bits : part.get()) {
          all.add(bits);
        }
      }
      assertThat(all).hasSize(4 * perThread);
    } finally {
      threads.shutdown();
    }
  }
}

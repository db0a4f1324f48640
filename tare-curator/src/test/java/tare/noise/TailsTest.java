package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * Tails are all there: a law that is cut off tells for sure, with a small probability, on which
 * side of the cut a row lies, and tests of whole laws hardly see it. Numbers of far draws are
 * Poisson; the bounds are exceeded with probability below 1e-6 each.
 */
class TailsTest {

  private static final int DRAWS = 1_000_000;

  private static long beyond(double far, LongSupplier law) {
    long count = 0;
    for (int i = 0; i < DRAWS; i++) {
      count += Math.abs(law.getAsLong()) > far ? 1 : 0;
    }
    return count;
  }

  /** 63 of a million lie beyond four standard deviations. */
  @Test
  void ofTheDiscreteGaussianLaw() {
    SeededNoise noise = new SeededNoise(31);
    DiscreteGaussian law = DiscreteGaussian.of(1000);
    assertThat(beyond(4000, () -> law.sample(noise))).isBetween(28L, 106L);
    assertThat(beyond(4000, () -> cut(law, noise, 4000))).as("the twin: cut off").isZero();
  }

  private static long cut(DiscreteGaussian law, SeededNoise noise, long most) {
    long draw = law.sample(noise);
    return Math.abs(draw) > most ? cut(law, noise, most) : draw;
  }

  /** 45 of a million lie beyond ten scales. */
  @Test
  void ofTheDiscreteLaplaceLaw() {
    SeededNoise noise = new SeededNoise(32);
    DiscreteLaplace law = DiscreteLaplace.of(1000);
    assertThat(beyond(10_000, () -> law.sample(noise))).isBetween(16L, 83L);
  }

  /** 63 of a million lie beyond four standard deviations, in training noise as well. */
  @Test
  void ofTrainingNoise() {
    float[] draws = new float[DRAWS];
    new SeededNoise(33).fillGaussian(1f, draws, 0, DRAWS);
    int[] next = {0};
    assertThat(beyond(4000, () -> (long) (1000 * draws[next[0]++]))).isBetween(28L, 106L);
  }
}

package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class SimplexTest {

  @Test
  void whatIsAlreadyThereStays() {
    assertThat(Simplex.project(new double[] {1, 0, 2}, 3)).containsExactly(1, 0, 2);
  }

  @Test
  void negativeCountsCostAllOthersTheSame() {
    assertThat(Simplex.project(new double[] {-4, 5, 3}, 4)).containsExactly(0, 3, 1);
  }

  @Test
  void anEntryRuledOutStaysEmpty() {
    assertThat(Simplex.project(new double[] {Double.NEGATIVE_INFINITY, 1, 1}, 4))
        .containsExactly(0, 2, 2);
  }

  /** Optimality: no shift of mass between two entries comes nearer to the noised counts. */
  @Test
  void noFeasibleVectorIsNearer() {
    RandomGenerator random = new Seed(3).stream("simplex");
    for (int trial = 0; trial < 200; trial++) {
      double[] noised = new double[1 + random.nextInt(12)];
      for (int i = 0; i < noised.length; i++) {
        noised[i] = 5 * random.nextGaussian();
      }
      double total = 10 * random.nextDouble();
      double[] projected = Simplex.project(noised, total);
      assertThat(Arrays.stream(projected).sum()).isCloseTo(total, within(1e-9));
      for (int i = 0; i < noised.length; i++) {
        assertThat(projected[i]).isNotNegative();
        for (int j = 0; j < noised.length; j++) {
          // Moving mass from i to j must not pay: gradient at i at most that at j.
          if (projected[i] > 0) {
            assertThat(projected[i] - noised[i])
                .isLessThanOrEqualTo(projected[j] - noised[j] + 1e-9);
          }
        }
      }
    }
  }
}

package tare.kernel.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class RocAucTest {

  private final RandomGenerator chance = new Seed(5).stream("auc");

  @Test
  void countsAllPairs() {
    for (int round = 0; round < 50; round++) {
      int n = 2 + chance.nextInt(30);
      double[] scores = chance.ints(n, 0, 6).asDoubleStream().toArray();
      double[] mass = chance.doubles(n).toArray();
      boolean[] positive = new boolean[n];
      positive[0] = true;
      for (int i = 2; i < n; i++) {
        positive[i] = chance.nextBoolean();
      }
      assertThat(RocAuc.of(scores, positive, mass))
          .isCloseTo(byPairs(scores, positive, mass), within(1e-12));
    }
  }

  @Test
  void isNotANumberWithOneClass() {
    assertThat(RocAuc.of(new double[] {1, 2}, new boolean[] {true, true}, new double[] {1, 1}))
        .isNaN();
  }

  @Test
  void macroAveragesOneAgainstTheRestAndLeavesOutAbsentClasses() {
    double[][] scores = {{0.9, 0.1, 0.3}, {0.1, 0.5, 0.6}, {0, 0, 0}};
    int[] labels = {0, 1, 1};
    double[] mass = {1, 1, 1};
    // Class 0 is ranked perfectly, class 1 too; class 2 has no example.
    assertThat(RocAuc.macro(scores, labels, mass)).isEqualTo(1);
    assertThat(RocAuc.macro(new double[][] {{0, 1, 2}, {0, 1, 2}}, labels, mass))
        .isCloseTo(0.5, within(1e-15));
  }

  private static double byPairs(double[] scores, boolean[] positive, double[] mass) {
    double above = 0;
    double all = 0;
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores.length; j++) {
        if (positive[i] && !positive[j]) {
          all += mass[i] * mass[j];
          above +=
              mass[i] * mass[j] * (scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0);
        }
      }
    }
    return above / all;
  }
}

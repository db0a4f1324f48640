package tare.kernel.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Level and power of the test for finite variance, n = 10,000. */
class FiniteVarianceTestTest {

  private static final int RUNS = 400;

  @Test
  void rejectsAnInfiniteVariance() {
    // True power 0.96 or more; 400 runs fall below 0.8 with chance far under 1e-6.
    assertThat(rejections(1 / 1.5)).isGreaterThan(0.8);
  }

  @Test
  void rejectsAlmostAlwaysWhenEvenTheMeanIsInfinite() {
    assertThat(rejections(1.1)).isGreaterThan(0.99);
  }

  @Test
  void keepsItsLevelAtTheBoundary() {
    // 5 % of 400 is 20 with sd 4.4: 0.11 is 5.5 sd away (chance 1e-7 of a false alarm).
    assertThat(rejections(0.5)).isLessThan(0.11).isGreaterThan(0.0);
  }

  @Test
  void hardlyEverRejectsAFiniteVariance() {
    assertThat(rejections(1 / 3.0)).isLessThan(0.02);
    assertThat(rejections(0.1)).isLessThan(0.02);
  }

  /** The twin: with the sign of the public code the ratio is never positive. */
  @Test
  void theWrongSignWouldNeverReject() {
    double[] logWeights = pareto(1.1, new Seed(5).stream("sign"));
    FiniteVarianceTest.Result result = FiniteVarianceTest.of(logWeights);
    double wrongRatio = -result.signedRoot() * result.signedRoot();
    assertThat(result.pValue()).isLessThan(1e-6);
    assertThat(wrongRatio).isLessThan(2.7);
  }

  @Test
  void equalOrFewWeightsAreNotTested() {
    assertThat(FiniteVarianceTest.of(new double[1000]).pValue()).isNaN();
    assertThat(FiniteVarianceTest.of(new double[] {1, 2, 3}).pValue()).isNaN();
  }

  @Test
  void lightTailsPutTheShapeAtZero() {
    RandomGenerator random = new Seed(2).stream("uniform");
    double[] logWeights = new double[10_000];
    Arrays.setAll(logWeights, i -> Math.log(random.nextDouble()));
    FiniteVarianceTest.Result result = FiniteVarianceTest.of(logWeights);
    assertThat(result.shape()).isCloseTo(0, within(1e-4));
    assertThat(result.pValue()).isGreaterThan(0.999);
  }

  private static double rejections(double shape) {
    RandomGenerator random = new Seed(17).stream("shape " + shape);
    int rejected = 0;
    for (int run = 0; run < RUNS; run++) {
      if (FiniteVarianceTest.of(pareto(shape, random)).pValue() < 0.05) {
        rejected++;
      }
    }
    return (double) rejected / RUNS;
  }

  private static double[] pareto(double shape, RandomGenerator random) {
    double[] logWeights = new double[10_000];
    Arrays.setAll(logWeights, i -> -shape * Math.log1p(-random.nextDouble()));
    return logWeights;
  }
}

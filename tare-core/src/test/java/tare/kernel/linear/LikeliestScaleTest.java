package tare.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class LikeliestScaleTest {

  private static final int SIZE = 400;
  private static final double LEAST = 2;
  private static final double MOST = 1e6;

  private final double[] covariance = covariance();
  private final double[] variances = new double[SIZE];

  LikeliestScaleTest() {
    for (int j = 0; j < SIZE; j++) {
      variances[j] = j % 2 == 0 ? 1e-3 : 4e-3;
    }
  }

  /** Neighbours go together. */
  private static double[] covariance() {
    double[] covariance = new double[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j <= i; j++) {
        covariance[i * SIZE + j] = Math.pow(0.6, i - j);
      }
    }
    return covariance;
  }

  private double[] deviations(double divisor, long seed) {
    RandomGenerator random = new Seed(seed).stream("deviations");
    double[] white = random.doubles(SIZE).map(u -> random.nextGaussian()).toArray();
    double[] deviations = Cholesky.of(covariance, SIZE).timesLower(white);
    for (int j = 0; j < SIZE; j++) {
      deviations[j] =
          deviations[j] / Math.sqrt(divisor) + Math.sqrt(variances[j]) * random.nextGaussian();
    }
    return deviations;
  }

  private double found(double[] deviations, double[] noise) {
    return LikeliestScale.divisor(deviations, covariance, noise, LEAST, MOST, () -> {});
  }

  /**
   * With 400 deviations the logarithm of the divisor has a standard error of 0.09 where they are
   * mostly of that cause and 0.2 where they are mostly noise; 0.5 and 1 are more than five of them.
   */
  @Test
  void theDivisorThatDrewTheDeviationsIsFound() {
    assertThat(Math.log(found(deviations(50, 1), variances))).isCloseTo(Math.log(50), within(0.5));
    assertThat(Math.log(found(deviations(1_000, 2), variances)))
        .isCloseTo(Math.log(1_000), within(1.0));
  }

  /** The twin of the test above: who forgets the noise takes it for the other cause. */
  @Test
  void noiseThatIsForgottenIsTakenForTheOtherCause() {
    double[] hardlyAny = Arrays.stream(variances).map(v -> v / 100).toArray();
    assertThat(found(deviations(1_000, 2), hardlyAny)).isLessThan(600);
  }

  /**
   * By their variances alone the deviations tell the divisor a little less surely; few of them lean
   * to what was suggested.
   */
  @Test
  void aSuggestionCountsWhereThereIsLittleElse() {
    double[] ones = new double[SIZE];
    Arrays.fill(ones, 1);
    double[] all = deviations(50, 4);
    assertThat(Math.log(near(5_000, all, ones, variances))).isCloseTo(Math.log(50), within(0.8));
    double[] two = Arrays.copyOf(deviations(5_000, 5), 2);
    double[] cause = {1, 1};
    double[] noise = {1, 1};
    assertThat(Math.log(near(5_000, two, cause, noise))).isCloseTo(Math.log(5_000), within(0.5));
    assertThat(Math.log(near(50, two, cause, noise))).isCloseTo(Math.log(50), within(1.0));
  }

  private static double near(double suggested, double[] off, double[] cause, double[] noise) {
    return LikeliestScale.divisorNear(suggested, 2, off, cause, noise, LEAST, MOST);
  }

  @Test
  void itStaysWithinItsBounds() {
    double[] nothing = new double[SIZE];
    assertThat(found(nothing, variances)).isBetween(0.9 * MOST, MOST);
    double[] far = Arrays.stream(deviations(1, 3)).map(d -> 100 * d).toArray();
    assertThat(found(far, variances)).isBetween(LEAST, 1.1 * LEAST);
  }
}

package tare.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class MaximumMeanDiscrepancyTest {

  private final RandomGenerator chance = new Seed(3).stream("mmd");

  @Test
  void twoPointsHaveTheClosedForm() {
    double[][] a = {{0, 0}};
    double[][] b = {{3, 4}};
    double[] one = {1};
    // |phi(x) - phi(y)|^2 = 2 - 2 exp(-25/(2 h^2))
    assertThat(MaximumMeanDiscrepancy.between(a, one, b, one, 5))
        .isCloseTo(Math.sqrt(2 - 2 * Math.exp(-0.5)), within(1e-15));
  }

  @Test
  void weightsCountLikeCopies() {
    double[][] a = points(30);
    double[][] b = {{0.1, 0.2}, {0.7, 0.3}};
    double[][] copies = {{0.1, 0.2}, {0.7, 0.3}, {0.7, 0.3}, {0.7, 0.3}};
    double h = MaximumMeanDiscrepancy.medianDistance(a);
    assertThat(MaximumMeanDiscrepancy.between(a, ones(30), b, new double[] {2, 6}, h))
        .isCloseTo(MaximumMeanDiscrepancy.between(a, ones(30), copies, ones(4), h), within(1e-14));
  }

  @Test
  void isZeroToItselfAndSymmetric() {
    double[][] a = points(50);
    double[][] b = points(40);
    double[] p = chance.doubles(50).toArray();
    double[] q = chance.doubles(40).toArray();
    assertThat(MaximumMeanDiscrepancy.between(a, p, a, p, 0.5)).isCloseTo(0, within(1e-7));
    assertThat(MaximumMeanDiscrepancy.between(a, p, b, q, 0.5))
        .isCloseTo(MaximumMeanDiscrepancy.between(b, q, a, p, 0.5), within(1e-14))
        .isGreaterThan(0.01);
  }

  @Test
  void theMedianIsThatOfAllPairs() {
    double[][] line = {{0}, {1}, {3}, {7}};
    // Distances 1, 2, 3, 4, 6, 7.
    assertThat(MaximumMeanDiscrepancy.medianDistance(line)).isEqualTo(3.5);
    assertThat(MaximumMeanDiscrepancy.medianDistance(new double[][] {{1}, {1}, {1}})).isEqualTo(1);
    assertThat(MaximumMeanDiscrepancy.medianDistance(new double[][] {{1}})).isEqualTo(1);
  }

  @Test
  void theMedianOfManyPointsIsTakenFromSome() {
    double[][] many = new double[5_000][];
    Arrays.setAll(many, i -> new double[] {i / 5_000.0});
    // Of uniform points on a line the median distance is 1 - sqrt(1/2).
    assertThat(MaximumMeanDiscrepancy.medianDistance(many))
        .isCloseTo(1 - Math.sqrt(0.5), within(1e-3));
  }

  @Test
  void refusesNegativeMass() {
    double[][] a = points(2);
    assertThatThrownBy(() -> MaximumMeanDiscrepancy.between(a, ones(2), a, new double[] {1, -2}, 1))
        .hasMessage("Every mass of the second points must not be negative. Got: -2.0");
  }

  private double[][] points(int n) {
    double[][] points = new double[n][];
    Arrays.setAll(points, i -> chance.doubles(2).toArray());
    return points;
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}

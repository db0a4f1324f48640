package tare.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;
import static tare.testkit.StatisticalAssertions.assertMean;
import static tare.testkit.StatisticalAssertions.kolmogorovSmirnovPValue;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every noise for vectors must do; false-alarm rate 1e-6 per assertion. */
class VectorNoiseTest {

  static List<VectorNoise> laws() {
    return List.of(
        GridGaussian.of(1, 1, 1),
        GridGaussian.of(0.01, 3, 5),
        GridGaussian.of(40, 1e-9, 100),
        GridLaplace.of(1, 1, 1),
        GridLaplace.of(7, 1e6, 30),
        SphericalNoise.of(1, 1, 1),
        SphericalNoise.of(0.3, 2, 12));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void whatComesOutLiesOnTheGrid(VectorNoise law) {
    double[] statistic = new double[law.dimension()];
    java.util.Arrays.fill(statistic, Math.PI * law.scale());
    double[] copy = statistic.clone();
    double[] noised = law.addTo(statistic, new SeededNoise(1));
    assertThat(statistic).isEqualTo(copy);
    assertThat(noised).hasSize(law.dimension());
    for (double x : noised) {
      assertThat(Math.rint(x / law.grid())).isEqualTo(x / law.grid());
      assertThat(x).isNotEqualTo(Math.PI * law.scale());
    }
    assertThat(Math.scalb(1.0, Math.getExponent(law.grid()))).isEqualTo(law.grid());
    assertThat(law.grid()).isLessThan(1e-5 * law.scale());
  }

  @ParameterizedTest
  @MethodSource("laws")
  void noiseIsUnbiasedAndCentredOnTheStatistic(VectorNoise law) {
    NoiseSource noise = new SeededNoise(2);
    double[] statistic = new double[law.dimension()];
    statistic[0] = 3 * law.scale();
    double[] first = new double[2_000];
    for (int i = 0; i < first.length; i++) {
      first[i] = law.addTo(statistic, noise)[0] / law.scale();
    }
    assertMean(first, 3, RARE);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void theWrongLengthAndNoNumbersAreRefused(VectorNoise law) {
    assertThatThrownBy(() -> law.addTo(new double[law.dimension() + 1], new SeededNoise(3)))
        .isInstanceOf(IllegalArgumentException.class);
    double[] broken = new double[law.dimension()];
    broken[0] = Double.NaN;
    assertThatThrownBy(() -> law.addTo(broken, new SeededNoise(3)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void scalesAreThoseAskedForUpToTheGrid() {
    assertThat(GridGaussian.of(2, 3, 10).scale()).isCloseTo(6, within(6e-5));
    assertThat(GridGaussian.of(2, 3, 10).scale()).isGreaterThan(6);
    assertThat(GridLaplace.of(2, 3, 10).scale()).isCloseTo(6, within(6e-5));
    assertThat(GridLaplace.of(2, 3, 10).scale()).isGreaterThanOrEqualTo(6);
    assertThat(SphericalNoise.of(0.5, 3, 10).scale()).isCloseTo(6, within(6e-5));
    assertThat(SphericalNoise.of(0.5, 3, 10).scale()).isGreaterThanOrEqualTo(6);
  }

  /** The sensitivity that rounding adds is in the claim: checked on the worst of roundings. */
  @Test
  void roundingToTheGridIsPartOfTheSensitivity() {
    int dimension = 64;
    GridLaplace law = GridLaplace.of(1, 1, dimension);
    PrivacyEvent.DiscreteLaplace event = (PrivacyEvent.DiscreteLaplace) law.event();
    Grid grid = Grid.notAbove(law.grid());
    // All coordinates just above a half step on one side and just below on the other.
    double nudge = 1.0 / dimension / 2;
    long moved = 0;
    for (int j = 0; j < dimension; j++) {
      double base = law.grid() * 0.5000001;
      moved += Math.abs(grid.nearest(base + nudge) - grid.nearest(base - nudge * 0.9999));
    }
    assertThat(moved).isLessThanOrEqualTo(event.sensitivity());
    double continuous = 1 / law.grid();
    assertThat((double) event.sensitivity()).isGreaterThanOrEqualTo(continuous + dimension - 1);
  }

  @Test
  void gaussianDrawsAreGaussian() {
    double[] draws = firstCoordinate(GridGaussian.of(2, 1.5, 3), 50_000);
    DoubleUnaryOperator law = x -> 0.5 * Erf.erfc(-x / 3 / Math.sqrt(2));
    assertFollows(draws, law, RARE);
    assertThat(kolmogorovSmirnovPValue(draws, x -> law.applyAsDouble(x / 1.1))).isLessThan(RARE);
  }

  @Test
  void laplaceDrawsAreLaplace() {
    double[] draws = firstCoordinate(GridLaplace.of(2, 1.5, 3), 50_000);
    DoubleUnaryOperator law = x -> x < 0 ? 0.5 * Math.exp(x / 3) : 1 - 0.5 * Math.exp(-x / 3);
    assertFollows(draws, law, RARE);
    assertThat(kolmogorovSmirnovPValue(draws, x -> law.applyAsDouble(x / 1.1))).isLessThan(RARE);
  }

  /** Length Gamma(p, s), and a direction whose first coordinate is uniform on [-1, 1] for p = 3. */
  @Test
  void sphericalDrawsHaveGammaLengthAndUniformDirection() {
    SphericalNoise law = SphericalNoise.of(0.5, 1, 3);
    NoiseSource noise = new SeededNoise(5);
    int draws = 200_000;
    double[] lengths = new double[draws];
    double[] heights = new double[draws];
    for (int i = 0; i < draws; i++) {
      double[] z = law.addTo(new double[3], noise);
      lengths[i] = Math.sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
      heights[i] = z[0] / lengths[i];
    }
    DoubleUnaryOperator gamma = x -> 1 - Math.exp(-x / 2) * (1 + x / 2 + x * x / 8);
    assertFollows(lengths, gamma, RARE);
    assertFollows(heights, x -> (1 + x) / 2, RARE);
    assertThat(kolmogorovSmirnovPValue(lengths, x -> gamma.applyAsDouble(x / 1.05)))
        .isLessThan(RARE);
    assertThat(kolmogorovSmirnovPValue(lengths, x -> gamma.applyAsDouble(x * 1.05)))
        .isLessThan(RARE);
  }

  private static double[] firstCoordinate(VectorNoise law, int draws) {
    NoiseSource noise = new SeededNoise(4);
    double[] zero = new double[law.dimension()];
    double[] first = new double[draws];
    for (int i = 0; i < draws; i++) {
      first[i] = law.addTo(zero, noise)[0];
    }
    return first;
  }

  @Test
  void hugeStatisticsAreClampedAndNotRefused() {
    double[] noised = GridGaussian.of(1, 1, 1).addTo(new double[] {1e300}, new SeededNoise(6));
    assertThat(noised[0]).isGreaterThan(1e10).isLessThan(1e30);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> GridGaussian.of(1, 0, 1)).hasMessageContaining("sensitivity");
    assertThatThrownBy(() -> GridGaussian.of(1, 1, 0)).hasMessageContaining("dimension");
    assertThatThrownBy(() -> GridGaussian.of(0, 1, 1)).hasMessageContaining("noise multiplier");
    assertThatThrownBy(() -> GridLaplace.of(Double.NaN, 1, 1))
        .hasMessageContaining("noise multiplier");
    assertThatThrownBy(() -> SphericalNoise.of(0, 1, 1)).hasMessageContaining("epsilon");
  }
}

package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;
import static tare.testkit.StatisticalAssertions.assertMean;
import static tare.testkit.StatisticalAssertions.chiSquaredPValue;
import static tare.testkit.StatisticalAssertions.kolmogorovSmirnovPValue;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyEvent;

/** What every noise for vectors must do; false-alarm rate 1e-6 per assertion. */
class VectorNoiseTest {

  private static final int HEIGHTS = 10;

  private static final int LENGTH_CELLS = 60;

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

  /** The same for Gaussian noise: the length of half a step on each side in every coordinate. */
  @Test
  void roundingIsPartOfTheSensitivityOfGaussianNoiseToo() {
    for (int dimension : new int[] {1, 64, 10_000}) {
      for (double multiplier : new double[] {0.5, 40}) {
        GridGaussian law = GridGaussian.of(multiplier, 1, dimension);
        double rounded = 1 + Math.sqrt(dimension) * law.grid();
        double four = 4 * law.grid() / multiplier;
        assertThat(law.scale() / multiplier)
            .isGreaterThanOrEqualTo(Math.hypot(rounded, four) * (1 - 1e-14));
      }
    }
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

  /**
   * A million draws: lengths follow Gamma(p, s) by the chi-squared test, and the same test rejects
   * a scale that is 5 % off either way.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void sphericalLengthsFollowTheGammaLaw(int dimension) {
    SphericalNoise law = SphericalNoise.of(0.5, 1, dimension);
    NoiseSource noise = new SeededNoise(5);
    double[] zero = new double[dimension];
    long[] lengths = new long[LENGTH_CELLS];
    for (int i = 0; i < 1_000_000; i++) {
      lengths[lengthCell(length(law.addTo(zero, noise)))]++;
    }
    assertFollows(lengths, gammaCells(dimension, 2), RARE);
    assertThat(chiSquaredPValue(lengths, gammaCells(dimension, 2 * 1.05))).isLessThan(RARE);
    assertThat(chiSquaredPValue(lengths, gammaCells(dimension, 2 / 1.05))).isLessThan(RARE);
  }

  /** For p = 3 any one coordinate of the direction is uniform on [-1, 1], whatever the length. */
  @Test
  void sphericalDirectionsAreUniformWhateverTheLength() {
    SphericalNoise law = SphericalNoise.of(0.5, 1, 3);
    NoiseSource noise = new SeededNoise(5);
    for (int axis = 0; axis < 3; axis++) {
      long[] cells = new long[HEIGHTS * LENGTH_CELLS];
      for (int i = 0; i < 200_000; i++) {
        double[] z = law.addTo(new double[3], noise);
        double length = length(z);
        int height = Math.min(HEIGHTS - 1, (int) ((1 + z[axis] / length) / 2 * HEIGHTS));
        cells[height * LENGTH_CELLS + lengthCell(length)]++;
      }
      assertFollows(cells, heightAndLength(gammaCells(3, 2)), RARE);
    }
  }

  private static double length(double[] z) {
    double squared = 0;
    for (double x : z) {
      squared += x * x;
    }
    return Math.sqrt(squared);
  }

  /** Cells half a unit wide, the last one open. */
  private static int lengthCell(double length) {
    return (int) Math.min(LENGTH_CELLS - 1.0, 2 * length);
  }

  private static double[] gammaCells(int dimension, double scale) {
    double[] cells = new double[LENGTH_CELLS];
    for (int i = 0; i < LENGTH_CELLS; i++) {
      double from = Gamma.regularizedGammaP(dimension, i / 2.0 / scale);
      double to =
          i == LENGTH_CELLS - 1 ? 1 : Gamma.regularizedGammaP(dimension, (i + 1) / 2.0 / scale);
      cells[i] = to - from;
    }
    return cells;
  }

  private static double[] heightAndLength(double[] lengthLaw) {
    double[] cells = new double[HEIGHTS * LENGTH_CELLS];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = lengthLaw[i % LENGTH_CELLS] / HEIGHTS;
    }
    return cells;
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

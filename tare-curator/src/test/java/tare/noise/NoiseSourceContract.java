package tare.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tare.testkit.StatisticalAssertions.RARE;
import static tare.testkit.StatisticalAssertions.assertFollows;
import static tare.testkit.StatisticalAssertions.assertMean;
import static tare.testkit.StatisticalAssertions.chiSquaredPValue;

import java.util.Arrays;
import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Test;

/** What every noise source must do; false-alarm rate 1e-6 per assertion. */
abstract class NoiseSourceContract {

  private static final int DRAWS = 1_000_000;

  abstract NoiseSource source();

  @Test
  void everyBitIsFair() {
    NoiseSource noise = source();
    long[] ones = new long[64];
    int draws = 20_000;
    for (int i = 0; i < draws; i++) {
      long bits = noise.nextLong();
      for (int b = 0; b < 64; b++) {
        ones[b] += (bits >>> b) & 1;
      }
    }
    for (long count : ones) {
      assertThat(tare.testkit.StatisticalAssertions.binomialPValue(count, draws, 0.5))
          .isGreaterThan(RARE / 64);
    }
  }

  @Test
  void doublesAreGaussian() {
    double[] draws = new double[DRAWS];
    source().fillGaussian(2.0, draws, 0, DRAWS);
    checkGaussian(draws, 2.0);
  }

  @Test
  void floatsAreGaussian() {
    float[] draws = new float[DRAWS];
    source().fillGaussian(2.0f, draws, 0, DRAWS);
    double[] asDoubles = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      asDoubles[i] = draws[i];
    }
    checkGaussian(asDoubles, 2.0);
  }

  private static void checkGaussian(double[] draws, double sd) {
    // Bins of a tenth of a standard deviation out to six of them: wedges and tail included.
    assertFollows(histogram(draws, sd), normalMasses(sd, sd), RARE);
    assertThat(chiSquaredPValue(histogram(draws, sd), normalMasses(sd, sd * 1.05)))
        .isLessThan(RARE);
    assertThat(chiSquaredPValue(histogram(draws, sd), normalMasses(sd, sd / 1.05)))
        .isLessThan(RARE);
    double[] fourth = Arrays.stream(draws).map(x -> x * x * x * x / 16).toArray();
    assertMean(fourth, 3, RARE);
    double[] lagged = new double[draws.length - 1];
    for (int i = 0; i < lagged.length; i++) {
      lagged[i] = draws[i] * draws[i + 1];
    }
    assertMean(lagged, 0, RARE);
    assertThat(Arrays.stream(draws).map(Math::abs).max().getAsDouble())
        .isBetween(4.2 * sd, 7.5 * sd);
  }

  @Test
  void onlyTheNamedPartIsFilled() {
    double[] doubles = new double[10];
    float[] floats = new float[10];
    source().fillGaussian(1.0, doubles, 3, 4);
    source().fillGaussian(1.0f, floats, 3, 4);
    for (int i = 0; i < 10; i++) {
      boolean named = i >= 3 && i < 7;
      assertThat(doubles[i] != 0).isEqualTo(named);
      assertThat(floats[i] != 0).isEqualTo(named);
    }
    assertThatThrownBy(() -> source().fillGaussian(1.0, doubles, 8, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> source().fillGaussian(-1.0, doubles, 0, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> source().fillGaussian(Float.NaN, floats, 0, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long[] histogram(double[] draws, double sd) {
    long[] histogram = new long[120];
    for (double draw : draws) {
      histogram[(int) Math.max(0, Math.min(119, Math.floor(draw / sd * 10) + 60))]++;
    }
    return histogram;
  }

  private static double[] normalMasses(double binSd, double sd) {
    double[] masses = new double[120];
    for (int i = 0; i < 120; i++) {
      double low = i == 0 ? Double.NEGATIVE_INFINITY : (i - 60) * binSd / 10 / sd;
      double high = i == 119 ? Double.POSITIVE_INFINITY : (i - 59) * binSd / 10 / sd;
      masses[i] = 0.5 * Erf.erf(low / Math.sqrt(2), high / Math.sqrt(2));
    }
    return masses;
  }
}

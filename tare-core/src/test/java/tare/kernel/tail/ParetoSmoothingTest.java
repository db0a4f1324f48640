package tare.kernel.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.testdata.TestCsv;

/** The smoothing against R's loo, and what it does with awkward weights. */
class ParetoSmoothingTest {

  @Test
  void agreesWithLoo() {
    TestCsv reference = TestCsv.read("/reference/psis_loo.csv");
    assertThat(reference.rows()).hasSize(4);
    for (int row = 0; row < 4; row++) {
      String vector = reference.text(row, "vector");
      double[] logWeights = looVector(vector);
      ParetoSmoothing.Smoothed smoothed = ParetoSmoothing.smooth(logWeights);
      double[] shares = LogWeights.shares(smoothed.logWeights());
      double squares = Arrays.stream(shares).map(w -> w * w).sum();
      assertThat(smoothed.tailLength())
          .as(vector)
          .isEqualTo((int) reference.number(row, "tail_len"));
      assertThat(smoothed.shape())
          .as(vector)
          .isCloseTo(reference.number(row, "khat"), within(1e-6));
      assertThat(LogWeights.kishSize(logWeights))
          .as(vector)
          .isCloseTo(reference.number(row, "ess_raw"), within(1e-6));
      assertThat(1 / squares)
          .as(vector)
          .isCloseTo(reference.number(row, "n_eff_psis"), within(1e-5));
      assertThat(LogWeights.largestShare(logWeights))
          .as(vector)
          .isCloseTo(reference.number(row, "max_w_raw"), within(1e-6));
      assertThat(LogWeights.max(smoothed.logWeights()) - LogWeights.logSum(smoothed.logWeights()))
          .as(vector)
          .isCloseTo(Math.log(reference.number(row, "max_w_smoothed")), within(1e-6));
      assertThat(squares)
          .as(vector)
          .isCloseTo(reference.number(row, "sum_sq_smoothed"), within(1e-9));
    }
  }

  @Test
  void neitherScaleNorOrderOfTheWeightsMatters() {
    double[] logWeights = looVector("w1");
    double[] turned = new double[logWeights.length];
    for (int i = 0; i < turned.length; i++) {
      turned[i] = logWeights[turned.length - 1 - i] + 700;
    }
    ParetoSmoothing.Smoothed a = ParetoSmoothing.smooth(logWeights);
    ParetoSmoothing.Smoothed b = ParetoSmoothing.smooth(turned);
    assertThat(b.shape()).isCloseTo(a.shape(), within(1e-9));
    for (int i = 0; i < turned.length; i++) {
      assertThat(b.logWeights()[turned.length - 1 - i] - 700)
          .isCloseTo(a.logWeights()[i], within(1e-9));
    }
  }

  @Test
  void leavesEqualAndFewWeightsAlone() {
    for (double[] logWeights : new double[][] {new double[1000], {0, 1, 2, 3}, {0.5}}) {
      ParetoSmoothing.Smoothed smoothed = ParetoSmoothing.smooth(logWeights);
      assertThat(smoothed.shape()).isNaN();
      assertThat(smoothed.logWeights()).containsExactly(logWeights);
    }
  }

  @Test
  void tiesOnTheThresholdAndZeroWeightsGiveAFiniteShape() {
    RandomGenerator random = new Seed(1).stream("ties");
    double[] logWeights = new double[1000];
    for (int i = 0; i < logWeights.length; i++) {
      logWeights[i] =
          i % 7 == 0 ? Double.NEGATIVE_INFINITY : Math.floor(6 * random.nextDouble()) / 2;
    }
    for (int i = 0; i < 40; i++) {
      logWeights[i] = 3 + random.nextDouble();
    }
    ParetoSmoothing.Smoothed smoothed = ParetoSmoothing.smooth(logWeights);
    assertThat(smoothed.shape()).isFinite();
    assertThat(smoothed.logWeights()).doesNotContain(Double.NaN);
  }

  @Test
  void truncatedWeightsHaveALighterTail() {
    double[] heavy = looVector("w3");
    double[] truncated = Arrays.stream(heavy).map(w -> Math.min(w, 4)).toArray();
    assertThat(ParetoSmoothing.smooth(truncated).shape())
        .isLessThan(ParetoSmoothing.smooth(heavy).shape() - 0.5);
  }

  /** The vectors that the reference names. */
  static double[] looVector(String name) {
    return switch (name) {
      case "w1" -> power(1000, -0.6);
      case "w2" -> power(1000, -0.3);
      case "w3" -> power(5000, -0.9);
      case "w4" -> {
        double[] logWeights = new double[2000];
        Arrays.setAll(logWeights, i -> Math.sqrt(2) * Erf.erfInv(2 * (i + 0.5) / 2000 - 1));
        yield logWeights;
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static double[] power(int n, double exponent) {
    double[] logWeights = new double[n];
    Arrays.setAll(logWeights, i -> exponent * Math.log((i + 0.5) / n));
    return logWeights;
  }
}

package tare.kernel.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Beta calibration finds the map that distorted the logits. */
class BetaCalibrationTest {

  private static final int N = 20_000;

  private final RandomGenerator random = new Seed(9).stream("beta");
  private final double[] ones = new double[N];

  BetaCalibrationTest() {
    Arrays.fill(ones, 1);
  }

  @Test
  void identityLeavesLogitsAlone() {
    for (double logit : new double[] {-700, -3, 0, 0.1, 40, 700}) {
      assertThat(BetaCalibration.IDENTITY.calibrated(logit)).isCloseTo(logit, within(1e-12));
    }
  }

  @Test
  void recoversAKnownMap() {
    BetaCalibration truth = new BetaCalibration(0.6, 1.7, 0.4);
    double[] logits = new double[N];
    boolean[] labels = new boolean[N];
    for (int i = 0; i < N; i++) {
      logits[i] = 2 * random.nextGaussian();
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-truth.calibrated(logits[i])));
    }
    BetaCalibration fit = BetaCalibration.fit(logits, labels, ones);
    // Five standard errors of each, from the inverse information at this size (0.03, 0.05, 0.04).
    assertThat(fit.a()).isCloseTo(0.6, within(0.15));
    assertThat(fit.b()).isCloseTo(1.7, within(0.25));
    assertThat(fit.c()).isCloseTo(0.4, within(0.2));
  }

  @Test
  void upsideDownScoresAreFlattenedNotTurned() {
    double[] logits = new double[N];
    boolean[] labels = new boolean[N];
    for (int i = 0; i < N; i++) {
      logits[i] = random.nextGaussian();
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(logits[i]));
    }
    BetaCalibration fit = BetaCalibration.fit(logits, labels, ones);
    assertThat(fit.a()).isZero();
    assertThat(fit.b()).isZero();
    assertThat(fit.c()).isCloseTo(0, within(0.1));
  }

  @Test
  void separatedLabelsGiveFiniteSlopes() {
    double[] logits = {-2, -1, 1, 2};
    BetaCalibration fit =
        BetaCalibration.fit(
            logits, new boolean[] {false, false, true, true}, new double[] {1, 1, 1, 1});
    assertThat(fit.a()).isFinite();
    assertThat(fit.calibrated(2)).isGreaterThan(fit.calibrated(1));
  }

  @Test
  void oneLabelIsNotEnough() {
    assertThatThrownBy(
            () -> BetaCalibration.fit(new double[3], new boolean[3], new double[] {1, 1, 1}))
        .hasMessageContaining("both labels");
  }
}

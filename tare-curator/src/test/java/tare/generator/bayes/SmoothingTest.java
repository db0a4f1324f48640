package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

class SmoothingTest {

  @Test
  void stepsThatStandOutStay() {
    double[] counts = {0, 0, 0, 0, 900, 900, 0, 0, 0, 0};
    assertThat(Smoothing.smoothed(counts, 4, 4)).containsExactly(counts);
  }

  @Test
  void whatIsWithinTheNoiseBecomesOnePiece() {
    double[] smoothed = Smoothing.smoothed(new double[] {9, 11, 10, 8, 12}, 100, 4);
    assertThat(smoothed).containsExactly(10, 10, 10, 10, 10);
  }

  @Test
  void aFreePieceForEachBinChangesNothing() {
    double[] counts = {3, -1, 4, 1, -5, 9};
    assertThat(Smoothing.smoothed(counts, 1, 0)).containsExactly(counts);
  }

  @Test
  void theSumIsKept() {
    RandomGenerator random = new Seed(2).stream("smoothing");
    for (int trial = 0; trial < 100; trial++) {
      double[] counts = random.doubles(1 + random.nextInt(40), -50, 200).toArray();
      double[] smoothed = Smoothing.smoothed(counts, 900, 4);
      assertThat(Arrays.stream(smoothed).sum())
          .isCloseTo(Arrays.stream(counts).sum(), within(1e-6));
    }
  }

  /** Seeds are fixed. Against the noised counts themselves, most of the noise is gone. */
  @Test
  void noiseIsTakenOut() {
    RandomGenerator random = new Seed(4).stream("smoothing");
    double before = 0;
    double after = 0;
    for (int trial = 0; trial < 50; trial++) {
      double[] noised = new double[40];
      for (int i = 0; i < 40; i++) {
        noised[i] = truth(i) + 30 * random.nextGaussian();
      }
      double[] smoothed = Smoothing.smoothed(noised, 900, 4);
      for (int i = 0; i < 40; i++) {
        before += Math.abs(noised[i] - truth(i));
        after += Math.abs(smoothed[i] - truth(i));
      }
    }
    assertThat(after).isLessThan(0.6 * before);
  }

  private static double truth(int bin) {
    return bin < 10 ? 0 : 300 * Math.exp(-(bin - 10) / 6.0);
  }

  /** A wide piece beside narrow, high ones: its tilt must not reach below zero. */
  @Test
  void noTiltBringsDensityBelowZero() {
    double[] counts = {1_000, 1_000, 300, 300, 300, 300, 20, 20};
    double[] variances = {1, 1, 1, 1, 1, 1, 1, 1};
    double[] widths = {1, 1, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000};
    double[] smoothed = new Smoothing(counts, variances, widths, 4).smoothed();
    assertThat(Arrays.stream(smoothed).min().orElseThrow()).isGreaterThanOrEqualTo(0);
    assertThat(smoothed[2] + smoothed[3] + smoothed[4] + smoothed[5])
        .isCloseTo(1_200, within(1e-6));
  }

  /**
   * Between narrow neighbours of 100 and 20 a wide piece of 60 reaches from 80 to 40, and no
   * further.
   */
  @Test
  void aWidePieceIsTiltedHalfwayToNarrowNeighbours() {
    double[] measures = new double[202];
    Arrays.fill(measures, 0.05);
    measures[0] = measures[201] = 1;
    double[] counts = new double[202];
    Arrays.fill(counts, 3);
    counts[0] = 100;
    counts[201] = 20;
    double[] variances = new double[202];
    Arrays.fill(variances, 0.01);
    double[] smoothed = new Smoothing(counts, variances, measures, 4).smoothed();
    assertThat(smoothed[1] / measures[1]).isCloseTo(80, within(0.2));
    assertThat(smoothed[200] / measures[200]).isCloseTo(40, within(0.2));
  }
}

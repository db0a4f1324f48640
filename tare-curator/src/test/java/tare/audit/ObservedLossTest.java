package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyEvent;

/**
 * The observed loss against plain sums over all outputs: what is heard on two neighbours, value by
 * value with noise of its own, is told apart exactly as well as the products of the two laws.
 */
class ObservedLossTest {

  /** Outputs beyond it have no mass to speak of at the scales used here. */
  private static final int FAR = 60;

  /** Masses of a law on whole numbers around zero, summing to one. */
  private static double[] law(IntToDoubleFunction logMass) {
    double[] masses = new double[2 * FAR + 1];
    double sum = 0;
    for (int k = -FAR; k <= FAR; k++) {
      masses[k + FAR] = Math.exp(logMass.applyAsDouble(k));
      sum += masses[k + FAR];
    }
    for (int i = 0; i < masses.length; i++) {
      masses[i] /= sum;
    }
    return masses;
  }

  private static double[] gaussian(double sigma) {
    return law(k -> -k * (double) k / (2 * sigma * sigma));
  }

  private static double[] laplace(double scale) {
    return law(k -> -Math.abs(k) / scale);
  }

  private static double at(double[] law, int k) {
    return Math.abs(k) <= FAR ? law[k + FAR] : 0;
  }

  /** Delta at an epsilon for two counts, moved by whole steps, by summing over all outputs. */
  private static double delta(double[] law, int first, int second, double epsilon) {
    double delta = 0;
    for (int a = -FAR; a <= FAR; a++) {
      for (int b = -FAR; b <= FAR; b++) {
        double here = at(law, a) * at(law, b);
        double there = at(law, a - first) * at(law, b - second);
        delta += Math.max(0, here - Math.exp(epsilon) * there);
      }
    }
    return delta;
  }

  /** The epsilon at which a falling curve reaches a delta. */
  private static double epsilon(DoubleUnaryOperator curve, double delta) {
    double low = 0;
    double high = 50;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (curve.applyAsDouble(middle) > delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static ObservedLoss twoGaussians(double sigma, int first, int second) {
    ObservedLoss loss = new ObservedLoss();
    loss.gaussian(first, sigma);
    loss.gaussian(second, sigma);
    return loss;
  }

  @Test
  void countsWithGaussianNoiseLoseWhatTheSumsSay() {
    double sigma = 4;
    for (int[] moved : new int[][] {{1, 0}, {1, 1}, {2, 1}}) {
      double share =
          twoGaussians(sigma, moved[0], moved[1]).shareOf(new PrivacyEvent.Gaussian(sigma));
      double plain = 0;
      for (double delta : new double[] {1e-6, 1e-3}) {
        double lost = epsilon(e -> delta(gaussian(sigma), moved[0], moved[1], e), delta);
        plain = Math.max(plain, lost / Accounting.epsilon(new PrivacyEvent.Gaussian(sigma), delta));
      }
      assertThat(share).isCloseTo(plain, within(2e-3 * plain));
    }
  }

  @Test
  void countsWithLaplaceNoiseLoseWhatTheSumsSay() {
    ObservedLoss loss = new ObservedLoss();
    loss.laplace(1, 2);
    loss.laplace(2, 2);
    double plain = epsilon(e -> delta(laplace(2), 1, 2, e), 1e-12);
    assertThat(plain).isCloseTo(1.5, within(1e-6));
    assertThat(loss.shareOf(new PrivacyEvent.Spherical(plain))).isCloseTo(1, within(1e-6));
  }

  /** Fine noise: many coordinates lose what their length loses, whatever its direction. */
  @Test
  void theLengthOfAMoveIsWhatFineNoiseLoses() {
    ObservedLoss loss = new ObservedLoss();
    loss.gaussian(3000, 50_000);
    loss.gaussian(4000, 50_000);
    loss.gaussian(12_000, 50_000);
    assertThat(loss.shareOf(new PrivacyEvent.Gaussian(50_000 / 13_000.0)))
        .isCloseTo(1, within(1e-9));
  }

  /** The twin: moves that are a third longer than was charged for cost more than that. */
  @Test
  void aMoveBeyondTheClaimCostsMoreThanIt() {
    assertThat(twoGaussians(4, 1, 1).shareOf(new PrivacyEvent.Gaussian(4))).isGreaterThan(1.3);
    ObservedLoss fine = new ObservedLoss();
    fine.gaussian(13_000, 10_000);
    assertThat(fine.shareOf(new PrivacyEvent.Gaussian(1))).isGreaterThan(1.3);
    ObservedLoss laplace = new ObservedLoss();
    laplace.laplace(4, 3);
    assertThat(laplace.shareOf(new PrivacyEvent.Spherical(1))).isCloseTo(4 / 3.0, within(1e-3));
    ObservedLoss choice = new ObservedLoss();
    choice.choice(1.3);
    assertThat(choice.shareOf(new PrivacyEvent.Exponential(1))).isGreaterThan(1.29);
    assertThat(new ObservedLoss().shareOf(new PrivacyEvent.Gaussian(1))).isZero();
  }
}

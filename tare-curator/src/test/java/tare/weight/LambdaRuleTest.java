package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LambdaRuleTest {

  /** For little noise the minimiser of 4 lambda^2 + k^2/lambda^2 is sqrt(k/2). */
  @Test
  void littleNoiseGivesTheSquareRootRule() {
    for (double k : new double[] {1e-4, 1e-5, 1e-6}) {
      assertThat(LambdaRule.lambda(k, 1) / Math.sqrt(k / 2)).isCloseTo(1, within(0.06));
    }
  }

  @Test
  void moreNoiseNeverMeansLessPenaltyAndItIsCapped() {
    double last = 0;
    for (double k = 1e-8; k < 1e4; k *= 3) {
      double lambda = LambdaRule.lambda(k, 1);
      assertThat(lambda).isBetween(last, 0.5);
      last = lambda;
    }
    assertThat(last).isEqualTo(0.5);
  }

  @Test
  void featuresInOtherUnitsGiveTheSameShrinkage() {
    // Features c times as long: noise at lambda grows by c^2, as c in R times c in x.
    double lambda = LambdaRule.lambda(1e-3, 1);
    assertThat(LambdaRule.lambda(1e-3 * 9, 9)).isCloseTo(9 * lambda, within(1e-9));
  }
}

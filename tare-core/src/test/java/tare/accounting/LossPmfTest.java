package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.LossLaw.Direction;

class LossPmfTest {

  /** Beside the plain way, an exponential for every loss. */
  @ParameterizedTest
  @ValueSource(doubles = {-1e9, -300, -3, -1e-9, 0, 1e-9, 0.5, 7, 90, 1e3, 1e5, 1e9})
  void momentsAreThoseOfThePlainSum(double tilt) {
    for (PrivacyEvent event :
        new PrivacyEvent[] {
          new PrivacyEvent.DiscreteGaussian(12, 1, 1),
          new PrivacyEvent.DiscreteLaplace(30, 1, 1),
          new PrivacyEvent.Exponential(0.02)
        }) {
      LossLaw law = LossLaw.of(event, Direction.REMOVE);
      LossPmf.Range range = LossPmf.range(law, 1e-20);
      LossPmf pmf = LossPmf.of(law, range, range.width() / 4096);
      double largest = Math.max(tilt * pmf.loss(0), tilt * pmf.loss(pmf.mass().length - 1));
      double sum = 0;
      for (int i = 0; i < pmf.mass().length; i++) {
        sum += pmf.mass()[i] * Math.exp(tilt * pmf.loss(i) - largest);
      }
      double plain = largest + Math.log(sum);
      assertThat(pmf.logMoment(tilt)).isCloseTo(plain, within(1e-13 * (1 + Math.abs(plain))));
    }
  }
}

package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.DiscreteGaussian;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.NonPrivate;
import tare.accounting.PrivacyEvent.None;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.accounting.PrivacyEvent.Spherical;

class PrivacyEventTest {

  @Test
  void refusesNumbersThatMeanNothing() {
    List<ThrowingCallable> wrong =
        List.of(
            () -> new Laplace(0),
            () -> new Laplace(Double.NaN),
            () -> new Gaussian(-1),
            () -> new Gaussian(Double.POSITIVE_INFINITY),
            () -> new Spherical(0),
            () -> new Exponential(-0.0),
            () -> new DiscreteLaplace(1, 0),
            () -> new DiscreteLaplace(1, 1, 0),
            () -> new DiscreteGaussian(1, 0.5),
            () -> new PoissonSampled(-0.1, new Gaussian(1)),
            () -> new PoissonSampled(1.1, new Gaussian(1)),
            () -> new Repeated(new None(), 0),
            () -> new Repeated(new None(), PrivacyEvent.MOST_TIMES + 1));
    for (ThrowingCallable call : wrong) {
      assertThatThrownBy(call)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Got: ");
    }
  }

  @Test
  void aLotTakesOneDrawOfNoise() {
    assertThatThrownBy(() -> new PoissonSampled(0.1, new Repeated(new Gaussian(1), 2)))
        .hasMessage(
            "A sampled event must be one draw of noise. Got: Repeated. Sample first, then repeat"
                + " or compose.");
  }

  @Test
  void countsEqualEventsTogether() {
    PoissonSampled step = new PoissonSampled(0.01, new Gaussian(1));
    EventCounts counts =
        EventCounts.of(
            new Composed(
                new Repeated(new Repeated(step, 10), 5),
                new None(),
                step,
                new PoissonSampled(0, new Laplace(1)),
                new PoissonSampled(1, new Laplace(2)),
                new Laplace(2)));
    assertThat(counts.nonPrivate()).isFalse();
    assertThat(counts.counts())
        .hasSize(2)
        .containsEntry(step, 51L)
        .containsEntry(new Laplace(2), 2L);
    assertThat(counts.total()).isEqualTo(53);
  }

  @Test
  void gaussiansBecomeOne() {
    EventCounts counts =
        EventCounts.of(new Composed(new Repeated(new Gaussian(2), 3), new Gaussian(1)));
    assertThat(counts.counts()).hasSize(1);
    assertThat(((Gaussian) counts.counts().keySet().iterator().next()).noiseMultiplier())
        .isCloseTo(1 / Math.sqrt(1.75), org.assertj.core.data.Offset.offset(1e-15));
  }

  @Test
  void oneUnprotectedReadIsEnough() {
    assertThat(EventCounts.of(new Composed(new Gaussian(1), new NonPrivate())).nonPrivate())
        .isTrue();
  }

  @Test
  void refusesMoreRepeatsThanItCanCount() {
    PrivacyEvent many = new Repeated(new Laplace(1), PrivacyEvent.MOST_TIMES);
    assertThatThrownBy(() -> EventCounts.of(new Repeated(many, PrivacyEvent.MOST_TIMES)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EventCounts.of(new Composed(many, many)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

/** What every accountant must do, whatever way it counts. */
abstract class AccountantContract {

  private static final double DELTA = 1e-6;

  abstract Accountant accountant();

  static List<PrivacyEvent> draws() {
    return List.of(
        new Laplace(2),
        new DiscreteLaplace(3, 1),
        new DiscreteLaplace(30, 7, 3),
        new Spherical(0.5),
        new Gaussian(3),
        new DiscreteGaussian(4, 1),
        new DiscreteGaussian(500, 22.5, 6),
        new Exponential(0.4),
        new PoissonSampled(0.05, new Gaussian(1.2)),
        new PoissonSampled(0.1, new Laplace(1)),
        new PoissonSampled(0.1, new Exponential(1)),
        new PoissonSampled(0.1, new DiscreteGaussian(2, 1)),
        new PoissonSampled(0.1, new DiscreteLaplace(1, 1)));
  }

  @ParameterizedTest
  @MethodSource("draws")
  void epsilonAndDeltaSayTheSame(PrivacyEvent event) {
    double epsilon = accountant().epsilon(event, DELTA);
    assertThat(epsilon).isPositive().isFinite();
    double delta = accountant().delta(event, epsilon);
    assertThat(delta / DELTA).isBetween(0.0, 1 + 1e-3);
    if (epsilon > 1e-3) {
      assertThat(accountant().delta(event, epsilon * 0.99)).isGreaterThan(DELTA);
    }
  }

  @ParameterizedTest
  @MethodSource("draws")
  void moreCostsMore(PrivacyEvent event) {
    double once = accountant().epsilon(event, DELTA);
    double twice = accountant().epsilon(new Repeated(event, 2), DELTA);
    assertThat(twice).isGreaterThan(once).isLessThanOrEqualTo(2 * once * (1 + 1e-6) + 1e-3);
    assertThat(accountant().epsilon(event, DELTA / 100)).isGreaterThanOrEqualTo(once);
  }

  @Test
  void nothingCostsNothing() {
    for (PrivacyEvent event :
        List.of(
            new None(),
            new Composed(),
            new Repeated(new None(), 5),
            new PoissonSampled(0, new Gaussian(1)))) {
      assertThat(accountant().epsilon(event, 0)).isZero();
      assertThat(accountant().epsilon(event, DELTA)).isZero();
      assertThat(accountant().delta(event, 0)).isZero();
    }
  }

  @Test
  void unprotectedCostsEverything() {
    PrivacyEvent event = new Composed(new Gaussian(10), new NonPrivate());
    assertThat(accountant().epsilon(event, DELTA)).isInfinite();
    assertThat(accountant().delta(event, 50)).isEqualTo(1);
  }

  @Test
  void orderAndGroupingDoNotMatter() {
    PrivacyEvent a = new PoissonSampled(0.1, new Gaussian(2));
    PrivacyEvent b = new Laplace(4);
    double grouped = accountant().epsilon(new Composed(new Repeated(a, 3), b), DELTA);
    double mixed =
        accountant().epsilon(new Composed(a, new Composed(b, a), new Repeated(a, 1)), DELTA);
    assertThat(mixed).isCloseTo(grouped, within(1e-5 * grouped));
  }

  @Test
  void samplingAlwaysIsNotSampling() {
    assertThat(accountant().epsilon(new PoissonSampled(1, new Gaussian(2)), DELTA))
        .isEqualTo(accountant().epsilon(new Gaussian(2), DELTA));
    assertThat(accountant().epsilon(new PoissonSampled(0.5, new Gaussian(2)), DELTA))
        .isLessThan(accountant().epsilon(new Gaussian(2), DELTA));
  }

  @Test
  void noiseBuysPrivacy() {
    double last = Double.POSITIVE_INFINITY;
    for (double sigma : new double[] {0.3, 0.5, 0.8, 1.3, 3, 10, 100}) {
      double epsilon =
          accountant()
              .epsilon(new Repeated(new PoissonSampled(0.02, new Gaussian(sigma)), 50), DELTA);
      assertThat(epsilon).isLessThan(last);
      last = epsilon;
    }
  }

  @Test
  void neverBelowTheClosedFormOfGaussians() {
    for (double sigma : new double[] {0.5, 1, 4, 60}) {
      double exact = AnalyticGaussian.epsilon(sigma / Math.sqrt(7), DELTA);
      assertThat(accountant().epsilon(new Repeated(new Gaussian(sigma), 7), DELTA))
          .isGreaterThanOrEqualTo(exact * (1 - 1e-12));
    }
  }

  /** Randomised response n times: the loss is a binomial walk, so delta is a plain sum. */
  @Test
  void neverBelowRandomisedResponse() {
    double epsilon0 = 0.3;
    int n = 12;
    double yes = 1 / (1 + Math.exp(-epsilon0));
    double epsilon = 1.1;
    double exact = 0;
    double ways = 1;
    for (int k = 0; k <= n; k++) {
      double loss = (n - 2 * k) * epsilon0;
      if (loss > epsilon) {
        double mass = ways * Math.pow(yes, n - k) * Math.pow(1 - yes, k);
        exact += mass * -Math.expm1(epsilon - loss);
      }
      ways *= (double) (n - k) / (k + 1);
    }
    assertThat(accountant().delta(new Repeated(new Spherical(epsilon0), n), epsilon))
        .isGreaterThanOrEqualTo(exact * (1 - 1e-9));
  }

  @Test
  void refusesWhatIsNoQuestion() {
    assertThatThrownBy(() -> accountant().epsilon(new Gaussian(1), 1))
        .hasMessage("delta must be in [0, 1). Got: 1.0");
    assertThatThrownBy(() -> accountant().epsilon(new Gaussian(1), Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> accountant().delta(new Gaussian(1), -1))
        .hasMessage("epsilon must not be negative. Got: -1.0");
  }
}

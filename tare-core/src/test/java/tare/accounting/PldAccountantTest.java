package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.DiscreteGaussian;
import tare.accounting.PrivacyEvent.DiscreteLaplace;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.accounting.PrivacyEvent.Spherical;

/** Privacy loss distributions, beside plain sums over all outputs of small mechanisms. */
class PldAccountantTest extends AccountantContract {

  private static final int REACH = 150;

  @Override
  Accountant accountant() {
    return new PldAccountant();
  }

  /** The law of noise on {@code -REACH..REACH}, from its unnormalised probabilities. */
  private static double[] law(IntToDoubleFunction unnormalised) {
    double[] law = new double[2 * REACH + 1];
    double sum = 0;
    for (int z = -REACH; z <= REACH; z++) {
      law[z + REACH] = unnormalised.applyAsDouble(z);
      sum += law[z + REACH];
    }
    for (int i = 0; i < law.length; i++) {
      law[i] /= sum;
    }
    return law;
  }

  private static double[] discreteLaplace(double scale) {
    return law(z -> Math.exp(-Math.abs(z) / scale));
  }

  private static double[] discreteGaussian(double sigma) {
    return law(z -> Math.exp(-z * z / (2 * sigma * sigma)));
  }

  private static double[] shifted(double[] law, int by) {
    double[] shifted = new double[law.length];
    for (int i = 0; i < law.length; i++) {
      shifted[i] = i - by >= 0 && i - by < law.length ? law[i - by] : 0;
    }
    return shifted;
  }

  private static double[] mixed(double rate, double[] with, double[] without) {
    double[] mixed = new double[with.length];
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = rate * with[i] + (1 - rate) * without[i];
    }
    return mixed;
  }

  /** Delta of two uses, over all pairs of outputs: the definition. */
  private static double deltaOfTwo(
      double[] p1, double[] q1, double[] p2, double[] q2, double epsilon) {
    double factor = Math.exp(epsilon);
    double delta = 0;
    for (int i = 0; i < p1.length; i++) {
      for (int j = 0; j < p2.length; j++) {
        delta += Math.max(0, p1[i] * p2[j] - factor * q1[i] * q2[j]);
      }
    }
    return delta;
  }

  @ParameterizedTest
  @CsvSource({"2.0, 1, 0.3", "2.0, 1, 0.8", "5.0, 3, 0.9", "0.7, 1, 2.0", "3.0, 2, 0.0"})
  void twoDiscreteLaplaces(double scale, int shift, double epsilon) {
    double[] p = discreteLaplace(scale);
    double[] q = shifted(p, shift);
    double exact = deltaOfTwo(p, q, p, q, epsilon);
    double delta = accountant().delta(new Repeated(new DiscreteLaplace(scale, shift), 2), epsilon);
    assertThat(delta).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-3) + 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"1.0, 1, 1.5", "1.0, 1, 4.0", "3.0, 1, 1.0", "4.0, 6, 3.0", "8.5, 2, 0.2"})
  void twoDiscreteGaussians(double sigma, int shift, double epsilon) {
    double[] p = discreteGaussian(sigma);
    double[] q = shifted(p, shift);
    double exact = deltaOfTwo(p, q, p, q, epsilon);
    double delta = accountant().delta(new Repeated(new DiscreteGaussian(sigma, shift), 2), epsilon);
    assertThat(delta).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-3) + 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"0.2, 0.1", "0.2, 0.5", "0.01, 0.05", "0.7, 1.0"})
  void aSampledLotBesideAPlainUseInBothDirections(double rate, double epsilon) {
    double[] without = discreteGaussian(1.5);
    double[] lot = mixed(rate, shifted(without, 1), without);
    double[] plain = discreteLaplace(4);
    double[] plainShifted = shifted(plain, 1);
    double removed = deltaOfTwo(lot, without, plainShifted, plain, epsilon);
    double added = deltaOfTwo(without, lot, plain, plainShifted, epsilon);
    double delta =
        accountant()
            .delta(
                new Composed(
                    new PoissonSampled(rate, new DiscreteGaussian(1.5, 1)),
                    new DiscreteLaplace(4, 1)),
                epsilon);
    double exact = Math.max(removed, added);
    assertThat(delta).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-3) + 1e-12);
  }

  /** A row that moves two coordinates by (3, 4): the continuous bound must hold, and be close. */
  @ParameterizedTest
  @CsvSource({"6.0, 0.5", "6.0, 2.0", "10.0, 1.0"})
  void aDiscreteGaussianVector(double sigma, double epsilon) {
    double[] p = discreteGaussian(sigma);
    double exact = deltaOfTwo(p, shifted(p, 3), p, shifted(p, 4), epsilon);
    double delta = accountant().delta(new DiscreteGaussian(sigma, 5, 2), epsilon);
    assertThat(delta).isBetween(exact * (1 - 1e-9), exact * 1.5);
  }

  /** Two coordinates of continuous Laplace noise, in fine steps, never cost more than one. */
  @Test
  void aLaplaceVectorIsDominatedByOneNumber() {
    double[] p = discreteLaplace(15);
    for (double epsilon : new double[] {0, 0.2, 0.5, 0.8}) {
      double vector = deltaOfTwo(p, shifted(p, 6), p, shifted(p, 8), epsilon);
      assertThat(vector).isLessThan(accountant().delta(new Laplace(15.0 / 14), epsilon));
    }
  }

  /** Why discrete noise has events of its own: its delta at epsilon 0 is the larger one. */
  @Test
  void discreteNoiseIsNotDominatedByItsContinuousNamesake() {
    double laplace = accountant().delta(new DiscreteLaplace(1, 1), 0);
    assertThat(laplace).isCloseTo(Math.tanh(0.5), within(1e-5));
    assertThat(laplace).isGreaterThan(-Math.expm1(-0.5));
    double gaussian = accountant().delta(new DiscreteGaussian(0.5, 1), 0);
    assertThat(gaussian).isGreaterThan(accountant().delta(new Gaussian(0.5), 0));
  }

  @Test
  void aLaplaceNumberInClosedForm() {
    for (double epsilon : new double[] {0, 0.1, 0.45}) {
      assertThat(accountant().delta(new Laplace(2), epsilon))
          .isCloseTo(-Math.expm1((epsilon - 0.5) / 2), within(1e-6));
    }
    assertThat(accountant().delta(new Laplace(2), 0.5)).isZero();
  }

  @Test
  void pureEventsAtDeltaZeroAddUp() {
    PrivacyEvent event =
        new Composed(
            new Repeated(new Laplace(4), 3), new Spherical(0.5), new DiscreteLaplace(10, 2));
    assertThat(accountant().epsilon(event, 0)).isCloseTo(1.45, within(1e-12));
    assertThat(accountant().delta(event, 1.4500001)).isZero();
    assertThat(accountant().epsilon(new Composed(event, new Gaussian(9)), 0)).isInfinite();
  }

  /** The closed form serves one Gaussian; composed with next to nothing it goes the long way. */
  @ParameterizedTest
  @CsvSource({"0.6, 1e-5", "2.0, 1e-12", "30.0, 1e-8", "1.0, 1e-25"})
  void theLongWayAgreesWithTheClosedForm(double sigma, double delta) {
    double exact = AnalyticGaussian.epsilon(sigma, delta);
    PrivacyEvent event = new Composed(new Gaussian(sigma), new Spherical(1e-9));
    assertThat(accountant().epsilon(event, delta))
        .isBetween(exact * (1 - 1e-9), exact * (1 + 1e-4) + 1e-8);
  }

  @Test
  void manyDifferentEvents() {
    PrivacyEvent[] events = new PrivacyEvent[20];
    double variance = 0;
    for (int i = 0; i < events.length; i++) {
      double sigma = 20 + i;
      // Sampled at almost 1, so that each is a law of its own but costs what the Gaussian does.
      events[i] = new PoissonSampled(1 - 1e-12, new Gaussian(sigma));
      variance += 1 / (sigma * sigma);
    }
    double exact = AnalyticGaussian.epsilon(1 / Math.sqrt(variance), 1e-6);
    assertThat(accountant().epsilon(new Composed(events), 1e-6))
        .isBetween(exact * (1 - 1e-6), exact * (1 + 1e-4));
  }
}

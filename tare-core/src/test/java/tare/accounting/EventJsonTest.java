package tare.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
import tare.schema.BadInputException;

class EventJsonTest {

  static List<PrivacyEvent> oneOfEachKind() {
    return List.of(
        new None(),
        new NonPrivate(),
        new Laplace(0.1 + 0.2),
        new DiscreteLaplace(1e-3, 7, 3),
        new Spherical(Double.MIN_VALUE),
        new Gaussian(1e300),
        new DiscreteGaussian(1L << 40, 12.5, 31),
        new Exponential(1.0 / 3),
        new PoissonSampled(0.01, new Gaussian(1)),
        new Repeated(new PoissonSampled(1, new Laplace(2)), PrivacyEvent.MOST_TIMES),
        new Composed(new None(), new Composed(), new Repeated(new Exponential(1), 2)));
  }

  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  void readsBackWhatItWrote(PrivacyEvent event) {
    String text = EventJson.write(event);
    assertThat(EventJson.read(text)).isEqualTo(event);
    assertThat(EventJson.write(EventJson.read(text))).isEqualTo(text);
  }

  @Test
  void coversEveryKind() {
    assertThat(oneOfEachKind().stream().map(Object::getClass).distinct().count())
        .isEqualTo(kinds(PrivacyEvent.class));
  }

  private static long kinds(Class<?> type) {
    Class<?>[] permitted = type.getPermittedSubclasses();
    return permitted == null
        ? 1
        : List.of(permitted).stream().mapToLong(EventJsonTest::kinds).sum();
  }

  /** The canonical form is a promise to old ledgers: this text must never change. */
  @Test
  void canonicalForm() {
    assertThat(
            EventJson.write(
                new Composed(
                    new DiscreteLaplace(10, 1),
                    new Repeated(new PoissonSampled(0.01, new Gaussian(1.1)), 1000))))
        .isEqualTo(
            "{\"kind\":\"composed\",\"events\":[{\"kind\":\"discrete_laplace\",\"scale\":10.0,"
                + "\"sensitivity\":1,\"coordinates\":1},{\"kind\":\"repeated\",\"times\":1000,"
                + "\"event\":{\"kind\":\"poisson_sampled\",\"rate\":0.01,\"event\":"
                + "{\"kind\":\"gaussian\",\"noise_multiplier\":1.1}}}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{",
        "[]",
        "1",
        "{\"kind\":\"magic\"}",
        "{\"kind\":\"gaussian\"}",
        "{\"kind\":\"gaussian\",\"noise_multiplier\":\"1\"}",
        "{\"kind\":\"gaussian\",\"noise_multiplier\":-1}",
        "{\"kind\":\"gaussian\",\"noise_multiplier\":1e999}",
        "{\"kind\":\"repeated\",\"times\":1.5,\"event\":{\"kind\":\"none\"}}",
        "{\"kind\":\"repeated\",\"times\":0,\"event\":{\"kind\":\"none\"}}",
        "{\"kind\":\"repeated\",\"times\":2}",
        "{\"kind\":\"composed\",\"events\":{}}",
        "{\"kind\":\"poisson_sampled\",\"rate\":2,\"event\":{\"kind\":\"laplace\","
            + "\"noise_multiplier\":1}}",
        "{\"kind\":\"discrete_laplace\",\"scale\":1,\"sensitivity\":1,\"coordinates\":5000000000}"
      })
  void refusesWhatIsNoEvent(String text) {
    assertThatThrownBy(() -> EventJson.read(text)).isInstanceOf(BadInputException.class);
  }
}

package tare.accounting;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Collectors;
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

/** Events in a few words for a person; {@link EventJson} has the form for machines. */
public final class EventWords {

  private EventWords() {}

  /** An event in a few words. Numbers are rounded to five digits. */
  public static String of(PrivacyEvent event) {
    if (event instanceof None) {
      return "nothing private read";
    }
    if (event instanceof NonPrivate) {
      return "read without protection";
    }
    if (event instanceof Laplace e) {
      return "Laplace, noise multiplier " + number(e.noiseMultiplier());
    }
    if (event instanceof DiscreteLaplace e) {
      return "discrete Laplace, scale "
          + number(e.scale())
          + sensitivity(e.sensitivity(), e.coordinates());
    }
    if (event instanceof Spherical e) {
      return "spherical noise, epsilon " + number(e.epsilon());
    }
    if (event instanceof Gaussian e) {
      return "Gaussian, noise multiplier " + number(e.noiseMultiplier());
    }
    if (event instanceof DiscreteGaussian e) {
      return "discrete Gaussian, sigma "
          + number(e.sigma())
          + sensitivity(e.sensitivity(), e.coordinates());
    }
    if (event instanceof Exponential e) {
      return "private choice, epsilon " + number(e.epsilon());
    }
    if (event instanceof PoissonSampled e) {
      return of(e.event()) + ", on lots of rate " + number(e.rate());
    }
    if (event instanceof Repeated e) {
      return e.times() + " x (" + of(e.event()) + ")";
    }
    if (event instanceof Composed e) {
      return e.events().isEmpty()
          ? of(new None())
          : e.events().stream().map(EventWords::of).collect(Collectors.joining("; "));
    }
    throw new AssertionError("An event without words: " + event.getClass());
  }

  private static String sensitivity(double sensitivity, int coordinates) {
    String words = sensitivity == 1 ? "" : ", sensitivity " + number(sensitivity);
    return coordinates == 1 ? words : words + " over " + coordinates + " coordinates";
  }

  private static String number(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(5)).stripTrailingZeros();
    return rounded.scale() > 8 || rounded.precision() - rounded.scale() > 9
        ? rounded.toString()
        : rounded.toPlainString();
  }
}

package tare.accounting;

import java.util.List;

/**
 * What a mechanism did to privacy, as a fact: kinds and noise scales, no epsilon. Accountants read
 * events; the meaning of an event never changes. All events are under the add-or-remove-one-row
 * relation.
 *
 * <p>An event says what the sampler really draws. Noise on whole numbers has events of its own:
 * neither the discrete Laplace nor the discrete Gaussian law is dominated by its continuous
 * namesake (docs/proofs/discrete-laplace.md, docs/proofs/discrete-gaussian.md).
 */
public sealed interface PrivacyEvent {

  /** The most often an event may be repeated. */
  long MOST_TIMES = 1_000_000_000_000L;

  /** Events that are one draw of noise: what a lot may be used for, and what composition counts. */
  sealed interface Noise extends PrivacyEvent {}

  /** Nothing private was read. */
  record None() implements PrivacyEvent {}

  /** Private rows were read without protection: infinite loss. */
  record NonPrivate() implements PrivacyEvent {}

  /**
   * Continuous Laplace noise on every coordinate of a number or vector.
   *
   * @param noiseMultiplier scale over L1 sensitivity
   */
  record Laplace(double noiseMultiplier) implements Noise {
    public Laplace {
      requirePositive("noiseMultiplier", noiseMultiplier);
    }
  }

  /**
   * Exact discrete Laplace noise, {@code P(z) ~ exp(-|z|/scale)} on whole numbers, on every
   * coordinate. Both numbers are in units of the grid.
   *
   * @param scale the scale of the noise
   * @param sensitivity the most that one row moves the vector, in L1
   * @param coordinates the most coordinates that one row moves; 1 for a histogram, whose rows fall
   *     into one cell each
   */
  record DiscreteLaplace(double scale, long sensitivity, int coordinates) implements Noise {
    public DiscreteLaplace {
      requirePositive("scale", scale);
      requireAtLeastOne("sensitivity", sensitivity);
      requireAtLeastOne("coordinates", coordinates);
    }

    /** One row moves one coordinate only. */
    public DiscreteLaplace(double scale, long sensitivity) {
      this(scale, sensitivity, 1);
    }
  }

  /**
   * Noise with uniform direction and Gamma length: pure epsilon.
   *
   * @param epsilon L2 sensitivity over scale
   */
  record Spherical(double epsilon) implements Noise {
    public Spherical {
      requirePositive("epsilon", epsilon);
    }
  }

  /**
   * Continuous Gaussian noise on every coordinate of a number or vector.
   *
   * @param noiseMultiplier standard deviation over L2 sensitivity
   */
  record Gaussian(double noiseMultiplier) implements Noise {
    public Gaussian {
      requirePositive("noiseMultiplier", noiseMultiplier);
    }
  }

  /**
   * Exact discrete Gaussian noise, {@code P(z) ~ exp(-z^2 / (2 sigma^2))} on whole numbers, on
   * every coordinate. Both numbers are in units of the grid.
   *
   * @param sigma the scale of the noise; its standard deviation is at most this
   * @param sensitivity the most that one row moves the vector, in L2
   * @param coordinates the most coordinates that one row moves; 1 for a histogram, whose rows fall
   *     into one cell each
   */
  record DiscreteGaussian(double sigma, double sensitivity, int coordinates) implements Noise {
    public DiscreteGaussian {
      requirePositive("sigma", sigma);
      requirePositive("sensitivity", sensitivity);
      if (sensitivity < 1) {
        throw new IllegalArgumentException(
            "sensitivity is in units of the grid, so it must be at least 1. Got: " + sensitivity);
      }
      requireAtLeastOne("coordinates", coordinates);
    }

    /** One row moves one coordinate only. */
    public DiscreteGaussian(double sigma, double sensitivity) {
      this(sigma, sensitivity, 1);
    }
  }

  /**
   * A choice by the exponential mechanism, which is report noisy max with Gumbel noise. With
   * exponential noise (permute-and-flip) the range is wider: docs/proofs/exponential.md.
   *
   * @param epsilon the bounded range of its log odds
   */
  record Exponential(double epsilon) implements Noise {
    public Exponential {
      requirePositive("epsilon", epsilon);
    }
  }

  /**
   * An event on a lot into which every row enters independently.
   *
   * @param rate the probability of entering
   * @param event one draw of noise; several draws on one lot are one draw on a longer vector
   */
  record PoissonSampled(double rate, PrivacyEvent event) implements PrivacyEvent {
    public PoissonSampled {
      if (!(rate >= 0 && rate <= 1)) {
        throw new IllegalArgumentException("rate must be in [0, 1]. Got: " + rate);
      }
      if (!(event instanceof Noise)) {
        throw new IllegalArgumentException(
            "A sampled event must be one draw of noise. Got: "
                + event.getClass().getSimpleName()
                + ". Sample first, then repeat or compose.");
      }
    }
  }

  /** The same event several times, each with fresh noise and, if sampled, a fresh lot. */
  record Repeated(PrivacyEvent event, long times) implements PrivacyEvent {
    public Repeated {
      if (times < 1 || times > MOST_TIMES) {
        throw new IllegalArgumentException(
            "times must be in [1, " + MOST_TIMES + "]. Got: " + times);
      }
    }
  }

  /** Several events, possibly chosen adaptively. */
  record Composed(List<PrivacyEvent> events) implements PrivacyEvent {
    public Composed {
      events = List.copyOf(events);
    }

    /** Several events, possibly chosen adaptively. */
    public Composed(PrivacyEvent... events) {
      this(List.of(events));
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be positive and finite. Got: " + value);
    }
  }

  private static void requireAtLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1. Got: " + value);
    }
  }
}

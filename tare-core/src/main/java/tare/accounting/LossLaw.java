package tare.accounting;

import tare.kernel.special.Normal;

/**
 * The law of the privacy loss {@code log P(o)/Q(o)} of one event, by its tails: the outputs o come
 * from P in one, from Q in the other, where (P, Q) is a pair that dominates every pair of
 * neighbouring tables in one direction (Zhu, Dong and Wang, "Optimal Accounting of Differential
 * Privacy via Characteristic Function", 2022).
 *
 * <p>Tails keep their relative precision however small they are. All laws here but {@link Sampled}
 * are symmetric: (Q, P) has the same law of loss as (P, Q), so that they serve both directions.
 */
sealed interface LossLaw
    permits LossLaw.OfGaussian,
        LossLaw.OfLaplace,
        LossLaw.OfDiscreteLaplace,
        LossLaw.OfPure,
        LossLaw.Sampled,
        DiscreteGaussianLoss {

  /** {@code P(loss > x)}. */
  double tail(double x);

  /** {@code Q(loss > x)}. */
  double otherTail(double x);

  /** Both tails at once. @param both the tail and the other tail. Modified. */
  default void tails(double x, double[] both) {
    both[0] = tail(x);
    both[1] = otherTail(x);
  }

  /** The largest loss there is; may be infinite. */
  double highest();

  /** Whether a row was removed or added. */
  enum Direction {
    REMOVE,
    ADD
  }

  /** Continuous Gaussian noise: the loss is normal. */
  record OfGaussian(double noiseMultiplier) implements LossLaw {
    @Override
    public double tail(double x) {
      return Normal.upperTail(x * noiseMultiplier - 1 / (2 * noiseMultiplier));
    }

    @Override
    public double otherTail(double x) {
      return Normal.upperTail(x * noiseMultiplier + 1 / (2 * noiseMultiplier));
    }

    @Override
    public double highest() {
      return Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Continuous Laplace noise, in any dimension the law of one (docs/proofs/laplace.md).
   *
   * @param highest L1 sensitivity over scale
   */
  record OfLaplace(double highest) implements LossLaw {
    @Override
    public double tail(double x) {
      return x >= highest ? 0 : x < -highest ? 1 : 1 - Math.exp((x - highest) / 2) / 2;
    }

    @Override
    public double otherTail(double x) {
      return x >= highest ? 0 : x < -highest ? 1 : Math.exp(-(x + highest) / 2) / 2;
    }
  }

  /**
   * Discrete Laplace noise on one number that moves by {@code shift} steps: between the two atoms
   * at plus and minus {@code highest}, losses lie {@code 2 / scale} apart.
   */
  record OfDiscreteLaplace(double scale, long shift) implements LossLaw {
    @Override
    public double tail(double x) {
      double steps = stepsBelow(x);
      // P is centred at 0: P(z <= k) = 1 - a^(k+1) / (1 + a) for k >= 0, a = exp(-1/scale).
      return steps <= 0 ? 0 : steps > shift ? 1 : 1 - power(steps) / (1 + power(1));
    }

    @Override
    public double otherTail(double x) {
      double steps = stepsBelow(x);
      // Q is centred at the shift: Q(z <= k) = a^(shift-k) / (1 + a) for k < shift.
      return steps <= 0 ? 0 : steps > shift ? 1 : power(shift - steps + 1) / (1 + power(1));
    }

    @Override
    public double highest() {
      return shift / scale;
    }

    /** One more than the last z whose loss {@code (|z - shift| - |z|) / scale} is above x. */
    private double stepsBelow(double x) {
      return x >= highest() ? 0 : x < -highest() ? shift + 1.0 : Math.ceil((shift - x * scale) / 2);
    }

    private double power(double exponent) {
      return Math.exp(-exponent / scale);
    }
  }

  /** Randomised response, which dominates everything that is pure epsilon. */
  record OfPure(double highest) implements LossLaw {
    @Override
    public double tail(double x) {
      return x >= highest ? 0 : x < -highest ? 1 : 1 / (1 + Math.exp(-highest));
    }

    @Override
    public double otherTail(double x) {
      return x >= highest ? 0 : x < -highest ? 1 : 1 / (1 + Math.exp(highest));
    }
  }

  /**
   * A symmetric event on a Poisson-sampled lot: the mixture {@code M = (1 - rate) Q + rate P}
   * against Q when a row is removed, Q against M when one is added.
   */
  record Sampled(double rate, LossLaw base, Direction direction) implements LossLaw {
    @Override
    public double tail(double x) {
      double[] both = new double[2];
      tails(x, both);
      return both[0];
    }

    @Override
    public double otherTail(double x) {
      double[] both = new double[2];
      tails(x, both);
      return both[1];
    }

    @Override
    public void tails(double x, double[] both) {
      if (direction == Direction.REMOVE) {
        base.tails(unsampled(x), both);
        both[0] = (1 - rate) * both[1] + rate * both[0];
      } else {
        // The loss is above x where P/Q is below a bound; by symmetry an upper tail again.
        base.tails(-unsampled(-x), both);
        both[1] = (1 - rate) * both[0] + rate * both[1];
      }
    }

    @Override
    public double highest() {
      if (direction == Direction.ADD) {
        return -Math.log1p(rate * Math.expm1(-base.highest()));
      }
      double highest = base.highest();
      return highest > 700 ? highest + Math.log(rate) : Math.log1p(rate * Math.expm1(highest));
    }

    /** The loss of the event itself that becomes x on the lot: x = log(1 - rate + rate e^loss). */
    private double unsampled(double x) {
      if (x > 40) {
        return x - Math.log(rate);
      }
      double ratio = Math.expm1(x) / rate;
      return ratio <= -1 ? Double.NEGATIVE_INFINITY : Math.log1p(ratio);
    }
  }

  /** The law of a draw of noise, sampled or not. */
  static LossLaw of(PrivacyEvent event, Direction direction) {
    if (event instanceof PrivacyEvent.PoissonSampled sampled) {
      return new Sampled(sampled.rate(), of(sampled.event(), direction), direction);
    }
    if (event instanceof PrivacyEvent.Gaussian gaussian) {
      return new OfGaussian(gaussian.noiseMultiplier());
    }
    if (event instanceof PrivacyEvent.DiscreteGaussian gaussian) {
      return DiscreteGaussianLoss.of(gaussian);
    }
    if (event instanceof PrivacyEvent.Laplace laplace) {
      return new OfLaplace(1 / laplace.noiseMultiplier());
    }
    if (event instanceof PrivacyEvent.DiscreteLaplace laplace && laplace.coordinates() == 1) {
      return new OfDiscreteLaplace(laplace.scale(), laplace.sensitivity());
    }
    return new OfPure(RenyiDivergence.pureEpsilon(event));
  }
}

package tare.accounting;

/**
 * The privacy loss of exact discrete Gaussian noise on one number, by summing its law.
 *
 * <p>Wide noise, and noise on vectors of which a row moves several coordinates, goes another way: a
 * discrete Gaussian of variance s^2 + 2 is, up to a factor of 1 +- 1e-16 in every probability, a
 * continuous Gaussian of variance s^2 rounded at random, and so never costs more than that
 * (docs/proofs/accounting.md).
 */
final class DiscreteGaussianLoss implements LossLaw {

  /** Beyond this sigma, giving up 2 of the variance changes no digit that matters. */
  private static final double WIDE = 20_000;

  /** What random rounding takes of the variance. */
  private static final double ROUNDING_VARIANCE = 2;

  /** The law is summed up to here; exp(-14^2/2) is 3e-43. */
  private static final double REACH = 14;

  private final double sigma;
  private final long shift;

  /** {@code P(z >= k)} at {@code k + tails.length / 2}. */
  private final double[] tails;

  private DiscreteGaussianLoss(double sigma, long shift) {
    this.sigma = sigma;
    this.shift = shift;
    int reach = (int) Math.ceil(REACH * sigma) + 10;
    tails = new double[2 * reach + 1];
    double sum = 0;
    for (int k = reach; k >= -reach; k--) {
      double z = k / sigma;
      sum += Math.exp(-z * z / 2);
      tails[k + reach] = sum;
    }
    for (int i = 0; i < tails.length; i++) {
      tails[i] /= sum;
    }
  }

  /** The loss of an event: exact for one number, dominated by a continuous law for more. */
  static LossLaw of(PrivacyEvent.DiscreteGaussian event) {
    double sigma = event.sigma();
    double wholeShift = Math.floor(event.sensitivity());
    if (event.coordinates() == 1 && sigma <= WIDE && wholeShift < 1L << 53) {
      return new DiscreteGaussianLoss(sigma, (long) wholeShift);
    }
    double variance = sigma * sigma - ROUNDING_VARIANCE;
    return variance < ROUNDING_VARIANCE
        ? new OfPure(Double.POSITIVE_INFINITY)
        : new OfGaussian(Math.sqrt(variance) / event.sensitivity());
  }

  @Override
  public double tail(double x) {
    return atLeast(1 - Math.ceil(crossing(x)));
  }

  @Override
  public double otherTail(double x) {
    return atLeast(1 - Math.ceil(crossing(x)) + shift);
  }

  @Override
  public double highest() {
    return Double.POSITIVE_INFINITY;
  }

  /** Where the loss {@code (shift^2 - 2 z shift) / (2 sigma^2)}, falling in z, comes down to x. */
  private double crossing(double x) {
    return shift / 2.0 - x * sigma * sigma / shift;
  }

  /** {@code P(z >= k)}; by symmetry also {@code P(z <= -k)}. */
  private double atLeast(double k) {
    int middle = tails.length / 2;
    if (k <= -middle) {
      return 1;
    }
    return tails[(int) Math.min(k + middle, tails.length - 1)];
  }
}

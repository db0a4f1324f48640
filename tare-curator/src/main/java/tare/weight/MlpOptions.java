package tare.weight;

import tare.learn.DpSgdPlan;

/**
 * What can be chosen about weights from a neural network. All of it is public and must be chosen
 * without looking at private rows; docs/notes/dp-mlp-defaults.md has the study behind the defaults.
 *
 * @param hiddenWidth units of the one hidden layer
 * @param steps the number of steps
 * @param lotSize private rows expected in a lot of a table of {@value #PLAIN_ROWS} rows; see {@link
 *     #samplingRate}
 * @param clip the largest norm of one row's gradient, in the norm of the logit's gradient
 * @param rate the highest rate of Adam; see {@link #rateFor}
 */
public record MlpOptions(int hiddenWidth, long steps, int lotSize, double clip, double rate) {

  /** The highest probability with which a private row enters a lot. */
  static final double HIGHEST_SAMPLING_RATE = 0.5;

  /** Up to this many private rows lots have one size; beyond, they grow as the root of the rows. */
  static final long PLAIN_ROWS = 10_000;

  /** The rate of Adam times the noise in one coordinate of a direction, at most. */
  static final double NOISE_PER_STEP = 5.5e-4;

  /** The usual options: docs/notes/dp-mlp-defaults.md. */
  public static final MlpOptions DEFAULTS = new MlpOptions(64, 1000, 1024, 1, 0.03);

  public MlpOptions {
    if (hiddenWidth < 1) {
      throw new IllegalArgumentException(
          "The hidden width must be at least 1. Got: " + hiddenWidth);
    }
    if (steps < 1) {
      throw new IllegalArgumentException("There must be at least one step. Got: " + steps);
    }
    if (lotSize < 1) {
      throw new IllegalArgumentException("The lot size must be at least 1. Got: " + lotSize);
    }
    if (!(clip >= 1e-6 && clip <= 1e6)) {
      throw new IllegalArgumentException("The clip must be in [1e-6, 1e6]. Got: " + clip);
    }
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException("The rate must be positive and finite. Got: " + rate);
    }
  }

  /** The same options with another number of hidden units. */
  public MlpOptions withHiddenWidth(int width) {
    return new MlpOptions(width, steps, lotSize, clip, rate);
  }

  /** The same options with another number of steps. */
  public MlpOptions withSteps(long count) {
    return new MlpOptions(hiddenWidth, count, lotSize, clip, rate);
  }

  /** The same options with another lot size. */
  public MlpOptions withLotSize(int size) {
    return new MlpOptions(hiddenWidth, steps, size, clip, rate);
  }

  /** The same options with another clip norm. */
  public MlpOptions withClip(double bound) {
    return new MlpOptions(hiddenWidth, steps, lotSize, bound, rate);
  }

  /** The same options with another step size. */
  public MlpOptions withRate(double value) {
    return new MlpOptions(hiddenWidth, steps, lotSize, clip, value);
  }

  /** The probability with which each of n private rows enters a lot. */
  double samplingRate(long n) {
    double lot = lotSize * Math.max(1, Math.sqrt((double) n / PLAIN_ROWS));
    return Math.min(HIGHEST_SAMPLING_RATE, lot / n);
  }

  /**
   * The rate of Adam for a plan. Adam takes steps of one size however small the signal beside the
   * noise is, so it walks at random where there is little to learn; the rate falls with the noise
   * in a direction, and weights stay near one where the budget buys nothing better.
   */
  double rateFor(DpSgdPlan plan) {
    double noise = plan.noiseMultiplier() / plan.lotSize();
    return Math.min(rate, NOISE_PER_STEP / noise);
  }
}

package tare.weight;

/**
 * What can be chosen about weights from a neural network. All of it is public and must be chosen
 * without looking at private rows; docs/notes/dp-mlp-defaults.md has the study behind the defaults.
 *
 * @param hiddenWidth units of the one hidden layer
 * @param steps the number of steps
 * @param lotSize private rows expected in a lot, at most; with fewer private rows each enters every
 *     lot with probability {@value #HIGHEST_RATE}
 * @param clip the largest norm of one row's gradient, in the norm of the logit's gradient
 * @param rate the rate of Adam where noise is small beside the signal; see {@link #rateAt}
 */
public record MlpOptions(int hiddenWidth, long steps, int lotSize, double clip, double rate) {

  /** The highest probability with which a private row enters a lot. */
  static final double HIGHEST_RATE = 0.5;

  public static final MlpOptions DEFAULTS = new MlpOptions(64, 1000, 1024, 1, 0.02);

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

  public MlpOptions withHiddenWidth(int width) {
    return new MlpOptions(width, steps, lotSize, clip, rate);
  }

  public MlpOptions withSteps(long count) {
    return new MlpOptions(hiddenWidth, count, lotSize, clip, rate);
  }

  public MlpOptions withLotSize(int size) {
    return new MlpOptions(hiddenWidth, steps, size, clip, rate);
  }

  public MlpOptions withClip(double bound) {
    return new MlpOptions(hiddenWidth, steps, lotSize, bound, rate);
  }

  public MlpOptions withRate(double value) {
    return new MlpOptions(hiddenWidth, steps, lotSize, clip, value);
  }

  /** The probability with which each of n private rows enters a lot. */
  double samplingRate(long n) {
    return Math.min(HIGHEST_RATE, (double) lotSize / n);
  }
}

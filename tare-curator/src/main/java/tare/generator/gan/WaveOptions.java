package tare.generator.gan;

/**
 * How the generator of a private GAN learns: from the mean of waves over all rows, which is bought
 * once.
 *
 * @param share the part of the budget that buys it, in inverse squares of noise; with 0 there are
 *     no waves, and the generator learns from its discriminator alone
 * @param count the number of waves; 0 means: by the rule in {@link GanPlan}
 * @param steps how often the generator is moved towards the mean that was bought
 */
public record WaveOptions(double share, int count, int steps) {

  /** Found on other data than the paper's test sets: docs/notes/gan-defaults.md. */
  public static final WaveOptions DEFAULTS = new WaveOptions(0.7, 0, 1500);

  /** No waves. */
  public static final WaveOptions NONE = new WaveOptions(0, 0, 0);

  public WaveOptions {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("share must be in [0, 1). Got: " + share);
    }
    if (count < 0 || steps < 0) {
      throw new IllegalArgumentException(
          "count and steps must not be negative. Got: " + count + " and " + steps);
    }
  }
}

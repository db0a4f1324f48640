package tare.generator.gan;

import java.util.Optional;

/**
 * What shapes a GAN. All of it is public; zero means: from the public row count and the noise, by
 * the rules in {@link GanPlan}.
 *
 * @param hiddenWidth hidden units of each hidden layer of generator and discriminator
 * @param lotSize expected private rows per step
 * @param epochs expected times that a private row takes part
 * @param clip the largest norm of one row's gradient, for private training
 * @param discriminatorRate Adam's step size for the discriminator
 * @param generatorRate Adam's step size for the generator
 * @param settledPart the last part of all steps, in which the generator stands still and the
 *     discriminator alone learns, so that its logit is the ratio for the rows that are released;
 *     with waves that is all of them
 * @param label the column that a conditional GAN is conditioned on; the last column of levels when
 *     empty
 * @param labelShare the share of epsilon that buys the law of that column
 * @param waves how the generator of a private GAN learns
 */
public record GanOptions(
    int hiddenWidth,
    int lotSize,
    double epochs,
    double clip,
    double discriminatorRate,
    double generatorRate,
    double settledPart,
    Optional<String> label,
    double labelShare,
    WaveOptions waves) {

  /** Found on other data than the paper's test sets: docs/notes/gan-defaults.md. */
  public static final GanOptions DEFAULTS =
      new GanOptions(0, 0, 0, 1, 0, 0, 0.3, Optional.empty(), 0.05, WaveOptions.DEFAULTS);

  public GanOptions {
    requireNotNegative("hiddenWidth", hiddenWidth);
    requireNotNegative("lotSize", lotSize);
    requireNotNegative("epochs", epochs);
    requirePositive("clip", clip);
    requireNotNegative("discriminatorRate", discriminatorRate);
    requireNotNegative("generatorRate", generatorRate);
    if (!(settledPart > 0 && settledPart < 1)) {
      throw new IllegalArgumentException("settledPart must be in (0, 1). Got: " + settledPart);
    }
    if (!(labelShare > 0 && labelShare < 1)) {
      throw new IllegalArgumentException("labelShare must be in (0, 1). Got: " + labelShare);
    }
  }

  /** The same options with wider or narrower networks. */
  public GanOptions withHiddenWidth(int width) {
    return new GanOptions(
        width,
        lotSize,
        epochs,
        clip,
        discriminatorRate,
        generatorRate,
        settledPart,
        label,
        labelShare,
        waves);
  }

  /** The same options with another lot size. */
  public GanOptions withLotSize(int size) {
    return new GanOptions(
        hiddenWidth,
        size,
        epochs,
        clip,
        discriminatorRate,
        generatorRate,
        settledPart,
        label,
        labelShare,
        waves);
  }

  /** The same options with another number of epochs. */
  public GanOptions withEpochs(double number) {
    return new GanOptions(
        hiddenWidth,
        lotSize,
        number,
        clip,
        discriminatorRate,
        generatorRate,
        settledPart,
        label,
        labelShare,
        waves);
  }

  /** The same options with another clip norm. */
  public GanOptions withClip(double norm) {
    return new GanOptions(
        hiddenWidth,
        lotSize,
        epochs,
        norm,
        discriminatorRate,
        generatorRate,
        settledPart,
        label,
        labelShare,
        waves);
  }

  /** The same options with other step sizes. */
  public GanOptions withRates(double discriminator, double generator) {
    return new GanOptions(
        hiddenWidth,
        lotSize,
        epochs,
        clip,
        discriminator,
        generator,
        settledPart,
        label,
        labelShare,
        waves);
  }

  /** The same options, conditioned on a column. */
  public GanOptions withLabel(String column) {
    return new GanOptions(
        hiddenWidth,
        lotSize,
        epochs,
        clip,
        discriminatorRate,
        generatorRate,
        settledPart,
        Optional.of(column),
        labelShare,
        waves);
  }

  /** The same options with another way for the generator to learn. */
  public GanOptions withWaves(WaveOptions others) {
    return new GanOptions(
        hiddenWidth,
        lotSize,
        epochs,
        clip,
        discriminatorRate,
        generatorRate,
        settledPart,
        label,
        labelShare,
        others);
  }

  private static void requireNotNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and not negative. Got: " + value);
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be positive and finite. Got: " + value);
    }
  }
}

package tare.generator;

import java.util.List;
import java.util.Optional;
import tare.kernel.Activation;
import tare.kernel.MlpShape;
import tare.learn.DpSgdPlan;
import tare.privacy.Calibration;
import tare.privacy.DiscreteLaplace;
import tare.privacy.PrivacyBudget;
import tare.privacy.PrivacyEvent;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * Everything about a GAN's training that is fixed before a row is read: sizes, steps, noise.
 *
 * @param label the position of the conditioning column, or -1
 * @param labelNoise the noise on the counts of its levels; only with a label and privacy
 * @param sgd what the discriminator's descent may do
 */
record GanPlan(
    Schema schema,
    GanOptions options,
    RowCodec codec,
    int label,
    Optional<DiscreteLaplace> labelNoise,
    DpSgdPlan sgd,
    MlpShape generator,
    MlpShape discriminator) {

  private static final int LEAST_STEPS = 400;

  static GanPlan of(
      GeneratorTask task, GanOptions options, boolean conditional, boolean isPrivate) {
    Schema schema = task.schema();
    int label = conditional ? label(schema, options) : -1;
    RowCodec codec = RowCodec.of(schema, label);
    if (codec.width() == 0) {
      throw new IllegalArgumentException(
          "A conditional GAN needs a column beside its label. Use a plain GAN, or add columns.");
    }
    int labels = label < 0 ? 0 : RowCodec.levelCount(schema.column(label));
    int hidden =
        options.hiddenWidth() > 0 ? options.hiddenWidth() : hiddenWidth(codec.width() + labels);
    int noise = Math.max(8, Math.min(64, codec.width()));
    MlpShape generator =
        new MlpShape(List.of(noise + labels, hidden, hidden, codec.width()), Activation.RELU);
    MlpShape discriminator = MlpShape.oneHidden(codec.width() + labels, hidden, 1, Activation.RELU);
    Optional<DiscreteLaplace> labelNoise =
        label >= 0 && isPrivate
            ? Optional.of(DiscreteLaplace.of(1 / (options.labelShare() * task.budget().epsilon())))
            : Optional.empty();
    DpSgdPlan sgd = sgd(task, options, labelNoise, isPrivate);
    return new GanPlan(schema, options, codec, label, labelNoise, sgd, generator, discriminator);
  }

  /** The inputs of the generator's network that are chance. */
  int noiseWidth() {
    return generator.inputs() - labelCount();
  }

  int labelCount() {
    return label < 0 ? 0 : RowCodec.levelCount(schema.column(label));
  }

  /** What the whole training costs. */
  PrivacyEvent event() {
    if (labelNoise.isEmpty()) {
      return sgd.event();
    }
    return new PrivacyEvent.Composed(List.of(labelNoise.get().event(), sgd.event()));
  }

  /** Twice the inputs, within what a small table can teach and a large one can use. */
  private static int hiddenWidth(int inputs) {
    return Math.max(32, Math.min(128, 2 * inputs));
  }

  private static int lotSize(long n) {
    return (int) Math.max(16, Math.min(1024, Math.round(3 * Math.sqrt(n))));
  }

  private static DpSgdPlan sgd(
      GeneratorTask task,
      GanOptions options,
      Optional<DiscreteLaplace> labelNoise,
      boolean isPrivate) {
    long n = task.n();
    double lot = Math.min(n, options.lotSize() > 0 ? options.lotSize() : lotSize(n));
    double rate = lot / n;
    long steps =
        options.epochs() > 0
            ? Math.max(1, Math.round(options.epochs() / rate))
            : Math.max(LEAST_STEPS, Math.round(40 / rate));
    if (!isPrivate) {
      return DpSgdPlan.nonPrivate(rate, Math.max(steps, options.epochs() > 0 ? 1 : 3000), lot);
    }
    PrivacyBudget budget = task.budget();
    if (!(budget.delta() > 0)) {
      throw new IllegalArgumentException(
          "Training a network privately needs a delta above 0. Got: 0. Give a delta, or use privbayes.");
    }
    double multiplier =
        Calibration.noiseMultiplier(
            sigma -> {
              PrivacyEvent descent = new DpSgdPlan(rate, sigma, steps, options.clip(), lot).event();
              return labelNoise.isEmpty()
                  ? descent
                  : new PrivacyEvent.Composed(List.of(labelNoise.get().event(), descent));
            },
            budget);
    return new DpSgdPlan(rate, multiplier, steps, options.clip(), lot);
  }

  private static int label(Schema schema, GanOptions options) {
    if (options.label().isPresent()) {
      int index = schema.indexOf(options.label().get());
      if (index < 0 || schema.column(index).type().isNumeric()) {
        throw new IllegalArgumentException(
            "The label of a conditional GAN must be a column of levels. Got: \""
                + options.label().get()
                + "\".");
      }
      return index;
    }
    for (int c = schema.columnCount() - 1; c >= 0; c--) {
      Column column = schema.column(c);
      if (!column.type().isNumeric()) {
        return c;
      }
    }
    throw new IllegalArgumentException(
        "A conditional GAN needs a column of levels as its label, and this schema has none. Use the plain"
            + " one (gan, dpgan) instead.");
  }
}

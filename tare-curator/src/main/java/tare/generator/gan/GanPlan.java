package tare.generator.gan;

import java.util.List;
import java.util.Optional;
import tare.accounting.Calibration;
import tare.accounting.GroupEvents;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.generator.GeneratorTask;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.MlpShape;
import tare.learn.Clipping;
import tare.learn.DpSgdPlan;
import tare.model.RowCodec;
import tare.noise.DiscreteLaplace;
import tare.schema.Column;
import tare.schema.RefusedException;
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

  /** Hidden units of a discriminator under noise: every parameter more is one more to drown. */
  private static final int NOISED_WIDTH = 32;

  /** Up to this many values beside it a label speaks as loud as any of them. */
  private static final int FEW_VALUES = 9;

  private static final int EPOCHS = 40;
  private static final int LEAST_STEPS = 3000;
  private static final int LEAST_NOISED_STEPS = 1000;

  static GanPlan of(GeneratorTask task, GanOptions options, Gan.Kind kind) {
    boolean isPrivate = kind.isPrivate();
    Schema schema = task.schema();
    int label = kind.conditional() ? label(schema, options) : -1;
    RowCodec codec = RowCodec.of(schema, label);
    if (codec.width() == 0) {
      throw new RefusedException(
          "A conditional GAN needs a column beside its label. Use a plain GAN, or add columns.");
    }
    int labels = label < 0 ? 0 : RowCodec.levelCount(schema.column(label));
    int inputs = codec.width() + labels;
    int hidden = options.hiddenWidth() > 0 ? options.hiddenWidth() : hiddenWidth(inputs);
    int judging = options.hiddenWidth() > 0 || !isPrivate ? hidden : NOISED_WIDTH;
    int noise = Math.max(8, Math.min(64, codec.width()));
    MlpShape generator =
        new MlpShape(List.of(noise + labels, hidden, hidden, codec.width()), Activation.RELU);
    MlpShape discriminator = MlpShape.oneHidden(inputs, judging, 1, Activation.RELU);
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

  /**
   * What networks see of a row's label. It grows with the length of the rest of the row: one among
   * hundreds of values would go unheard, and labels would come to mean nothing.
   */
  float labelValue() {
    return (float) Math.max(1, Math.sqrt((double) codec.width() / FEW_VALUES));
  }

  /**
   * Adam's step size for the discriminator. Under noise Adam divides by the size of the noise, not
   * of the gradient, so a noised discriminator needs larger steps to keep ahead of its generator.
   */
  double discriminatorRate() {
    if (options.discriminatorRate() > 0) {
      return options.discriminatorRate();
    }
    return Math.max(4e-3, Math.min(1e-2, sgd.noiseMultiplier() / sgd.lotSize()));
  }

  /** Adam's step size for the generator: slower against a discriminator that is slow to learn. */
  double generatorRate() {
    if (options.generatorRate() > 0) {
      return options.generatorRate();
    }
    return sgd.isPrivate() ? 5e-4 : 1e-3;
  }

  /** What the whole training costs. */
  PrivacyEvent event() {
    return event(1);
  }

  /** What it costs for a unit of up to so many rows: labels are counted by rows, lots are not. */
  PrivacyEvent event(int rowsPerUnit) {
    return event(labelNoise, sgd, rowsPerUnit);
  }

  private static PrivacyEvent event(
      Optional<DiscreteLaplace> labelNoise, DpSgdPlan sgd, int rowsPerUnit) {
    if (labelNoise.isEmpty()) {
      return sgd.event();
    }
    PrivacyEvent labels = GroupEvents.ofRows(labelNoise.get().event(), rowsPerUnit);
    return new PrivacyEvent.Composed(List.of(labels, sgd.event()));
  }

  /** Twice the inputs, within what a small table can teach and a large one can use. */
  private static int hiddenWidth(int inputs) {
    return Math.max(64, Math.min(128, 2 * inputs));
  }

  /** As many rows as noise is worth sharing among, at most every second one. */
  private static double lotSize(long n) {
    double wanted = Math.max(512, Math.min(1024, Math.rint(3 * Math.sqrt(n))));
    return Math.max(1, Math.min(wanted, Math.floor(n / 2.0)));
  }

  private static long steps(GanOptions options, double rate, boolean isPrivate) {
    if (options.epochs() > 0) {
      return Math.max(1, Math.round(options.epochs() / rate));
    }
    return Math.max(isPrivate ? LEAST_NOISED_STEPS : LEAST_STEPS, Math.round(EPOCHS / rate));
  }

  private static DpSgdPlan sgd(
      GeneratorTask task,
      GanOptions options,
      Optional<DiscreteLaplace> labelNoise,
      boolean isPrivate) {
    long n = task.n();
    double lot = Math.min(n, options.lotSize() > 0 ? options.lotSize() : lotSize(n));
    double rate = lot / n;
    long steps = steps(options, rate, isPrivate);
    if (!isPrivate) {
      return DpSgdPlan.nonPrivate(rate, steps, lot);
    }
    PrivacyBudget budget = task.budget();
    if (!(budget.delta() > 0)) {
      throw new RefusedException(
          "Training a network privately needs a delta above 0. Got: 0. Give a delta, or use privbayes.");
    }
    double multiplier =
        Calibration.noiseMultiplier(
            sigma -> event(labelNoise, new DpSgdPlan(rate, sigma, steps, options.clip(), lot), 1),
            budget);
    return new DpSgdPlan(rate, multiplier, steps, options.clip(), lot, Clipping.LOGIT);
  }

  private static int label(Schema schema, GanOptions options) {
    if (options.label().isPresent()) {
      int index = schema.indexOf(options.label().get());
      if (index < 0 || schema.column(index).type().isNumeric()) {
        throw new RefusedException(
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
    throw new RefusedException(
        "A conditional GAN needs a column of levels as its label, and this schema has none. Use the plain"
            + " one (gan, dpgan) instead.");
  }
}

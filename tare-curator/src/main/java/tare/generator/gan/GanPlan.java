package tare.generator.gan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tare.accounting.Calibration;
import tare.accounting.GroupEvents;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.generator.GeneratorTask;
import tare.kernel.mlp.MlpShape;
import tare.learn.Clipping;
import tare.learn.DpSgdPlan;
import tare.mechanism.NoisedSum;
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
 * @param waves the noised sum of waves that the generator learns from; only with privacy
 * @param n the public number of private rows
 * @param sgd what the discriminator's descent may do
 */
record GanPlan(
    Schema schema,
    GanOptions options,
    RowCodec codec,
    int label,
    Optional<DiscreteLaplace> labelNoise,
    Optional<NoisedSum> waves,
    long n,
    DpSgdPlan sgd,
    MlpShape generator,
    MlpShape discriminator) {

  /** Up to this many values beside it a label speaks as loud as any of them. */
  private static final int FEW_VALUES = 9;

  private static final int LARGEST_LOT = 1024;
  private static final int WAVES_PER_COLUMN = 4;
  private static final int WAVES_PER_PAIR = 12;
  private static final int MOST_FOR_PAIRS = 1024;

  /** The largest noise in the mean of a wave, which lies within one of 0. */
  private static final double MOST_WAVE_NOISE = 0.1;

  private static final int LEAST_WAVES = 256;
  private static final int MOST_WAVES = 4096;
  private static final int MOST_LEVELS = 256;

  private static final int EPOCHS = 40;
  private static final int LEAST_STEPS = 3000;
  private static final int LEAST_NOISED_STEPS = 1000;

  static GanPlan of(GeneratorTask task, GanOptions options, Gan.Kind kind) {
    boolean isPrivate = kind.isPrivate();
    Schema schema = task.schema();
    int label = kind.conditional() ? label(schema, options) : -1;
    GanShapes shapes = GanShapes.of(schema, options, isPrivate, label);
    Optional<DiscreteLaplace> labelNoise =
        label >= 0 && isPrivate
            ? Optional.of(DiscreteLaplace.of(1 / (options.labelShare() * task.budget().epsilon())))
            : Optional.empty();
    Optional<NoisedSum> waves =
        isPrivate ? waves(task, options.waves(), label, shapes.codec()) : Optional.empty();
    DpSgdPlan sgd = sgd(task, options, labelNoise, waves, isPrivate);
    return new GanPlan(
        schema,
        options,
        shapes.codec(),
        label,
        labelNoise,
        waves,
        task.n(),
        sgd,
        shapes.generator(),
        shapes.discriminator());
  }

  /**
   * What the generator learns from. A unit of several rows would move the sum by as many, while its
   * rows share one clip in the discriminator's descent, and a column of very many levels would take
   * a place for each of them in every wave: there are no waves then.
   */
  private static Optional<NoisedSum> waves(
      GeneratorTask task, WaveOptions options, int label, RowCodec codec) {
    Schema schema = task.schema();
    if (!hasWaves(schema, options)) {
      return Optional.empty();
    }
    double whole =
        Calibration.noiseMultiplier(PrivacyEvent.Gaussian::new, withDelta(task.budget()));
    double noise = whole / Math.sqrt(options.share());
    int wanted = waveCount(schema.columnCount(), task.n() / noise);
    RowEmbedding embedding =
        RowEmbedding.of(
            schema,
            label,
            labelValue(codec),
            options.count() > 0 ? options.count() : wanted,
            task.seed().stream("waves"));
    return Optional.of(new NoisedSum("waves", embedding, 1, noise));
  }

  /**
   * How many waves are bought: a dozen for every pair of columns, because what relates two columns
   * is seen by those alone that hold both, as long as each of them stands out of the noise; and
   * some for every column whatever the noise. Their number changes nothing in what they cost.
   *
   * @param rowsOverNoise public row count over the noise of a sum of vectors of length one
   */
  static int waveCount(int columns, double rowsOverNoise) {
    double pairs = columns * (columns - 1) / 2.0;
    double heard = Math.pow(MOST_WAVE_NOISE * rowsOverNoise, 2);
    double forPairs = Math.min(Math.min(WAVES_PER_PAIR * pairs, MOST_FOR_PAIRS), heard);
    int forColumns = Math.min(MOST_WAVES, WAVES_PER_COLUMN * columns);
    return Math.max(LEAST_WAVES, Math.max(forColumns, (int) forPairs));
  }

  /** Whether the generator of a private GAN learns from waves. */
  static boolean hasWaves(Schema schema, WaveOptions options) {
    boolean manyLevels =
        schema.columns().stream()
            .filter(column -> !column.type().isNumeric())
            .anyMatch(column -> column.type().levelCount() > MOST_LEVELS);
    return options.share() > 0 && schema.rowsPerUnit() == 1 && !manyLevels;
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
    return labelValue(codec);
  }

  private static float labelValue(RowCodec codec) {
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
    return event(labelNoise, waves, sgd, rowsPerUnit);
  }

  private static PrivacyEvent event(
      Optional<DiscreteLaplace> labelNoise,
      Optional<NoisedSum> waves,
      DpSgdPlan sgd,
      int rowsPerUnit) {
    List<PrivacyEvent> events = new ArrayList<>();
    labelNoise.ifPresent(noise -> events.add(GroupEvents.ofRows(noise.event(), rowsPerUnit)));
    waves.ifPresent(sum -> events.add(GroupEvents.ofRows(sum.event(), rowsPerUnit)));
    events.add(sgd.event());
    return events.size() == 1 ? events.get(0) : new PrivacyEvent.Composed(events);
  }

  /** About how many bytes training takes beside the rows themselves. */
  static double bytes(Schema schema, GanOptions options, Gan.Kind kind, long n) {
    int label = kind.conditional() ? label(schema, options) : -1;
    return GanShapes.of(schema, options, kind.isPrivate(), label)
        .bytes(n, Math.max(LARGEST_LOT, options.lotSize()));
  }

  /** As many rows as noise is worth sharing among, at most every second one. */
  private static double lotSize(long n) {
    double wanted = Math.max(512, Math.min(LARGEST_LOT, Math.rint(3 * Math.sqrt(n))));
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
      Optional<NoisedSum> waves,
      boolean isPrivate) {
    long n = task.n();
    double lot = Math.min(n, options.lotSize() > 0 ? options.lotSize() : lotSize(n));
    double rate = lot / n;
    long steps = steps(options, rate, isPrivate);
    if (!isPrivate) {
      return DpSgdPlan.nonPrivate(rate, steps, lot);
    }
    double multiplier =
        Calibration.noiseMultiplier(
            sigma ->
                event(labelNoise, waves, new DpSgdPlan(rate, sigma, steps, options.clip(), lot), 1),
            withDelta(task.budget()));
    return new DpSgdPlan(rate, multiplier, steps, options.clip(), lot, Clipping.LOGIT);
  }

  private static PrivacyBudget withDelta(PrivacyBudget budget) {
    if (!(budget.delta() > 0)) {
      throw new RefusedException(
          "Training a network privately needs a delta above 0. Got: 0. Give a delta, or use privbayes.");
    }
    return budget;
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

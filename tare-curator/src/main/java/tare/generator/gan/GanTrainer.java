package tare.generator.gan;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.learn.DpSgd;
import tare.learn.Examples;
import tare.model.LabelLaw;
import tare.progress.Progress;
import tare.random.Seed;

/*
 * One step: the discriminator takes a direction in which real rows are sampled by Poisson lots, clipped and noised once, and
 * made-up rows, which are public, are clipped and not noised; then the generator takes one step of its own against the
 * discriminator, which reads no real row. Made-up rows have blended levels meanwhile. In the last part of the training the
 * generator is put at the mean of its last iterates and stands still, its rows are drawn as they are released, and the mean of
 * the discriminator's iterates is kept: its logit is then the log ratio for the very law that is released. Means of iterates are
 * post-processing.
 */

/*
 * With waves the generator has learned before the first step, from their noised mean, and stands still throughout: what a noised
 * discriminator would teach it is worse than what it knows (docs/notes/gan-defaults.md).
 */

/**
 * The loop that trains a generator against a discriminator, private or not: the engine it is given
 * decides.
 */
final class GanTrainer {

  private static final double BLOW_UP = 1e6;
  private static final int CHECKPOINTS = 50;

  /**
   * Made-up rows per step; they cost nothing, and count as much as the real ones whatever the lot.
   */
  private static final int LEAST_FAKES = 64;

  /** Made-up rows per step towards the waves. */
  private static final int MATCHED_ROWS = 128;

  private static final double MATCHING_RATE = 2e-3;

  /** How many of the generator's last iterates its mean is over: a longer mean blurs modes. */
  private static final int MEMORY = 100;

  private final GanPlan plan;
  private final LabelLaw labels;
  private final RandomGenerator random;
  private final GeneratorSide side;
  private final int fakes;
  private final GanHistory history = new GanHistory();

  GanTrainer(GanPlan plan, LabelLaw labels, Seed seed) {
    this.plan = plan;
    this.labels = labels;
    this.random = seed.stream("gan");
    this.fakes = (int) Math.max(LEAST_FAKES, Math.round(plan.sgd().lotSize()));
    this.side = side(fakes);
  }

  private GeneratorSide side(int rows) {
    return new GeneratorSide(
        plan.codec(), labels, plan.generator(), plan.discriminator(), rows, random);
  }

  /** A trained pair of networks. */
  record Networks(float[] generator, float[] discriminator, GanHistory history) {}

  /** Trains a generator against a discriminator from the first step on. */
  Networks train(DpSgd engine, Progress progress) {
    long steps = plan.sgd().steps();
    long settledFrom = steps - Math.round(plan.options().settledPart() * steps);
    return train(engine, plan.generator().initialParameters(random), settledFrom, progress);
  }

  /** Trains a generator on a noised sum of waves, and then a discriminator against it. */
  Networks train(DpSgd engine, RowEmbedding embedding, double[] sum, Progress progress) {
    return train(engine, matched(embedding, sum, progress), 0, progress);
  }

  private float[] matched(RowEmbedding embedding, double[] sum, Progress progress) {
    double[] target = Arrays.stream(sum).map(value -> value / plan.n()).toArray();
    GeneratorSide rows = side(MATCHED_ROWS);
    float[] generator = plan.generator().initialParameters(random);
    StepRule.Optimiser moves =
        new StepRule.Adam(MATCHING_RATE, 0.9, 0.999, 1e-8).start(generator.length);
    ParameterMean mean = new ParameterMean(generator.length, MEMORY);
    int steps = plan.options().waves().steps();
    for (int step = 0; step < steps; step++) {
      progress.at("training", step / (double) steps);
      rows.relax(generator);
      rows.match(generator, embedding, target, moves);
      mean.add(generator);
    }
    return mean.orElse(generator);
  }

  private Networks train(DpSgd engine, float[] start, long settledFrom, Progress progress) {
    float[] generator = start;
    float[] discriminator = undecided(plan.discriminator(), random);
    StepRule.Optimiser generatorSteps = adam(plan.generatorRate(), generator.length);
    StepRule.Optimiser discriminatorSteps = adam(plan.discriminatorRate(), discriminator.length);
    long steps = plan.sgd().steps();
    ParameterMean generatorMean = new ParameterMean(generator.length, MEMORY);
    ParameterMean discriminatorMean = new ParameterMean(discriminator.length, steps);
    float[] direction = new float[discriminator.length];
    Examples made = Examples.labelled(side.rows(), plan.discriminator().inputs(), 0f);
    int[] everyFake = new int[fakes];
    Arrays.setAll(everyFake, i -> i);
    Networks sound = new Networks(generator.clone(), discriminator.clone(), history);
    for (long step = 0; step < steps; step++) {
      progress.at("training", step / (double) steps);
      if (step == settledFrom) {
        generator = generatorMean.orElse(generator);
      }
      boolean settled = step >= settledFrom;
      if (settled) {
        side.draw(generator);
      } else {
        side.relax(generator);
      }
      engine.direction(discriminator, made, everyFake, plan.sgd().lotSize() / fakes, direction);
      discriminatorSteps.step(discriminator, direction);
      if (!settled) {
        side.descend(generator, discriminator, generatorSteps);
        generatorMean.add(generator);
      } else if (step >= (settledFrom + steps) / 2) {
        discriminatorMean.add(discriminator);
      }
      if (step % Math.max(1, steps / CHECKPOINTS) == 0 || step == steps - 1) {
        if (isBlownUp(generator) || isBlownUp(discriminator)) {
          return sound;
        }
        sound = new Networks(generator.clone(), discriminator.clone(), history);
        history.note(
            step + 1,
            (step + 1.0) / steps,
            side.loss(discriminator, 0f),
            side.loss(discriminator, 1f),
            side.rows(),
            plan.discriminator().inputs());
      }
    }
    return new Networks(generator, discriminatorMean.orElse(discriminator), history);
  }

  /**
   * Parameters of a discriminator to start from: random hidden units, and a logit of zero
   * everywhere. Otherwise the generator would run after a random opinion, long before few or noised
   * real rows can correct it.
   */
  static float[] undecided(MlpShape discriminator, RandomGenerator random) {
    float[] parameters = discriminator.initialParameters(random);
    Arrays.fill(
        parameters, discriminator.weightsAt(discriminator.layers() - 1), parameters.length, 0);
    return parameters;
  }

  /**
   * Adam whose mean of directions has less memory than usual, as GANs want it: what is right
   * changes as the other side learns.
   */
  static StepRule.Optimiser adam(double rate, int parameters) {
    return new StepRule.Adam(rate, 0.5, 0.999, 1e-8).start(parameters);
  }

  /**
   * Whether parameters have grown beyond all use. A training ends then where it was last sound: it
   * is paid for, and what noise made of it must not decide whether there is a release. The history
   * ends there too.
   */
  private static boolean isBlownUp(float[] parameters) {
    return !(largest(parameters) < BLOW_UP);
  }

  /** The largest size of a value; not a number if one is not. */
  private static double largest(float[] values) {
    double largest = 0;
    for (float value : values) {
      largest = Math.max(largest, Math.abs(value)); // Math.max passes not-a-number on
    }
    return largest;
  }
}

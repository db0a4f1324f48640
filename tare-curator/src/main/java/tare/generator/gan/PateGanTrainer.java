package tare.generator.gan;

import java.util.random.RandomGenerator;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.model.LabelLaw;
import tare.model.RowCodec;
import tare.noise.Uses;
import tare.progress.Progress;
import tare.random.Seed;

/*
 * The generator moves little in a round, since the student learns of it only as fast as votes come in; a generator that runs ahead of
 * its student gathers all rows where the student last saw a real one. The student forgets votes on rows of a generator that is
 * long gone. In the last part of the rounds the generator stands still, and a new student learns, slowly, from the votes of these
 * rounds alone: they are all about the law that is released.
 */

/**
 * The rounds of a PATE-GAN: teachers learn, vote on some made-up rows, the student learns from the
 * last votes, and the generator from the student. Every vote is noised; all that follows it is
 * free.
 */
final class PateGanTrainer {

  private static final int TEACHER_STEPS = 5;
  private static final int STUDENT_STEPS = 30;
  private static final int GENERATOR_STEPS = 3;

  /** How many times as fast as the generator teachers and student learn, to keep ahead of it. */
  static final double AHEAD = 10;

  private static final int BLOCK = 64;
  private static final int MEMORY = 100;

  /** The part of all rounds in which the generator stands still. */
  private static final double SETTLED_PART = 0.3;

  /** The part of all votes that the student remembers. */
  private static final double REMEMBERED_PART = 0.25;

  private final PateGanOptions options;
  private final MlpShape generatorShape;
  private final MlpShape studentShape;
  private final RandomGenerator random;
  private final GeneratorSide side;
  private final MlpPass pass;
  private final float[] asked;
  private final float[] answers;
  private int known;

  PateGanTrainer(
      RowCodec codec, MlpShape generator, MlpShape student, PateGanOptions options, Seed seed) {
    this.options = options;
    this.generatorShape = generator;
    this.studentShape = student;
    this.random = seed.stream("pate-gan");
    int block = Math.max(BLOCK, options.queriesPerRound());
    this.side = new GeneratorSide(codec, LabelLaw.NONE, generator, student, block, random);
    this.pass = new MlpPass(student, BLOCK);
    this.asked = new float[Math.toIntExact(options.queries() * student.inputs())];
    this.answers = new float[Math.toIntExact(options.queries())];
  }

  GanTrainer.Networks train(Teachers teachers, Uses.Open<long[], long[]> votes, Progress progress) {
    float[] generator = generatorShape.initialParameters(random);
    float[] student = GanTrainer.undecided(studentShape, random);
    StepRule.Optimiser generatorSteps = GanTrainer.adam(options.rate(), generator.length);
    StepRule.Optimiser studentSteps = GanTrainer.adam(AHEAD * options.rate(), student.length);
    ParameterMean generatorMean = new ParameterMean(generator.length, MEMORY);
    ParameterMean studentMean = new ParameterMean(student.length, Long.MAX_VALUE);
    GanHistory history = new GanHistory();
    int rounds = options.rounds();
    int settledFrom = rounds - (int) Math.round(SETTLED_PART * rounds);
    for (int round = 0; round < rounds; round++) {
      double done = round / (double) rounds;
      progress.at("training", done);
      boolean settled = round >= settledFrom;
      if (round == settledFrom) {
        generator = generatorMean.orElse(generator);
        student = GanTrainer.undecided(studentShape, random);
        studentSteps = GanTrainer.adam(options.rate(), student.length);
      }
      for (int i = 0; i < TEACHER_STEPS; i++) {
        make(generator, settled);
        teachers.learn(side.rows(), () -> progress.at("training", done));
      }
      make(generator, settled);
      ask(teachers, votes);
      int from = firstVote(round, settledFrom);
      for (int i = 0; i < STUDENT_STEPS; i++) {
        learn(student, from, studentSteps);
        if (2 * round >= settledFrom + rounds) {
          studentMean.add(student);
        }
      }
      for (int i = 0; i < GENERATOR_STEPS && !settled; i++) {
        side.relax(generator);
        side.descend(generator, student, generatorSteps);
        generatorMean.add(generator);
      }
      history.note(
          round + 1,
          (round + 1.0) / rounds,
          side.loss(student, 0f),
          side.loss(student, 1f),
          side.rows(),
          studentShape.inputs());
    }
    return new GanTrainer.Networks(generator, studentMean.orElse(student), history);
  }

  private void make(float[] generator, boolean settled) {
    if (settled) {
      side.draw(generator);
    } else {
      side.relax(generator);
    }
  }

  /** The first vote that the student still learns from. */
  private int firstVote(int round, int settledFrom) {
    if (round >= settledFrom) {
      return settledFrom * options.queriesPerRound();
    }
    return Math.max(0, known - (int) Math.ceil(REMEMBERED_PART * options.queries()));
  }

  /** Lets the teachers vote on the first rows of the block. */
  private void ask(Teachers teachers, Uses.Open<long[], long[]> votes) {
    int width = studentShape.inputs();
    int from = known;
    for (int i = 0; i < options.queriesPerRound(); i++) {
      // The noised share of votes for real, which may be below 0 or above 1. The log loss is linear
      // in its target, so noise with mean zero does not bend what the student learns, as a
      // threshold would.
      long noised = votes.noised(teachers.votes(side.rows(), i))[0];
      answers[known++] = (float) noised / teachers.count();
    }
    System.arraycopy(side.rows(), 0, asked, from * width, (known - from) * width);
  }

  /** One step of the student on remembered votes. */
  private void learn(float[] student, int from, StepRule.Optimiser optimiser) {
    int width = studentShape.inputs();
    float[] targets = new float[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      int row = from + random.nextInt(known - from);
      System.arraycopy(asked, row * width, pass.inputs(), i * width, width);
      targets[i] = answers[row];
    }
    pass.forward(student, BLOCK);
    Loss.LOG.deltas(pass.outputs(), 1, targets, BLOCK, pass.outputDeltas());
    pass.backward(student, BLOCK);
    float[] gradient = new float[student.length];
    pass.addGradient(BLOCK, gradient);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] /= BLOCK;
    }
    optimiser.step(student, gradient);
  }
}

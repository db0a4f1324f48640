package tare.generator;

import java.util.random.RandomGenerator;
import tare.kernel.Loss;
import tare.kernel.MlpPass;
import tare.kernel.MlpShape;
import tare.kernel.StepRule;
import tare.privacy.DiscreteGaussian;
import tare.privacy.NoiseSource;
import tare.random.Seed;

/**
 * The rounds of a PATE-GAN: teachers learn, vote on a block of made-up rows, the student learns
 * from all votes so far, and the generator from the student. Every vote is noised; all that follows
 * it is free.
 */
final class PateGanTrainer {

  private static final int TEACHER_STEPS = 10;
  private static final int STUDENT_STEPS = 20;
  private static final int GENERATOR_STEPS = 20;
  private static final int BLOCK = 64;

  private final PateGanOptions options;
  private final MlpShape generatorShape;
  private final MlpShape studentShape;
  private final RandomGenerator random;
  private final GeneratorSide side;
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
    this.asked = new float[Math.toIntExact(options.queries() * student.inputs())];
    this.answers = new float[Math.toIntExact(options.queries())];
  }

  GanTrainer.Networks train(Teachers teachers, DiscreteGaussian law, NoiseSource noise) {
    float[] generator = generatorShape.initialParameters(random);
    float[] student = studentShape.initialParameters(random);
    StepRule.Optimiser generatorSteps = GanTrainer.adam(options.rate(), generator.length);
    StepRule.Optimiser studentSteps = GanTrainer.adam(options.rate(), student.length);
    ParameterMean mean = new ParameterMean(generator.length);
    GanHistory history = new GanHistory();
    for (int round = 0; round < options.rounds(); round++) {
      for (int i = 0; i < TEACHER_STEPS; i++) {
        side.draw(generator);
        teachers.learn(side.rows());
      }
      side.draw(generator);
      ask(teachers, law, noise);
      for (int i = 0; i < STUDENT_STEPS; i++) {
        learn(student, studentSteps);
      }
      for (int i = 0; i < GENERATOR_STEPS; i++) {
        side.draw(generator);
        side.descend(generator, student, generatorSteps);
      }
      if (round >= options.rounds() / 2) {
        mean.add(generator);
      }
      history.note(
          round + 1,
          (round + 1.0) / options.rounds(),
          side.loss(student, 0f),
          side.loss(student, 1f),
          side.rows(),
          studentShape.inputs());
    }
    return new GanTrainer.Networks(mean.orElse(generator), student, history);
  }

  /** Lets the teachers vote on the first rows of the block. */
  private void ask(Teachers teachers, DiscreteGaussian law, NoiseSource noise) {
    int width = studentShape.inputs();
    System.arraycopy(side.rows(), 0, asked, known * width, options.queriesPerRound() * width);
    for (int i = 0; i < options.queriesPerRound(); i++) {
      answers[known++] = verdict(teachers.votes(side.rows(), i), teachers.count(), law, noise);
    }
  }

  /** The noised vote as the student hears it: 1 for real. */
  private static float verdict(int votes, int teachers, DiscreteGaussian law, NoiseSource noise) {
    // Privacy hangs on this line: one row moves the votes by at most one, and every vote gets its
    // noise.
    long noised = law.addTo(votes, noise);
    return 2 * noised > teachers ? 1f : 0f;
  }

  private void learn(float[] student, StepRule.Optimiser optimiser) {
    int width = studentShape.inputs();
    MlpPass pass = new MlpPass(studentShape, BLOCK);
    float[] targets = new float[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      int row = random.nextInt(known);
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

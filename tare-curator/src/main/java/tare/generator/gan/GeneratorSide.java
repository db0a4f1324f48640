package tare.generator.gan;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.model.LabelLaw;
import tare.model.RowCodec;

/**
 * The generator's side of a GAN: draws made-up rows and learns from a discriminator. Never sees a
 * real row.
 */
final class GeneratorSide {

  private final RowCodec codec;
  private final LabelLaw labels;
  private final RandomGenerator random;
  private final MlpPass pass;
  private final MlpPass judge;
  private final int count;
  private final int rowWidth;
  private final float[] rows;
  private final float[] wanted;

  /**
   * @param count rows per block
   * @param random public chance
   */
  GeneratorSide(
      RowCodec codec,
      LabelLaw labels,
      MlpShape generator,
      MlpShape discriminator,
      int count,
      RandomGenerator random) {
    this.codec = codec;
    this.labels = labels;
    this.random = random;
    this.count = count;
    this.pass = new MlpPass(generator, count);
    this.judge = new MlpPass(discriminator, count);
    this.rowWidth = discriminator.inputs();
    this.rows = new float[count * rowWidth];
    this.wanted = new float[count];
    Arrays.fill(wanted, 1f);
  }

  /** The block of made-up rows as a discriminator sees them; overwritten by the next draw. */
  float[] rows() {
    return rows;
  }

  /**
   * Draws a block of rows as they are released, from fresh chance. @param generator Not modified.
   */
  void draw(float[] generator) {
    forward(generator);
    for (int i = 0; i < count; i++) {
      codec.draw(pass.outputs(), i * codec.width(), random, rows, i * rowWidth);
    }
  }

  /**
   * Draws a block of rows with blended levels, which the generator can learn from. @param generator
   * Not modified.
   */
  void relax(float[] generator) {
    forward(generator);
    for (int i = 0; i < count; i++) {
      codec.relax(pass.outputs(), i * codec.width(), random, rows, i * rowWidth);
    }
  }

  private void forward(float[] generator) {
    int in = pass.shape().inputs();
    int noise = in - labels.levels();
    float[] inputs = pass.inputs();
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < noise; j++) {
        inputs[i * in + j] = (float) random.nextGaussian();
      }
      labels.draw(random, inputs, i * in + noise, rows, i * rowWidth + codec.width());
    }
    pass.forward(generator, count);
  }

  /**
   * One step towards rows that a discriminator takes for real, on the block that was relaxed last.
   *
   * @param generator Modified.
   * @param discriminator Not modified.
   */
  void descend(float[] generator, float[] discriminator, StepRule.Optimiser optimiser) {
    score(discriminator);
    Loss.LOG.deltas(judge.outputs(), 1, wanted, count, judge.outputDeltas());
    judge.backward(discriminator, count);
    float[] rowGradient = new float[count * rowWidth];
    judge.inputGradient(discriminator, count, rowGradient);
    learn(generator, rowGradient, 1f / count, optimiser);
  }

  /**
   * One step towards rows whose mean embedding is the target, on the block that was relaxed last.
   *
   * @param generator Modified.
   * @param target Not modified.
   */
  void match(
      float[] generator, RowEmbedding embedding, double[] target, StepRule.Optimiser optimiser) {
    float[] rowGradient = new float[count * rowWidth];
    embedding.gradient(rows, target, rowGradient);
    learn(generator, rowGradient, 1, optimiser);
  }

  /** Takes derivatives with respect to rows back to the generator. @param generator Modified. */
  private void learn(
      float[] generator, float[] rowGradient, float scale, StepRule.Optimiser optimiser) {
    int width = codec.width();
    float[] ofValues = new float[count * width];
    for (int i = 0; i < count; i++) {
      System.arraycopy(rowGradient, i * rowWidth, ofValues, i * width, width);
      codec.backward(pass.outputs(), ofValues, pass.outputDeltas(), i * width);
    }
    pass.backward(generator, count);
    float[] gradient = new float[generator.length];
    pass.addGradient(count, gradient);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] *= scale;
    }
    optimiser.step(generator, gradient);
  }

  /** A discriminator's logits on the block, one per row. */
  private float[] score(float[] discriminator) {
    System.arraycopy(rows, 0, judge.inputs(), 0, rows.length);
    judge.forward(discriminator, count);
    return judge.outputs();
  }

  /** The mean log loss of a discriminator on the block, if every row had this target. */
  double loss(float[] discriminator, float target) {
    float[] targets = new float[count];
    Arrays.fill(targets, target);
    return Loss.LOG.value(score(discriminator), 1, targets, count) / count;
  }
}

package tare.weight;

import java.util.random.RandomGenerator;
import tare.gate.PrivateRows;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.learn.Examples;
import tare.learn.LotSource;
import tare.model.MlpInputs;
import tare.progress.Progress;

/**
 * The public part of a fit: inputs, network, synthetic rows. Private rows have label 1 and
 * synthetic ones label 0; both sides carry the same expected weight, so that the fitted logit is
 * the log density ratio itself.
 */
final class MlpFit {

  private final WeightTask task;
  private final MlpInputs inputs;
  private final MlpShape shape;
  private final Examples synthetic;

  MlpFit(WeightTask task, int hiddenWidth) {
    this.task = task;
    this.inputs = MlpInputs.fitted(task.synthetic());
    this.shape = MlpShape.oneHidden(inputs.width(), hiddenWidth, 1, Activation.TANH);
    this.synthetic = Examples.labelled(inputs.encode(task.synthetic()), inputs.width(), 0);
  }

  Progress progress() {
    return task.progress();
  }

  MlpInputs inputs() {
    return inputs;
  }

  MlpShape shape() {
    return shape;
  }

  Examples synthetic() {
    return synthetic;
  }

  /** Private rows as examples with label 1. */
  Examples labelled(PrivateRows privateRows) {
    return Examples.labelled(inputs.encode(privateRows), inputs.width(), 1);
  }

  /** Private rows in lots, with label 1. */
  LotSource lots(PrivateRows privateRows) {
    return LotSource.labelled(privateRows, inputs.width(), inputs::put, 1);
  }

  MlpPass newPass() {
    return new MlpPass(shape, MlpPass.DEFAULT_CAPACITY);
  }

  RandomGenerator stream(String name) {
    return task.seed().stream("mlp weights: " + name);
  }

  /**
   * Where training starts: random hidden units with random thresholds, and zero weights from them
   * to the logit, so that all weights start at one.
   */
  float[] initialParameters() {
    RandomGenerator random = stream("initial parameters");
    float[] parameters = shape.initialParameters(random);
    for (int i = shape.biasesAt(0); i < shape.weightsAt(1); i++) {
      parameters[i] = (float) random.nextGaussian();
    }
    for (int i = shape.weightsAt(1); i < parameters.length; i++) {
      parameters[i] = 0;
    }
    return parameters;
  }
}

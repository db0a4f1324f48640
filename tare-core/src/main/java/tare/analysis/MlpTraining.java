package tare.analysis;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.random.Seed;

/** Trains the network of {@link Learner.Mlp} on weighted rows; nothing here is private. */
final class MlpTraining {

  private MlpTraining() {}

  /** Turns the outputs of one row into derivatives of its loss. */
  @FunctionalInterface
  interface RowLoss {
    /**
     * Fills in the derivatives.
     *
     * @param outputs may be overwritten. Modified.
     * @param deltas Modified.
     */
    void deltas(int row, double[] outputs, double[] deltas);
  }

  /** Trained parameters. */
  static float[] run(
      Learner.Mlp options, ModelData data, Scaling scaling, int outputs, RowLoss loss, Seed seed) {
    MlpShape shape = shape(options, data.design().columnCount(), outputs);
    double[] x = scaling.apply(data.design().values());
    float[] parameters = shape.initialParameters(seed.stream("initial parameters"));
    RandomGenerator random = seed.stream("lots");
    int n = data.rowCount();
    int lot = Math.min(options.lot(), n);
    MlpPass pass = new MlpPass(shape, lot);
    StepRule.Optimiser optimiser =
        new StepRule.Adam(options.rate(), 0.9, 0.999, 1e-8).start(shape.parameterCount());
    float[] direction = new float[shape.parameterCount()];
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    for (int epoch = 0; epoch < options.epochs(); epoch++) {
      shuffle(order, random);
      for (int from = 0; from + lot <= n; from += lot) {
        gradient(pass, parameters, x, data.weights(), order, from, lot, loss, direction);
        addDecay(shape, parameters, options.decay(), direction);
        optimiser.step(parameters, direction);
      }
    }
    return parameters;
  }

  /** The trained network as a function of a row; scores are finished in place. */
  static Predictor predictor(
      Learner.Mlp options,
      Scaling scaling,
      float[] parameters,
      int outputs,
      Consumer<double[]> finish) {
    int columns = scaling.size();
    MlpPass pass = new MlpPass(shape(options, columns, outputs), 1);
    return (x, offset, scores) -> {
      double[] row = scaling.apply(Arrays.copyOfRange(x, offset, offset + columns));
      for (int j = 0; j < columns; j++) {
        pass.inputs()[j] = (float) row[j];
      }
      pass.forward(parameters, 1);
      for (int k = 0; k < outputs; k++) {
        scores[k] = pass.outputs()[k];
      }
      finish.accept(scores);
    };
  }

  private static MlpShape shape(Learner.Mlp options, int columns, int outputs) {
    return MlpShape.oneHidden(columns, options.hidden(), outputs, Activation.RELU);
  }

  /** The weighted mean gradient of a lot; weights have mean one over all rows. */
  private static void gradient(
      MlpPass pass,
      float[] parameters,
      double[] x,
      double[] weights,
      int[] order,
      int from,
      int lot,
      RowLoss loss,
      float[] direction) {
    int columns = pass.shape().inputs();
    int outputs = pass.shape().outputs();
    for (int i = 0; i < lot; i++) {
      int row = order[from + i];
      for (int j = 0; j < columns; j++) {
        pass.inputs()[i * columns + j] = (float) x[row * columns + j];
      }
    }
    pass.forward(parameters, lot);
    double[] scores = new double[outputs];
    double[] deltas = new double[outputs];
    for (int i = 0; i < lot; i++) {
      int row = order[from + i];
      for (int k = 0; k < outputs; k++) {
        scores[k] = pass.outputs()[i * outputs + k];
      }
      loss.deltas(row, scores, deltas);
      for (int k = 0; k < outputs; k++) {
        pass.outputDeltas()[i * outputs + k] = (float) (weights[row] * deltas[k] / lot);
      }
    }
    pass.backward(parameters, lot);
    Arrays.fill(direction, 0);
    pass.addGradient(lot, direction);
  }

  private static void addDecay(
      MlpShape shape, float[] parameters, double decay, float[] direction) {
    for (int layer = 0; layer < shape.layers(); layer++) {
      for (int i = shape.weightsAt(layer); i < shape.biasesAt(layer); i++) {
        direction[i] += (float) decay * parameters[i];
      }
    }
  }

  private static void shuffle(int[] order, RandomGenerator random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int held = order[i];
      order[i] = order[j];
      order[j] = held;
    }
  }
}

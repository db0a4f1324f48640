package tare.kernel.mlp;

/**
 * The twin of {@link MlpPass} one row at a time, in double and in loops anyone can follow. Stores
 * the gradient of one row; finds slopes by differences.
 */
record PlainNetwork(MlpShape shape, Loss loss) {

  private static final double STEP = 1e-5;

  static double[] widened(float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }

  double[] outputs(double[] parameters, double[] inputs) {
    return layers(parameters, inputs)[shape.layers()];
  }

  /** What leaves every layer, inputs first. */
  private double[][] layers(double[] parameters, double[] inputs) {
    double[][] values = new double[shape.layers() + 1][];
    values[0] = inputs;
    for (int layer = 0; layer < shape.layers(); layer++) {
      double[] next = new double[shape.out(layer)];
      for (int j = 0; j < next.length; j++) {
        double sum = parameters[shape.biasesAt(layer) + j];
        for (int i = 0; i < shape.in(layer); i++) {
          sum += values[layer][i] * parameters[shape.weightsAt(layer) + i * next.length + j];
        }
        next[j] = layer == shape.layers() - 1 ? sum : activated(sum);
      }
      values[layer + 1] = next;
    }
    return values;
  }

  private double activated(double v) {
    return switch (shape.hidden()) {
      case IDENTITY -> v;
      case RELU -> Math.max(v, 0);
      case TANH -> Math.tanh(v);
      case SIGMOID -> 1 / (1 + Math.exp(-v));
    };
  }

  private double slopeOfActivation(double output) {
    return switch (shape.hidden()) {
      case IDENTITY -> 1;
      case RELU -> output > 0 ? 1 : 0;
      case TANH -> 1 - output * output;
      case SIGMOID -> output * (1 - output);
    };
  }

  private double lossOf(double[] outputs, float target) {
    return switch (loss) {
      case LOG -> Math.log1p(Math.exp(outputs[0])) - target * outputs[0];
      case SQUARED -> 0.5 * (outputs[0] - target) * (outputs[0] - target);
      case SOFTMAX -> {
        double sum = 0;
        for (double o : outputs) {
          sum += Math.exp(o);
        }
        yield Math.log(sum) - outputs[(int) target];
      }
    };
  }

  /** Slopes of the row's loss along every parameter, by central differences. */
  double[] slopes(float[] parameters, double[] inputs, float target) {
    double[] wide = widened(parameters);
    double[] slopes = new double[wide.length];
    for (int i = 0; i < wide.length; i++) {
      double kept = wide[i];
      wide[i] = kept + STEP;
      double up = lossOf(outputs(wide, inputs), target);
      wide[i] = kept - STEP;
      double down = lossOf(outputs(wide, inputs), target);
      wide[i] = kept;
      slopes[i] = (up - down) / (2 * STEP);
    }
    return slopes;
  }

  /** Slopes of the row's loss along every input, by central differences. */
  double[] inputSlopes(float[] parameters, double[] inputs, float target) {
    double[] wide = widened(parameters);
    double[] moved = inputs.clone();
    double[] slopes = new double[inputs.length];
    for (int i = 0; i < inputs.length; i++) {
      moved[i] = inputs[i] + STEP;
      double up = lossOf(outputs(wide, moved), target);
      moved[i] = inputs[i] - STEP;
      double down = lossOf(outputs(wide, moved), target);
      moved[i] = inputs[i];
      slopes[i] = (up - down) / (2 * STEP);
    }
    return slopes;
  }

  /** The row's gradient by the chain rule, stored whole. */
  double[] gradient(float[] parameters, double[] inputs, float target) {
    double[] wide = widened(parameters);
    double[][] values = layers(wide, inputs);
    double[] gradient = new double[wide.length];
    double[] delta = outputDelta(values[shape.layers()], target);
    for (int layer = shape.layers() - 1; layer >= 0; layer--) {
      int weights = shape.weightsAt(layer);
      int out = shape.out(layer);
      double[] below = new double[shape.in(layer)];
      for (int j = 0; j < out; j++) {
        gradient[shape.biasesAt(layer) + j] = delta[j];
        for (int i = 0; i < below.length; i++) {
          gradient[weights + i * out + j] = values[layer][i] * delta[j];
          below[i] += wide[weights + i * out + j] * delta[j];
        }
      }
      for (int i = 0; layer > 0 && i < below.length; i++) {
        below[i] *= slopeOfActivation(values[layer][i]);
      }
      delta = below;
    }
    return gradient;
  }

  private double[] outputDelta(double[] outputs, float target) {
    double[] delta = new double[outputs.length];
    switch (loss) {
      case LOG -> delta[0] = 1 / (1 + Math.exp(-outputs[0])) - target;
      case SQUARED -> delta[0] = outputs[0] - target;
      case SOFTMAX -> {
        double sum = 0;
        for (double o : outputs) {
          sum += Math.exp(o);
        }
        for (int j = 0; j < delta.length; j++) {
          delta[j] = Math.exp(outputs[j]) / sum - (j == (int) target ? 1 : 0);
        }
      }
    }
    return delta;
  }
}

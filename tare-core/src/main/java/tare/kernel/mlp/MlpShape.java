package tare.kernel.mlp;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The shape of a dense network: the widths of its layers from inputs to outputs, and the activation
 * of the hidden ones. Outputs are plain weighted sums; losses and heads come after.
 *
 * <p>All parameters live in one array: for each layer its weights, input by output, row-major, then
 * its biases.
 *
 * @param widths at least inputs and outputs, all positive
 */
public record MlpShape(List<Integer> widths, Activation hidden) {

  public MlpShape {
    widths = List.copyOf(widths);
    if (widths.size() < 2 || widths.stream().anyMatch(w -> w < 1)) {
      throw new IllegalArgumentException(
          "A network needs at least inputs and outputs, all widths positive. Got: " + widths);
    }
    long count = 0;
    for (int i = 1; i < widths.size(); i++) {
      count += (widths.get(i - 1) + 1L) * widths.get(i);
    }
    if (count > Integer.MAX_VALUE / 4) {
      throw new IllegalArgumentException(
          "A network may have at most "
              + Integer.MAX_VALUE / 4
              + " parameters. "
              + widths
              + " needs "
              + count
              + ".");
    }
  }

  /** A network with one hidden layer. */
  public static MlpShape oneHidden(int inputs, int width, int outputs, Activation hidden) {
    return new MlpShape(List.of(inputs, width, outputs), hidden);
  }

  /** The number of layers of weights. */
  public int layers() {
    return widths.size() - 1;
  }

  /** The number of inputs. */
  public int inputs() {
    return widths.get(0);
  }

  /** The number of outputs. */
  public int outputs() {
    return widths.get(layers());
  }

  /** The number of values that enter a layer, counted from 0. */
  public int in(int layer) {
    return widths.get(layer);
  }

  /** The number of values that leave a layer. */
  public int out(int layer) {
    return widths.get(layer + 1);
  }

  /** Where a layer's weights begin. */
  public int weightsAt(int layer) {
    int at = 0;
    for (int i = 0; i < layer; i++) {
      at += (in(i) + 1) * out(i);
    }
    return at;
  }

  /** Where a layer's biases begin. */
  public int biasesAt(int layer) {
    return weightsAt(layer) + in(layer) * out(layer);
  }

  /** The number of weights and biases together. */
  public int parameterCount() {
    return weightsAt(layers());
  }

  /**
   * Parameters to start from: weights normal with variance 2/in before a ReLU and 1/in elsewhere
   * (He et al. 2015; LeCun et al. 1998), biases zero.
   */
  public float[] initialParameters(RandomGenerator random) {
    float[] parameters = new float[parameterCount()];
    for (int layer = 0; layer < layers(); layer++) {
      double gain = hidden == Activation.RELU && layer < layers() - 1 ? 2 : 1;
      double sd = Math.sqrt(gain / in(layer));
      for (int i = weightsAt(layer); i < biasesAt(layer); i++) {
        parameters[i] = (float) (sd * random.nextGaussian());
      }
    }
    return parameters;
  }
}

package tare.model;

import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A fitted network whose logit is the log weight. */
public record MlpWeights(
    MlpInputs inputs, MlpShape shape, float[] parameters, WeightDescription description)
    implements FittedWeights {

  /** Beyond this many parameters weights.json does not list them. */
  private static final int MOST_LISTED = 20_000;

  @Override
  public Weights weigh(Table rows) {
    return new Weights(
        logits(new MlpPass(shape, MlpPass.DEFAULT_CAPACITY), parameters, inputs.encode(rows)));
  }

  /** The logit of every row. @param encoded Not modified. */
  static double[] logits(MlpPass pass, float[] parameters, float[] encoded) {
    int width = pass.shape().inputs();
    double[] logits = new double[encoded.length / width];
    for (int from = 0; from < logits.length; from += pass.capacity()) {
      int rows = Math.min(pass.capacity(), logits.length - from);
      System.arraycopy(encoded, from * width, pass.inputs(), 0, rows * width);
      pass.forward(parameters, rows);
      for (int i = 0; i < rows; i++) {
        logits[from + i] = pass.outputs()[i];
      }
    }
    return logits;
  }

  /** Adds what is needed to compute the weight of any row. @param json Modified. */
  public static void describe(
      ObjectNode json, MlpInputs inputs, MlpShape shape, float[] parameters) {
    json.put("features", "standardised, and squares of numbers");
    ArrayNode widths = json.putArray("widths");
    shape.widths().forEach(widths::add);
    json.put("activation", "tanh");
    json.put("input_limit", MlpInputs.LIMIT);
    ArrayNode squared = json.putArray("squared_inputs");
    for (int input : inputs.squared()) {
      squared.add(input);
    }
    putAll(json.putArray("input_mean"), inputs.mean());
    putAll(json.putArray("input_scale"), inputs.scale());
    if (parameters.length <= MOST_LISTED) {
      ArrayNode array = json.putArray("parameters");
      for (float parameter : parameters) {
        array.add(parameter);
      }
    }
  }

  private static void putAll(ArrayNode array, double[] values) {
    for (double value : values) {
      array.add(value);
    }
  }
}

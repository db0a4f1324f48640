package tare.kernel.mlp;

/** What training makes small. Each works on a block of outputs, row by row. */
public enum Loss {

  /** log(1 + exp(-+logit)) of one output against a target in [0, 1]. */
  LOG {
    @Override
    public double value(float[] outputs, int width, float[] targets, int rows) {
      requireOneOutput(width);
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        double s = outputs[i];
        // max(s, 0) + log(1 + e^-|s|) does not overflow, whatever the sign of s.
        sum += Math.max(s, 0) + Math.log1p(Math.exp(-Math.abs(s))) - targets[i] * s;
      }
      return sum;
    }

    @Override
    public void deltas(float[] outputs, int width, float[] targets, int rows, float[] deltas) {
      requireOneOutput(width);
      for (int i = 0; i < rows; i++) {
        deltas[i] = (float) (1 / (1 + Math.exp(-outputs[i])) - targets[i]);
      }
    }
  },

  /** Half the squared distance of one output from its target. */
  SQUARED {
    @Override
    public double value(float[] outputs, int width, float[] targets, int rows) {
      requireOneOutput(width);
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        double off = outputs[i] - targets[i];
        sum += 0.5 * off * off;
      }
      return sum;
    }

    @Override
    public void deltas(float[] outputs, int width, float[] targets, int rows, float[] deltas) {
      requireOneOutput(width);
      for (int i = 0; i < rows; i++) {
        deltas[i] = outputs[i] - targets[i];
      }
    }
  },

  /** Minus the log probability of the target class, classes counted from 0, under a softmax. */
  SOFTMAX {
    @Override
    public double value(float[] outputs, int width, float[] targets, int rows) {
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        sum += logSum(outputs, i * width, width) - outputs[i * width + (int) targets[i]];
      }
      return sum;
    }

    @Override
    public void deltas(float[] outputs, int width, float[] targets, int rows, float[] deltas) {
      for (int i = 0; i < rows; i++) {
        double log = logSum(outputs, i * width, width);
        for (int j = i * width; j < (i + 1) * width; j++) {
          deltas[j] = (float) Math.exp(outputs[j] - log);
        }
        deltas[i * width + (int) targets[i]] -= 1;
      }
    }
  };

  /** The sum of the losses of all rows. @param targets one per row. Not modified. */
  public abstract double value(float[] outputs, int width, float[] targets, int rows);

  /** The derivative of every row's own loss with respect to its outputs. @param deltas Modified. */
  public abstract void deltas(
      float[] outputs, int width, float[] targets, int rows, float[] deltas);

  private static void requireOneOutput(int width) {
    if (width != 1) {
      throw new IllegalArgumentException("This loss takes one output. Got: " + width);
    }
  }

  private static double logSum(float[] values, int from, int width) {
    double most = Double.NEGATIVE_INFINITY;
    for (int j = from; j < from + width; j++) {
      most = Math.max(most, values[j]);
    }
    double sum = 0;
    for (int j = from; j < from + width; j++) {
      sum += Math.exp(values[j] - most);
    }
    return most + Math.log(sum);
  }
}

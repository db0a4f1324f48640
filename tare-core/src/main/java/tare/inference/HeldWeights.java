package tare.inference;

/**
 * Replicate weights in memory.
 *
 * @param weights for each replicate, a weight per row: finite, not negative, mean one. Not copied.
 */
public record HeldWeights(float[][] weights) implements ReplicateWeights {

  private static final double MEAN_TOLERANCE = 1e-3;

  public HeldWeights {
    for (float[] replicate : weights) {
      requireMeanOne(replicate, weights[0].length);
    }
  }

  private static void requireMeanOne(float[] replicate, int rows) {
    if (replicate.length != rows) {
      throw new IllegalArgumentException(
          "All replicates must weigh the same rows. Got: "
              + rows
              + " and "
              + replicate.length
              + " weights.");
    }
    double sum = 0;
    for (float weight : replicate) {
      if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Replicate weights must be finite and not negative. Got: " + weight);
      }
      sum += weight;
    }
    if (!(Math.abs(sum / rows - 1) <= MEAN_TOLERANCE)) {
      throw new IllegalArgumentException(
          "The weights of a replicate must have mean one. Got: " + sum / rows);
    }
  }

  @Override
  public int count() {
    return weights.length;
  }

  @Override
  public int rows() {
    return weights.length == 0 ? 0 : weights[0].length;
  }

  @Override
  public float weight(int replicate, int row) {
    return weights[replicate][row];
  }
}

package tare.table;

/**
 * One importance weight per row, kept on the log scale.
 *
 * @param logWeights natural logarithms, one per row; not copied
 */
public record Weights(double[] logWeights) {

  public int size() {
    return logWeights.length;
  }
}

package tare.generator.gan;

/**
 * The running mean of a network's parameters over its last steps: all count alike until there are
 * as many as the memory, and from then on the weight of a step falls by a factor 1 - 1/memory with
 * every later one.
 */
final class ParameterMean {

  private final double[] mean;
  private final long memory;
  private long count;

  ParameterMean(int parameters, long memory) {
    this.mean = new double[parameters];
    this.memory = memory;
  }

  void add(float[] parameters) {
    count++;
    double share = 1.0 / Math.min(count, memory);
    for (int i = 0; i < mean.length; i++) {
      mean[i] += share * (parameters[i] - mean[i]);
    }
  }

  /** The mean, or a copy of something else when nothing was added. */
  float[] orElse(float[] otherwise) {
    if (count == 0) {
      return otherwise.clone();
    }
    float[] result = new float[mean.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (float) mean[i];
    }
    return result;
  }
}

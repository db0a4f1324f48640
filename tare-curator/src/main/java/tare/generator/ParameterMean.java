package tare.generator;

/** The running mean of a network's parameters over several steps. */
final class ParameterMean {

  private final double[] mean;
  private long count;

  ParameterMean(int parameters) {
    mean = new double[parameters];
  }

  void add(float[] parameters) {
    count++;
    for (int i = 0; i < mean.length; i++) {
      mean[i] += (parameters[i] - mean[i]) / count;
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

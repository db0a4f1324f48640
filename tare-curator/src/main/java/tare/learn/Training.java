package tare.learn;

import java.util.random.RandomGenerator;
import tare.kernel.mlp.StepRule;
import tare.progress.Progress;

/**
 * A whole training: as many steps as the plan has, with or without privacy, and the mean of the
 * last iterates.
 *
 * @param rule how directions move parameters
 * @param publicLotSize public rows per step
 * @param publicShare how much public rows weigh beside private ones in a direction; 1 for equal
 *     expected weight
 * @param averagedPart the part of the iterates, counted from the end, whose mean is returned; 0
 *     returns the last iterate. Averaging takes off noise and, being post-processing, costs nothing
 */
public record Training(StepRule rule, int publicLotSize, double publicShare, double averagedPart) {

  public Training {
    if (publicLotSize < 0) {
      throw new IllegalArgumentException(
          "The public lot size must not be negative. Got: " + publicLotSize);
    }
    if (!(publicShare >= 0) || Double.isInfinite(publicShare)) {
      throw new IllegalArgumentException(
          "The share of public rows must be finite and not negative. Got: " + publicShare);
    }
    if (!(averagedPart >= 0 && averagedPart <= 1)) {
      throw new IllegalArgumentException(
          "The averaged part must be in [0, 1]. Got: " + averagedPart);
    }
  }

  /** Training on one table alone, without public rows. */
  public static Training alone(StepRule rule) {
    return new Training(rule, 0, 0, 0);
  }

  /**
   * Runs to the end.
   *
   * <p>Public rows are weighed so that a public lot counts {@code publicShare} times as much as the
   * expected private lot, whatever the two sizes are.
   *
   * @param initial where to start. Not modified.
   * @param random for the order of public rows; never for private ones
   * @return the parameters, public when the engine is private
   */
  public float[] run(
      DpSgd engine,
      float[] initial,
      Examples publicRows,
      RandomGenerator random,
      Progress progress) {
    long steps = engine.plan().steps();
    PublicLots publicLots = new PublicLots(publicRows.size(), publicLotSize, random);
    int publicSize = Math.min(publicRows.size(), publicLotSize);
    double scale = publicSize == 0 ? 0 : publicShare * engine.plan().lotSize() / publicSize;
    float[] parameters = initial.clone();
    float[] direction = new float[parameters.length];
    double[] mean = new double[parameters.length];
    StepRule.Optimiser optimiser = rule.start(parameters.length);
    long averagedFrom = steps - Math.round(averagedPart * steps);
    for (long step = 0; step < steps; step++) {
      engine.direction(parameters, publicRows, publicLots.draw(), scale, direction);
      optimiser.step(parameters, direction);
      if (step >= averagedFrom) {
        addToMean(parameters, mean, step - averagedFrom + 1);
      }
      progress.at("training", (step + 1.0) / steps);
    }
    return averagedFrom < steps ? toFloats(mean) : parameters;
  }

  private static void addToMean(float[] values, double[] mean, long count) {
    double part = 1.0 / count;
    for (int i = 0; i < mean.length; i++) {
      mean[i] += part * (values[i] - mean[i]);
    }
  }

  private static float[] toFloats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }
}

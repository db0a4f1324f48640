package tare.inference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/*
 * The variance of a number is the mean over the replicates of its squared distance from the number under the release's
 * own weights. Distances, not deviations from the replicates' mean: what a replicate adds in bias counts too. A
 * replicate under which the number does not exist (classes separated, no row of a level left) says that the number is
 * hardly determined; a few such are left out and counted, more than that and there is no standard error.
 */

/**
 * What replicate weights say about a statistic.
 *
 * @param estimates one per number of the statistic
 * @param deviations for each replicate that has the statistic, what it differs by from the full
 *     estimates. Not copied.
 * @param replicates how many there are
 * @param failed replicates under which the statistic did not exist; they are left out
 * @param covers the sources of error that the intervals cover, one sentence each
 * @param leavesOut what they do not, one sentence each
 */
public record ReplicateInference(
    List<Estimate> estimates,
    double[][] deviations,
    int replicates,
    int failed,
    List<String> covers,
    List<String> leavesOut) {

  /** The share of replicates that may fail before there is no standard error. */
  private static final double MAY_FAIL = 0.1;

  public ReplicateInference {
    estimates = List.copyOf(estimates);
    covers = List.copyOf(covers);
    leavesOut = List.copyOf(leavesOut);
  }

  /**
   * Computes a statistic under every replicate, side by side.
   *
   * @param weights the release's own, one per row. Not modified.
   * @param realRows how many private rows there were, as far as that is public
   * @param level of the intervals
   */
  public static ReplicateInference of(
      WeightedStatistic statistic,
      double[] weights,
      Replicates replicates,
      OptionalLong realRows,
      double level) {
    if (weights.length != replicates.rows()) {
      throw new IllegalArgumentException(
          "Weights and replicates must be of the same rows. Got: "
              + weights.length
              + " and "
              + replicates.rows());
    }
    double[] full = statistic.at(weights);
    double[][] replicated =
        IntStream.range(0, replicates.count())
            .parallel()
            .mapToObj(b -> statistic.at(replicates.replicate(b)))
            .toArray(double[][]::new);
    double[][] deviations =
        Arrays.stream(replicated)
            .filter(values -> Arrays.stream(values).allMatch(Double::isFinite))
            .map(values -> minus(values, full))
            .toArray(double[][]::new);
    int failed = replicated.length - deviations.length;
    boolean enough = deviations.length >= 2 && failed <= MAY_FAIL * replicated.length;
    int df = Math.max(1, deviations.length - 1);
    double[] single = statistic.singleRowVariances(weights);
    double reach = replicates.quantile(level);
    List<Estimate> estimates = new ArrayList<>();
    for (int j = 0; j < full.length; j++) {
      double error = enough ? error(deviations, j) : Double.NaN;
      estimates.add(
          new Estimate(
              statistic.names().get(j),
              full[j],
              error,
              statistic.scale().interval(level, full[j], error, reach),
              df,
              worth(single[j], error, realRows)));
    }
    return new ReplicateInference(
        estimates,
        deviations,
        replicates.count(),
        failed,
        replicates.covers(),
        replicates.leavesOut());
  }

  /**
   * An estimate by name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Estimate estimate(String name) {
    return estimates.stream()
        .filter(estimate -> estimate.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("There is no estimate named \"" + name + "\"."));
  }

  /**
   * The fewest real rows that any of the numbers is worth; empty where none can be told. The least
   * and not the mean: somebody who reads a table reads all of it.
   */
  public OptionalDouble worthRows() {
    return estimates.stream()
        .map(Estimate::worthRows)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .min();
  }

  /** The covariance of all numbers over the replicates, row by row. */
  public double[] covariance() {
    int size = estimates.size();
    double[] covariance = new double[size * size];
    for (double[] deviation : deviations) {
      for (int j = 0; j < size; j++) {
        for (int k = 0; k < size; k++) {
          covariance[j * size + k] += deviation[j] * deviation[k] / deviations.length;
        }
      }
    }
    return covariance;
  }

  private static double[] minus(double[] values, double[] full) {
    double[] difference = new double[full.length];
    Arrays.setAll(difference, j -> values[j] - full[j]);
    return difference;
  }

  private static double error(double[][] deviations, int number) {
    double squares = 0;
    for (double[] deviation : deviations) {
      squares += deviation[number] * deviation[number];
    }
    return Math.sqrt(squares / deviations.length);
  }

  /** Rows of the real law with the same variance, and never more than there were. */
  private static OptionalDouble worth(double single, double error, OptionalLong realRows) {
    double rows = single / (error * error);
    if (!Double.isFinite(rows) || realRows.isEmpty()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.min(rows, realRows.getAsLong()));
  }
}

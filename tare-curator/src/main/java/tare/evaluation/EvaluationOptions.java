package tare.evaluation;

import java.util.Optional;
import tare.random.Seed;

/**
 * How a release is evaluated.
 *
 * @param target the column that models predict; without one only distances are computed
 * @param bootstraps how often the real rows are drawn again for the standard errors
 * @param mostRows how many rows of each table take part in distances and models; beyond it that
 *     many are drawn
 * @param bins into how many bins a number without declared cuts is put for marginals
 * @param mostMarginals how many marginals of three columns are sampled
 */
public record EvaluationOptions(
    Optional<String> target, int bootstraps, int mostRows, int bins, int mostMarginals, Seed seed) {

  /** The usual options. */
  public static final EvaluationOptions DEFAULTS =
      new EvaluationOptions(Optional.empty(), 30, 2_000, 20, 100, new Seed(1));

  public EvaluationOptions {
    if (bootstraps < 2) {
      throw new IllegalArgumentException(
          "A standard error needs at least 2 bootstraps. Got: " + bootstraps);
    }
    if (mostRows < 10) {
      throw new IllegalArgumentException(
          "At least 10 rows of each table must take part. Got: " + mostRows);
    }
    if (mostMarginals < 1) {
      throw new IllegalArgumentException(
          "At least 1 marginal of three columns must be looked at. Got: " + mostMarginals);
    }
  }

  /** The same options with a column to predict. */
  public EvaluationOptions withTarget(String name) {
    return new EvaluationOptions(
        Optional.of(name), bootstraps, mostRows, bins, mostMarginals, seed);
  }

  /** The same options with another number of bootstrap samples. */
  public EvaluationOptions withBootstraps(int times) {
    return new EvaluationOptions(target, times, mostRows, bins, mostMarginals, seed);
  }

  /** The same options with another limit of rows. */
  public EvaluationOptions withMostRows(int rows) {
    return new EvaluationOptions(target, bootstraps, rows, bins, mostMarginals, seed);
  }

  /** The same options with another seed. */
  public EvaluationOptions withSeed(Seed other) {
    return new EvaluationOptions(target, bootstraps, mostRows, bins, mostMarginals, other);
  }
}

package tare.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tare.inference.Interval;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.table.Weights;

/**
 * The non-parametric bootstrap of a weighted estimate: every replicate draws the rows again with
 * replacement and, where its law is public, the privacy noise of the weights too.
 */
public final class Bootstrap {

  private Bootstrap() {}

  /**
   * How to resample.
   *
   * @param replicates at least 2
   * @param level of the intervals
   */
  public record Options(int replicates, double level) {
    public static final Options DEFAULTS = new Options(1000, 0.95);

    public Options {
      if (replicates < 2 || !(level > 0 && level < 1)) {
        throw new IllegalArgumentException(
            "There must be at least 2 replicates and a level in (0, 1). Got: "
                + replicates
                + " and "
                + level);
      }
    }

    public Options withReplicates(int other) {
      return new Options(other, level);
    }
  }

  /**
   * What the replicates say.
   *
   * @param standardErrors one per number of the statistic
   * @param intervals percentile intervals, one per number
   * @param failed replicates for which the statistic did not exist (they are left out)
   * @param covers what errors and intervals cover, in words
   */
  public record Result(
      double[] standardErrors, List<Interval> intervals, int failed, String covers) {

    public Result {
      intervals = List.copyOf(intervals);
    }
  }

  /**
   * A statistic of some rows, repeats allowed, and their weights.
   *
   * <p>It may throw {@link BadInputException} where it does not exist.
   */
  @FunctionalInterface
  public interface Statistic {
    /** The numbers of these rows. */
    double[] of(int[] rows, double[] weights);
  }

  /**
   * Resamples a regression.
   *
   * @param noise of the rows of the data
   */
  public static Result of(
      ModelData data,
      WeightNoise noise,
      Function<ModelData, Regression.Fit> regression,
      Options options,
      Seed seed) {
    Weights weights = new Weights(Arrays.stream(data.weights()).map(Math::log).toArray());
    return of(
        weights,
        noise,
        (rows, redrawn) -> regression.apply(data.select(rows).withWeights(redrawn)).estimates(),
        options,
        seed);
  }

  /** Resamples any statistic. */
  public static Result of(
      Weights weights, WeightNoise noise, Statistic statistic, Options options, Seed seed) {
    RandomGenerator random = seed.stream("bootstrap");
    double[][] replicates = new double[options.replicates()][];
    int kept = 0;
    for (int r = 0; r < options.replicates(); r++) {
      int n = weights.size();
      double[] logWeights = noise.redrawn(weights.logWeights(), random);
      int[] rows = new int[n];
      double[] drawn = new double[n];
      double max = Arrays.stream(logWeights).max().orElse(0);
      for (int i = 0; i < n; i++) {
        rows[i] = random.nextInt(n);
        drawn[i] = Math.exp(logWeights[rows[i]] - max);
      }
      // A resample may lack a level or separate the classes; it then counts as failed.
      kept += attempted(statistic, rows, drawn, replicates, kept) ? 1 : 0;
    }
    if (kept < 2) {
      throw new IllegalArgumentException(
          "The statistic exists in fewer than 2 of " + options.replicates() + " resamples.");
    }
    return summary(Arrays.copyOf(replicates, kept), options, noise);
  }

  private static boolean attempted(
      Statistic statistic, int[] rows, double[] weights, double[][] replicates, int slot) {
    try {
      replicates[slot] = statistic.of(rows, weights);
      return true;
    } catch (BadInputException e) {
      return false;
    }
  }

  private static Result summary(double[][] replicates, Options options, WeightNoise noise) {
    int size = replicates[0].length;
    double[] errors = new double[size];
    Interval[] intervals = new Interval[size];
    for (int j = 0; j < size; j++) {
      int number = j;
      double[] values = Arrays.stream(replicates).mapToDouble(r -> r[number]).sorted().toArray();
      double mean = Arrays.stream(values).average().orElse(0);
      double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
      errors[j] = Math.sqrt(squares / (values.length - 1));
      intervals[j] =
          new Interval(
              options.level(),
              quantile(values, (1 - options.level()) / 2),
              quantile(values, (1 + options.level()) / 2));
    }
    return new Result(
        errors,
        Arrays.asList(intervals),
        options.replicates() - replicates.length,
        "the drawing of the rows " + noise.covers());
  }

  private static double quantile(double[] sorted, double p) {
    double at = p * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}

package tare.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tare.kernel.transport.Distances;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.table.Table;

/** The metrics of an evaluation. */
public final class Metrics {

  private static final int MOST_PAIRS = 2_000;

  /** Fewer than even bins, because all of them hold rows. */
  private static final int QUANTILE_BINS = 10;

  private static final int QUANTILE_BINS_OF_THREE = 5;

  private Metrics() {}

  /** Exact Wasserstein-1 on rows scaled by their declared bounds. */
  public static Metric wasserstein() {
    return new Wasserstein();
  }

  /**
   * What Wasserstein-1 cannot fall below, whatever the weights of the synthetic rows: the mean
   * distance of a real row to the nearest synthetic one.
   */
  public static double leastWasserstein(Table real, Table synthetic) {
    Coordinates coordinates = Coordinates.of(real.schema());
    double[] cost = Distances.euclidean(coordinates.of(real), coordinates.of(synthetic));
    int width = synthetic.rowCount();
    return IntStream.range(0, real.rowCount())
        .mapToDouble(r -> Arrays.stream(cost, r * width, (r + 1) * width).min().orElse(Double.NaN))
        .average()
        .orElse(Double.NaN);
  }

  /** Maximum mean discrepancy, Gaussian kernel, median bandwidth. */
  public static Metric meanDiscrepancy() {
    return new MeanDiscrepancy();
  }

  /** Mean total variation over marginals of this many columns. */
  public static Metric marginals(int order, EvaluationOptions options) {
    int most = order == 3 ? options.mostMarginals() : MOST_PAIRS;
    return new MarginalDistance(order, options.bins(), most, options.seed());
  }

  /**
   * The same, with numbers cut at the quantiles of the real rows: at the deciles, or for three
   * columns at the quintiles.
   */
  public static Metric marginalsAtQuantiles(int order, EvaluationOptions options) {
    return quantileMarginals(order, options);
  }

  static MarginalDistance quantileMarginals(int order, EvaluationOptions options) {
    int bins = order == 3 ? QUANTILE_BINS_OF_THREE : QUANTILE_BINS;
    int most = order == 3 ? options.mostMarginals() : MOST_PAIRS;
    return new MarginalDistance(order, bins, most, options.seed(), MarginalDistance.Cut.QUANTILES);
  }

  /** The short names that {@link #named} knows. */
  public static List<String> names() {
    List<String> names =
        new ArrayList<>(
            List.of("wasserstein", "mmd", "tv1", "tv2", "tv3", "propensity", "beta_mse"));
    Learners.all().forEach(learner -> names.add(learner.name()));
    return names;
  }

  /**
   * A metric by its short name: wasserstein, mmd, tv1, tv2, tv3, propensity, beta_mse, or a learner
   * (logistic, mlp, svm, forest) trained on synthetic rows and tested on real ones.
   */
  public static Metric named(String name, Schema schema, EvaluationOptions options) {
    return switch (name) {
      case "wasserstein" -> wasserstein();
      case "mmd" -> meanDiscrepancy();
      case "tv1" -> marginals(1, options);
      case "tv2" -> marginals(2, options);
      case "tv3" -> marginals(3, options);
      case "propensity" -> new PropensityError();
      case "beta_mse" -> new CoefficientError(target(schema, options));
      default -> {
        String target = target(schema, options);
        boolean classes = !schema.column(schema.indexOf(target)).type().isNumeric();
        yield new DownstreamScore(Learners.named(name), target, classes);
      }
    };
  }

  /**
   * Coefficients of the linear model of a target on all other columns, on the [0, 1] scale of the
   * bounds, with the small ridge per row that {@code beta_mse} uses.
   */
  public static double[] coefficients(Table rows, String target, double[] mass) {
    return LinearModel.DEFAULT.coefficients(LabelledRows.of(rows, target), mass);
  }

  private static String target(Schema schema, EvaluationOptions options) {
    String target =
        options
            .target()
            .orElseThrow(
                () -> new IllegalArgumentException("This metric needs a target. Name a column."));
    if (schema.indexOf(target) < 0) {
      throw new IllegalArgumentException(
          "No column named \""
              + target
              + "\"."
              + DidYouMean.hint(target, schema.columns().stream().map(c -> c.name()).toList()));
    }
    return target;
  }

  /** All metrics that the schema and the options allow, in the order of a report. */
  public static List<Metric> all(Schema schema, EvaluationOptions options) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(wasserstein());
    metrics.add(meanDiscrepancy());
    for (int order = 1; order <= Math.min(3, schema.columnCount()); order++) {
      metrics.add(marginals(order, options));
    }
    for (int order = 1; order <= Math.min(2, schema.columnCount()); order++) {
      metrics.add(quantileMarginals(order, options));
    }
    metrics.add(new PropensityError());
    if (options.target().isPresent()) {
      String target = target(schema, options);
      boolean classes = !schema.column(schema.indexOf(target)).type().isNumeric();
      metrics.add(new CoefficientError(target));
      for (DownstreamLearner learner : Learners.all()) {
        metrics.add(new DownstreamScore(learner, target, classes));
      }
    }
    return metrics;
  }
}

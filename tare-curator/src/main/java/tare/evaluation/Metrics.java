package tare.evaluation;

import java.util.ArrayList;
import java.util.List;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.Schema;

/** The metrics of an evaluation. */
public final class Metrics {

  private static final int MOST_PAIRS = 2_000;

  private Metrics() {}

  /** Exact Wasserstein-1 on rows scaled by their declared bounds. */
  public static Metric wasserstein() {
    return new Wasserstein();
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

  /** All metrics that the schema and the options allow, in the order of a report. */
  public static List<Metric> all(Schema schema, EvaluationOptions options) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(wasserstein());
    metrics.add(meanDiscrepancy());
    for (int order = 1; order <= Math.min(3, schema.columnCount()); order++) {
      metrics.add(marginals(order, options));
    }
    metrics.add(new PropensityError());
    options.target().ifPresent(target -> addModels(schema, target, metrics));
    return metrics;
  }

  private static void addModels(Schema schema, String target, List<Metric> metrics) {
    int column = schema.indexOf(target);
    if (column < 0) {
      throw new IllegalArgumentException(
          "No column named \""
              + target
              + "\"."
              + DidYouMean.hint(target, schema.columns().stream().map(c -> c.name()).toList()));
    }
    ColumnType type = schema.column(column).type();
    metrics.add(new CoefficientError(target));
    for (Learner learner : Learners.all()) {
      metrics.add(new DownstreamScore(learner, target, !type.isNumeric()));
    }
  }
}

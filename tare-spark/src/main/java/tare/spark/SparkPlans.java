package tare.spark;

import java.util.List;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.model.WeightStep;
import tare.schema.RefusedException;

/** Which releases can be made of rows that are on many machines. */
final class SparkPlans {

  private static final List<String> GENERATORS = List.of("privbayes", "independent");
  private static final List<String> WEIGHTS =
      List.of(
          "moments",
          "beta-noised",
          "beta-debiased",
          "output-laplace",
          "output-norm",
          "none",
          "auto");

  private SparkPlans() {}

  /**
   * Refuses what would need all rows in one place, before a row is read.
   *
   * @throws RefusedException naming what can be had
   */
  static void requirePossible(ReleasePlan plan) {
    plan.generator()
        .filter(fitter -> !GENERATORS.contains(fitter.name()))
        .ifPresent(
            fitter -> {
              throw new RefusedException(
                  "On Spark rows are counted where they are; \""
                      + fitter.name()
                      + "\" trains on lots of them, and each lot would be a job. Use one of: "
                      + String.join(", ", GENERATORS)
                      + ".");
            });
    if (!WEIGHTS.contains(plan.weightsName())) {
      throw new RefusedException(
          "On Spark the weights are one of: "
              + String.join(", ", WEIGHTS)
              + ". Got: \""
              + plan.weightsName()
              + "\".");
    }
    requireFewRows(plan);
    for (WeightStep step : plan.steps().steps()) {
      if (!(step instanceof WeightStep.SelfNormalise)) {
        throw new RefusedException(
            "On Spark weights are normalised and no more: \""
                + step.name()
                + "\" needs all of them in one place.");
      }
    }
  }

  /** Weights of given rows, not of any row: these must be few enough to be drawn in one place. */
  private static void requireFewRows(ReleasePlan plan) {
    boolean few = plan.rows().isPresent() && plan.rows().getAsInt() <= ReleaseRun.MOST_ROWS_HERE;
    if (plan.weightsName().startsWith("output-") && !few) {
      throw new RefusedException(
          "\""
              + plan.weightsName()
              + "\" weighs the rows it was fitted with and no others, and rows are drawn in one place"
              + " up to "
              + ReleaseRun.MOST_ROWS_HERE
              + ". Ask for as many with --rows, or use beta-debiased, whose weights are for any"
              + " row.");
    }
  }
}

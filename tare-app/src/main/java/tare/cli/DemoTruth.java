package tare.cli;

import java.util.List;
import java.util.Locale;
import tare.analysis.Formula;
import tare.analysis.ModelData;
import tare.analysis.Regression;
import tare.analysis.WeightedRows;
import tare.inference.Estimate;
import tare.inference.PlainInference;
import tare.inference.ReplicateInference;
import tare.inference.WeightedStatistic;
import tare.release.Bundle;
import tare.schema.BadInputException;

/** What the demo's release says about its invented patients, beside the law that they came from. */
final class DemoTruth {

  /** The law of make.py: a logistic one in exactly these columns. */
  static final String FORMULA = "readmitted ~ age + systolic + diabetes + smoker + activity";

  /** What a year of age adds to the log odds there. */
  static final double AGE_SLOPE = 0.031;

  private DemoTruth() {}

  /** The slope of age as an analyst of the release finds it. */
  static Estimate ageSlope(Bundle bundle) {
    WeightedRows rows = WeightedRows.of(bundle);
    double[] weights = rows.weights().meanOne();
    Formula formula = Formula.parse(FORMULA, rows.frame().names());
    WeightedStatistic slopes =
        Regression.refits(Regression.logistic(ModelData.of(formula, rows.frame(), weights)), 0);
    List<Estimate> estimates =
        rows.infer(slopes, InferenceReport.LEVEL)
            .map(ReplicateInference::estimates)
            .orElseGet(() -> PlainInference.of(slopes, weights, InferenceReport.LEVEL));
    return estimates.stream().filter(e -> e.name().equals("age")).findFirst().orElseThrow();
  }

  /** One line for a person. Rows that are too few or too alike have no slope: it says so. */
  static String line(Bundle bundle) {
    Estimate slope;
    try {
      slope = ageSlope(bundle);
    } catch (BadInputException | IllegalArgumentException e) {
      return "These rows do not tell what a year of age adds to the log odds of readmission; more"
          + " of them may (--rows). "
          + e.getMessage();
    }
    return String.format(
        Locale.ROOT,
        "A year of age adds %.3f to the log odds of readmission, 95 %% interval %.3f to %.3f%s; the"
            + " patients were made up with %.3f.",
        slope.value(),
        slope.interval().lower(),
        slope.interval().upper(),
        bundle.replicates().isPresent() ? "" : " (too short: there are no replicates)",
        AGE_SLOPE);
  }
}

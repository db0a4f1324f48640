package tare.curator;

import java.util.OptionalDouble;
import tare.analysis.WeightDiagnostics;
import tare.model.FittedWeights;
import tare.model.MomentWeights;
import tare.model.WeightDescription;
import tare.model.WeightSteps;
import tare.release.WeightStatement;
import tare.release.WeightStatement.Quality;
import tare.table.Table;
import tare.table.Weights;

/** Puts fitted weights and their diagnostics into the statement that a release carries. */
public final class WeightStatements {

  private WeightStatements() {}

  /** Weighs rows, takes the steps, normalises to mean one, and states what came of it. */
  public static WeightStatement of(FittedWeights fitted, WeightSteps steps, Table rows) {
    Weights weights = steps.withNormalisation().apply(fitted.weigh(rows));
    WeightDescription description =
        fitted.description().with("steps", steps.withNormalisation().toJson());
    double noise = steps.power() * fitted.description().expectedLogNoiseSd();
    WeightDiagnostics diagnostics = diagnostics(fitted, weights, noise);
    return new WeightStatement(
        weights,
        description,
        new Quality(
            diagnostics.ess(),
            diagnostics.maxShare(),
            diagnostics.paretoK(),
            diagnostics.koopmanP(),
            noise,
            diagnostics.verdict(),
            diagnostics.reasons()));
  }

  private static WeightDiagnostics diagnostics(
      FittedWeights fitted, Weights weights, double noise) {
    if (fitted instanceof MomentWeights) {
      return WeightDiagnostics.ofMoments(weights, noise);
    }
    return Double.isNaN(noise)
        ? WeightDiagnostics.ofUnknownNoise(weights)
        : WeightDiagnostics.of(weights, OptionalDouble.of(noise));
  }
}

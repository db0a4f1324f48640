package tare.paper;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import tare.analysis.WeightDiagnostics;
import tare.curator.AutoWeights;
import tare.curator.ReleasePlan;
import tare.curator.WeightChoice;
import tare.model.FittedWeights;
import tare.random.Seed;
import tare.release.Verdict;
import tare.schema.Schema;
import tare.table.Weights;

/**
 * What Tare does with weights when nobody chose: by public numbers beforehand, and by their verdict
 * afterwards.
 *
 * @param n the public number of private rows; experiments buy none
 */
record AutoLine(Schema schema, long n, Budgets budgets, boolean paperSettings) {

  /** The weights that are bought or taken for free, or none. */
  Optional<String> chosen(String generator, double weightShare, Seed seed) {
    ReleasePlan plan =
        ReleasePlan.of(budgets.whole())
            .withSplit(
                new ReleasePlan.Split(0, weightShare, ReleasePlan.Split.DEFAULTS.weightDelta()))
            .withGenerator(Catalogue.generator(generator).orElseThrow())
            .withSeed(seed);
    Schema counted = new Schema(schema.name(), schema.unit(), schema.columns(), OptionalLong.of(n));
    WeightChoice choice =
        AutoWeights.choose(
                counted, paperSettings ? plan.acceptingWeakDelta() : plan, OptionalLong.of(n))
            .plan()
            .weights();
    return choice instanceof WeightChoice.Method method
        ? Optional.of(method.estimator().name())
        : Optional.empty();
  }

  /** What is thought of weights once they are there; those not to be used are not used. */
  static Verdict verdict(FittedWeights fitted, Weights weights) {
    double noise = fitted.description().expectedLogNoiseSd();
    return WeightDiagnostics.of(
            weights, noise > 0 ? OptionalDouble.of(noise) : OptionalDouble.empty())
        .verdict();
  }
}

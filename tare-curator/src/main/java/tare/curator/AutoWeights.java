package tare.curator;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tare.generator.GeneratorFitter;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.weight.Discriminator;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimator;
import tare.weight.WeightEstimators;

/**
 * The weights of those who did not choose, from public things alone: what the generator is, the
 * schema, the budget and the row count as far as it is public. Reads no row, charges nothing.
 *
 * <p>Where the generator has a discriminator, its weights: they cost nothing. Elsewhere the default
 * method, unless its expected noise tells beforehand that the weights would be of no use; then
 * none, and the generator has the whole budget. The rule was measured in docs/results.md.
 *
 * @param plan with the weights that were chosen
 * @param why the choice in words; empty where there was none to make
 */
public record AutoWeights(ReleasePlan plan, Optional<String> why) {

  /** A standard deviation of one in the log leaves a third of the rows' worth, at best. */
  private static final double TOO_NOISY = 1;

  /**
   * Settles a plan for rows of a schema: chooses where nobody chose, and refuses weights that the
   * generator's rows cannot have.
   *
   * @throws RefusedException naming what to use instead
   */
  public static AutoWeights settle(Schema schema, ReleasePlan plan) {
    if (plan.weights() instanceof WeightChoice.Automatic) {
      return choose(schema, plan, schema.publicRowCount());
    }
    if (plan.weights() instanceof WeightChoice.Method method) {
      plan.generator().ifPresent(method.estimator()::requireUsableWith);
    }
    return new AutoWeights(plan, Optional.empty());
  }

  /**
   * Chooses.
   *
   * @param plan its weights do not matter
   * @param n the public row count; empty when it has yet to be bought
   */
  public static AutoWeights choose(Schema schema, ReleasePlan plan, OptionalLong n) {
    if (plan.generator().map(GeneratorFitter::knowsRatio).orElse(false)) {
      return because(
          plan.withWeights(new Discriminator()),
          "The generator's own discriminator weighs the rows, at no cost.");
    }
    WeightEstimator usual =
        WeightEstimators.named(WeightEstimators.DEFAULT, LogisticOptions.DEFAULTS);
    ReleasePlan weighed = plan.withWeights(usual);
    if (n.isEmpty() || plan.generator().isEmpty()) {
      return because(weighed, usual.name() + " weights: the default method.");
    }
    try {
      double noise = Forecast.of(schema, weighed, n.getAsLong()).expectedLogNoise().orElse(0);
      String words =
          String.format(Locale.ROOT, "Privacy would give a log weight noise of about %.2g", noise);
      return noise <= TOO_NOISY
          ? because(weighed, words + ": " + usual.name() + " weights are worth a try.")
          : without(plan, words + ", too much to be of use.");
    } catch (RefusedException e) {
      return without(plan, String.valueOf(e.getMessage()));
    }
  }

  private static AutoWeights without(ReleasePlan plan, String why) {
    return because(plan.withoutWeights(), why + " No weights: the generator has all of it.");
  }

  private static AutoWeights because(ReleasePlan plan, String why) {
    return new AutoWeights(plan, Optional.of(why));
  }
}

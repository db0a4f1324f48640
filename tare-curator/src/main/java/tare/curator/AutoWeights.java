package tare.curator;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tare.generator.GeneratorFitter;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.weight.Discriminator;
import tare.weight.MomentOptions;
import tare.weight.MomentSet;
import tare.weight.Moments;

/**
 * The weights of those who did not choose, from public things alone: what the generator is, the
 * schema, the budget and the row count as far as it is public. Reads no row, charges nothing.
 *
 * <p>Moments of all pairs, unless the noise that they would carry tells beforehand that they would
 * not pay. Then those of pairs with declared outcomes, for less; then the generator's discriminator
 * where it has one that mends its rows, at no cost, and else none; the generator has the whole
 * budget. The rule was measured in docs/notes/moment-weights.md, for GANs in
 * docs/notes/gan-defaults.md.
 *
 * @param plan with the weights that were chosen
 * @param why the choice in words; empty where there was none to make
 */
public record AutoWeights(ReleasePlan plan, Optional<String> why) {

  /**
   * From so many rows times epsilon on moments are bought for rows of a GAN that learned from waves
   * as for any others: how far these are off hardly falls with more rows, and what moments miss
   * does.
   */
  private static final double MUCH_FOR_GANS = 20_000;

  /** With less, and for other GANs, the largest noise in a log weight at which they are. */
  private static final double MOST_NOISE_FOR_GANS = 0.02;

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
    return new AutoWeights(withShare(plan, schema.publicRowCount()), Optional.empty());
  }

  /** Sets aside what suits the weights at this number of rows, where nobody said how much. */
  private static ReleasePlan withShare(ReleasePlan plan, OptionalLong n) {
    ReleasePlan.Split split = plan.split();
    if (n.isEmpty()
        || split.weightEpsilon().isPresent()
        || plan.generator().isEmpty()
        || plan.estimator().isEmpty()) {
      return plan;
    }
    double share = plan.estimator().get().usualShare(plan.budget(), n.getAsLong());
    double most = (1 - split.countEpsilon()) / 2;
    return plan.withSplit(
        new ReleasePlan.Split(split.countEpsilon(), Math.min(share, most), split.weightDelta()));
  }

  /**
   * Chooses.
   *
   * @param plan its weights do not matter
   * @param n the public row count; empty when it has yet to be bought
   */
  public static AutoWeights choose(Schema schema, ReleasePlan plan, OptionalLong n) {
    if (n.isEmpty() || plan.generator().isEmpty()) {
      return because(
          plan.withWeights(new Moments(MomentOptions.DEFAULTS)),
          "moments: the default where the number of rows is yet to be bought, and for rows of others.");
    }
    try {
      // Means alone say little that a generator of counts does not know already.
      ReleasePlan all =
          withMoments(plan, MomentOptions.DEFAULTS.withPoorest(MomentSet.ALL_PAIRS), n);
      double noise = logNoise(schema, all, n);
      GeneratorFitter generator = plan.generator().get();
      boolean much =
          !generator.ratioMendsRows(schema)
              && n.getAsLong() * plan.budget().epsilon() >= MUCH_FOR_GANS;
      return generator.knowsRatio() && !much && noise > MOST_NOISE_FOR_GANS
          ? otherwise(schema, plan, n, words(noise) + ": more than they mend of a GAN's rows.")
          : because(all, words(noise) + ": they are bought.");
    } catch (RefusedException e) {
      return otherwise(schema, plan, n, String.valueOf(e.getMessage()));
    }
  }

  private static double logNoise(Schema schema, ReleasePlan plan, OptionalLong n) {
    return Forecast.of(schema, plan, n.getAsLong()).expectedLogNoise().orElse(0);
  }

  private static String words(double noise) {
    return String.format(
        Locale.ROOT,
        "Moments give a log weight privacy noise of about %.2g, by public numbers",
        noise);
  }

  private static ReleasePlan withMoments(ReleasePlan plan, MomentOptions options, OptionalLong n) {
    return withShare(plan.withWeights(new Moments(options)), n);
  }

  /** What else there is where moments of all pairs do not pay. */
  private static AutoWeights otherwise(
      Schema schema, ReleasePlan plan, OptionalLong n, String why) {
    GeneratorFitter generator = plan.generator().orElseThrow();
    if (!schema.outcomes().isEmpty() && !generator.knowsRatio()) {
      try {
        ReleasePlan pairs =
            withMoments(plan, MomentOptions.DEFAULTS.withSet(MomentSet.OUTCOME_PAIRS), n);
        double noise = logNoise(schema, pairs, n);
        if (noise <= Moments.MOST_LOG_NOISE) {
          return because(pairs, why + " " + words(noise) + " with the outcomes alone: bought.");
        }
      } catch (RefusedException e) {
        return nothingBought(schema, plan, why + " " + e.getMessage());
      }
    }
    return nothingBought(schema, plan, why);
  }

  private static AutoWeights nothingBought(Schema schema, ReleasePlan plan, String why) {
    return plan.generator().orElseThrow().ratioMendsRows(schema)
        ? because(
            plan.withWeights(new Discriminator()),
            why + " The generator's own discriminator weighs the rows, at no cost.")
        : because(
            plan.withoutWeights(),
            why
                + " No weights: the generator has all of it. Nor are there replicates, so intervals will be"
                + " too short; where they matter, "
                + (schema.outcomes().isEmpty()
                    ? "declare an outcome (\"tare:role\": \"outcome\"), or "
                    : "")
                + "ask for moments by name.");
  }

  private static AutoWeights because(ReleasePlan plan, String why) {
    return new AutoWeights(plan, Optional.of(why));
  }
}

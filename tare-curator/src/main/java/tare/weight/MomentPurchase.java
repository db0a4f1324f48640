package tare.weight;

import java.util.List;
import java.util.Locale;
import tare.model.MomentBounds;
import tare.model.MomentFeatures;
import tare.model.ShareFeatures;
import tare.schema.RefusedException;

/**
 * Settles which moments are bought and how far rows count in them, from public things alone: the
 * richest set whose noise still leaves weights that say something.
 */
final class MomentPurchase {

  /** With fewer private rows than this part of the synthetic ones noise is what gives slack. */
  private static final double FEW_PRIVATE = 1 / 4.0;

  private MomentPurchase() {}

  /**
   * Settles what is bought.
   *
   * @param multiplier standard deviation of the noise over what one unit can add
   * @throws RefusedException when noise would drown all that may be bought
   */
  static MomentPlan plan(WeightTask task, double multiplier, MomentOptions options) {
    double noise = Double.NaN;
    ShareFeatures shares = shares(task);
    for (MomentSet set : MomentSet.values()) {
      // Only where pairs with outcomes are bought must a row's outcomes be bounded by themselves.
      boolean pairs = set == MomentSet.OUTCOME_PAIRS;
      List<Integer> outcomes = pairs ? task.schema().outcomes() : List.of();
      if ((pairs && outcomes.isEmpty()) || !options.allows(set)) {
        continue;
      }
      MomentFeatures narrow =
          MomentFeatures.fitted(task.synthetic(), outcomes, MomentBounds.NARROW);
      if (pairs && narrow.leading() == 0) {
        continue;
      }
      MomentPlan plan = MomentPlan.of(narrow, set, shares, multiplier, task.n());
      noise = plan.logNoise();
      if (noise <= Moments.MOST_LOG_NOISE || options.set().isPresent() || set == MomentSet.MEANS) {
        return fitted(plan, task, outcomes);
      }
    }
    if (Double.isNaN(noise)) {
      throw new RefusedException(
          "Pairs with outcomes need a declared outcome that varies among the synthetic rows. Got:"
              + " none. Give a column of the schema \"tare:role\": \"outcome\", or buy other"
              + " moments.");
    }
    throw new RefusedException(
        String.format(
            Locale.ROOT,
            "Moments of %d coordinates would give a log weight privacy noise of about %.2g, and more than"
                + " %.2g does not pay. Raise epsilon, leave columns out, %sor do without.",
            MomentFeatures.fitted(task.synthetic(), List.of(), MomentBounds.NARROW).crossed(),
            noise,
            Moments.MOST_LOG_NOISE,
            task.schema().outcomes().isEmpty()
                ? "declare an outcome (\"tare:role\": \"outcome\"), "
                : ""));
  }

  /**
   * The same purchase under wider bounds, where there is little noise, and without what is cut off
   * numbers where noise is larger than that; of so many private rows that noise is next to nothing,
   * where chance in their own mean is. A few rows in a thousand carry what is left then, and a tilt
   * that follows them gives each a weight of its own.
   */
  private static MomentPlan fitted(MomentPlan narrow, WeightTask task, List<Integer> outcomes) {
    MomentBounds bounds = MomentBounds.forNoise(narrow.noiseOverChance());
    MomentFeatures wide = MomentFeatures.fitted(task.synthetic(), outcomes, bounds);
    MomentPlan plan =
        MomentPlan.of(wide, narrow.set(), narrow.shares(), narrow.noiseMultiplier(), task.n());
    boolean many = surer(task.n(), task.synthetic().rowCount());
    double chance = many ? 1 / Math.sqrt(task.n()) : 0;
    return wide.width() == wide.crossed()
        ? plan
        : MomentPlan.of(
            wide.withCutAbove(task.synthetic(), Math.max(chance, plan.cutNoise())),
            narrow.set(),
            narrow.shares(),
            narrow.noiseMultiplier(),
            task.n());
  }

  /** What the rows' generator has not counted: rows of networks and of strangers are off in it. */
  private static ShareFeatures shares(WeightTask task) {
    return task.countNoise().isEmpty() ? ShareFeatures.of(task.synthetic()) : ShareFeatures.NONE;
  }

  /** Whether private rows are so many that chance in the synthetic ones counts beside theirs. */
  static boolean surer(long n, int synthetic) {
    return n >= FEW_PRIVATE * synthetic;
  }
}

package tare.curator;

import java.util.List;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyBudget.Share;
import tare.accounting.PrivacyEvent;
import tare.accounting.ReleaseBudget;
import tare.schema.RefusedException;

/** The parts of a release's budget. They never sum to more than the whole. */
record BudgetShares(PrivacyBudget count, PrivacyBudget generator, PrivacyBudget weights) {

  /**
   * The part of the budget by which accountants may round up what is composed: by about a
   * hundred-thousandth. Without it a charge of a release would now and then be refused by its
   * ledger, after others were made.
   */
  private static final double ROUNDED_UP = 1e-4;

  /**
   * Divides a plan's budget; parts that buy nothing go to the generator, or to the weights when
   * there is none.
   */
  static BudgetShares of(ReleasePlan plan, boolean countIsPublic) {
    ReleasePlan.Split split = plan.split();
    boolean weighs = plan.estimator().map(method -> !method.isFree()).orElse(false);
    double forCount = countIsPublic ? 0 : split.countEpsilon();
    boolean generates = plan.generator().isPresent();
    double set = plan.estimator().map(split::weightShare).orElse(0.0);
    double forWeights = weighs ? (generates ? set : 1 - forCount) : 0;
    boolean composes = weighs && plan.estimator().orElseThrow().composes();
    double deltaForWeights = weighs ? (!generates ? 1 : composes ? 0 : split.weightDelta()) : 0;
    double epsilon = plan.budget().epsilon() * (1 - ROUNDED_UP);
    List<PrivacyBudget> parts =
        new PrivacyBudget(epsilon, plan.budget().delta())
            .split(
                new Share(forCount, 0),
                new Share(Math.max(0, 1 - forCount - forWeights), 1 - deltaForWeights),
                new Share(forWeights, deltaForWeights));
    return new BudgetShares(parts.get(0), parts.get(1), parts.get(2));
  }

  /**
   * What the weights may spend once the other events are known: their own share, and what the
   * others left of theirs. By basic composition the whole stays within the budget.
   *
   * @param before the release with all events but the weights'
   */
  PrivacyBudget weightsAfter(ReleaseBudget before) {
    double left = before.left(weights.delta()) - ROUNDED_UP * before.whole().epsilon();
    return new PrivacyBudget(Math.max(weights.epsilon(), left), weights.delta());
  }

  /**
   * Refuses a charge that is over its share and over what the others leave, before it is made.
   *
   * @param after the release with this charge
   * @throws RefusedException naming the share
   */
  static void requireWithin(
      PrivacyBudget share, String purpose, PrivacyEvent event, ReleaseBudget after) {
    if (!Accounting.fits(event, share) && !after.holds()) {
      throw new RefusedException(
          "\""
              + purpose
              + "\" does not stay within its share of the budget, epsilon = "
              + share.epsilon()
              + ", delta = "
              + share.delta()
              + ": it costs "
              + Accounting.epsilon(event, share.delta())
              + " at that delta. It was not run. Methods without privacy are for experiments only.");
    }
  }
}

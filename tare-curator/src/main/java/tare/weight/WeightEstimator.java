package tare.weight;

import java.util.OptionalDouble;
import tare.accounting.PrivacyBudget;
import tare.gate.Mechanism;
import tare.generator.GeneratorFitter;
import tare.model.FittedWeights;

/**
 * A way to estimate the density ratio private law / synthetic law.
 *
 * <p>Contract: {@link #mechanism} looks at public things only. It checks every setting and throws
 * {@link tare.schema.RefusedException}, naming what would do, before a mechanism exists, so that
 * nothing is ever charged for settings that cannot work. The mechanism's event costs no more than
 * the task's budget.
 */
public interface WeightEstimator {

  /** The name in options, ledgers and weights.json: lower case, for instance beta-debiased. */
  String name();

  /**
   * Whether the weights cost nothing, being computed from what the generator has released. A
   * release then gives the weights' share of the budget to the generator.
   */
  default boolean isFree() {
    return false;
  }

  /** Whether real rows are protected; a method that is not is for experiments alone. */
  default boolean isPrivate() {
    return true;
  }

  /**
   * Whether the noise is found by composing with what the generator was charged ({@link
   * WeightTask#before}) instead of within a share of its own. The generator may then use the whole
   * delta, and nothing of the budget is left over.
   */
  default boolean composes() {
    return false;
  }

  /**
   * Whether the kind of event is chosen in sight of the synthetic rows, and so of what the
   * generator was. Every choice stays within the weights' budget; the release then states its own
   * budget, and not what the events that came out compose to (docs/proofs/accounting.md).
   */
  default boolean choosesEventByRows() {
    return false;
  }

  /** The share of epsilon to set aside when nobody chose, beside a generator. */
  default double usualShare() {
    return 0.1;
  }

  /**
   * The same where the number of private rows is known.
   *
   * @param whole the budget of the release
   * @param n the public number of private rows
   */
  default double usualShare(PrivacyBudget whole, long n) {
    return usualShare();
  }

  /**
   * Refuses a generator whose rows this method cannot weigh, before anything is charged.
   *
   * @throws tare.schema.RefusedException with the reason and what to use instead
   */
  default void requireUsableWith(GeneratorFitter generator) {}

  /** Makes the mechanism that reads the private rows, once, when a gate runs it. */
  Mechanism<FittedWeights> mechanism(WeightTask task);

  /**
   * The standard deviation that privacy noise would give a log weight (root mean square over the
   * synthetic rows), before anything is spent; empty when the method has no such number.
   *
   * @throws tare.schema.RefusedException where {@link #mechanism} would
   */
  default OptionalDouble expectedLogNoise(WeightTask task) {
    return OptionalDouble.empty();
  }
}

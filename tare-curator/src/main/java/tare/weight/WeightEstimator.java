package tare.weight;

import tare.privacy.Mechanism;

/**
 * A way to estimate the density ratio private law / synthetic law.
 *
 * <p>Contract: {@link #fit} looks at public things only. It checks every setting and throws {@link
 * IllegalArgumentException}, naming what would do, before a mechanism exists, so that nothing is
 * ever charged for settings that cannot work. The mechanism's event costs no more than the task's
 * budget.
 */
public interface WeightEstimator {

  /** The name used in options and in weights.json, as the paper writes it. */
  String name();

  /** Makes the mechanism that reads the private rows, once, when a gate runs it. */
  Mechanism<FittedWeights> fit(WeightTask task);
}

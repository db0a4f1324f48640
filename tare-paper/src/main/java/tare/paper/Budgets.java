package tare.paper;

import tare.accounting.PrivacyBudget;

/**
 * How a whole budget is cut into a part for the generator and a part for the weights, rounded down.
 *
 * @param whole for methods that spend on the generator alone
 * @param generator what the generator gets beside weights
 * @param weights what the weights get
 */
record Budgets(PrivacyBudget whole, PrivacyBudget generator, PrivacyBudget weights) {

  /** [1] gives weights 30 % of delta. */
  private static final double DELTA_SHARE = 0.3;

  /**
   * @param n the public number of private rows
   * @param paperDelta whether delta is [1]'s 1/n - 1e-6, which protects nobody, or ours
   */
  static Budgets of(double epsilon, double weightShare, long n, boolean paperDelta) {
    if (!(weightShare > 0 && weightShare < 1)) {
      throw new IllegalArgumentException(
          "The part of epsilon for weights must be in (0, 1). Got: " + weightShare);
    }
    double delta = paperDelta ? 1.0 / n - 1e-6 : Math.min(1e-6, 1.0 / (10.0 * n));
    double weightEpsilon = Math.nextDown(weightShare * epsilon);
    double weightDelta = Math.nextDown(DELTA_SHARE * delta);
    return new Budgets(
        new PrivacyBudget(epsilon, delta),
        new PrivacyBudget(
            Math.nextDown(epsilon - weightEpsilon), Math.nextDown(delta - weightDelta)),
        new PrivacyBudget(weightEpsilon, weightDelta));
  }
}

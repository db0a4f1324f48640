package tare.curator;

import java.util.Optional;
import java.util.function.Function;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.gate.InnerStatistic;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.model.FittedWeights;
import tare.noise.NoiseSource;
import tare.schema.RefusedException;
import tare.weight.WeightEstimator;
import tare.weight.WeightTask;

/**
 * Plans mechanisms for units of several rows. Fitters calibrate for a row; this looks for the
 * largest epsilon of a row whose plan, read for a unit, fits its share (docs/proofs/units.md).
 */
final class UnitPlans {

  private static final int STEPS = 14;

  /** After so many steps that aim at the share the search halves what is left. */
  private static final int BISECTED_FROM = 5;

  /** The part of its share that a plan may leave unused. */
  private static final double CLOSE = 5e-4;

  private UnitPlans() {}

  /**
   * A mechanism that claims what it does for a unit.
   *
   * @param rows how many rows a unit has at most
   * @param rowBudget what the mechanism was planned with, as if for a row
   */
  record Fit<R>(Mechanism<R> mechanism, int rows, PrivacyBudget rowBudget) implements Mechanism<R> {

    @Override
    public String purpose() {
      return mechanism.purpose();
    }

    @Override
    public PrivacyEvent event() {
      return mechanism.event(rows);
    }

    @Override
    public PrivacyEvent event(int rowsPerUnit) {
      return mechanism.event(rowsPerUnit);
    }

    @Override
    public boolean decidesLaterEvents() {
      return mechanism.decidesLaterEvents();
    }

    @Override
    public Optional<InnerStatistic> innerStatistic() {
      return mechanism.innerStatistic();
    }

    @Override
    public R apply(PrivateRows privateRows, NoiseSource noise) {
      return mechanism.apply(privateRows, noise);
    }
  }

  /**
   * A mechanism whose event for a unit fits the share.
   *
   * @param plan makes the mechanism for a budget; reads no row
   */
  static <R> Fit<R> within(
      PrivacyBudget share, int rowsPerUnit, Function<PrivacyBudget, Mechanism<R>> plan) {
    if (rowsPerUnit == 1 || fits(plan, share, rowsPerUnit)) {
      return new Fit<>(plan.apply(share), rowsPerUnit, share);
    }
    double low = Math.log(share.epsilon() / (8.0 * rowsPerUnit));
    double high = Math.log(share.epsilon());
    double next = Math.log(share.epsilon() / rowsPerUnit); // right for what is pure
    double missed = Double.POSITIVE_INFINITY;
    for (int step = 0; step < STEPS && high - low > CLOSE && missed > CLOSE; step++) {
      double cost = cost(plan, row(share, next), rowsPerUnit, share);
      if (Accounting.within(cost, share)) {
        low = next;
        missed = Math.log(share.epsilon() / cost); // infinite where the plan was refused
      } else {
        high = next;
      }
      // Costs grow about like epsilon itself, but for what is planned otherwise from some on.
      double aimed = next - Math.log(cost / share.epsilon()) - CLOSE / 3;
      next = step < BISECTED_FROM && aimed > low && aimed < high ? aimed : (low + high) / 2;
    }
    return new Fit<>(plan.apply(row(share, low)), rowsPerUnit, row(share, low));
  }

  /**
   * Weights whose event for a unit fits their share, or, for methods that compose, what the release
   * leaves: these reckon with units themselves.
   */
  static Fit<FittedWeights> ofWeights(
      WeightEstimator method,
      PrivacyBudget share,
      int rowsPerUnit,
      Function<PrivacyBudget, WeightTask> task) {
    return method.composes()
        ? new Fit<>(method.mechanism(task.apply(share)), rowsPerUnit, share)
        : within(share, rowsPerUnit, part -> method.mechanism(task.apply(part)));
  }

  /** Whether a plan for rows is one for units as it is: it counts units alike. */
  private static <R> boolean fits(
      Function<PrivacyBudget, Mechanism<R>> plan, PrivacyBudget share, int rowsPerUnit) {
    try {
      Mechanism<R> mechanism = plan.apply(share);
      return mechanism.event(rowsPerUnit).equals(mechanism.event());
    } catch (RefusedException e) {
      return false; // refused again, with its words, if no epsilon within the share will do
    }
  }

  /** What a plan costs a unit at its share's delta; nothing where it asks for more epsilon. */
  private static <R> double cost(
      Function<PrivacyBudget, Mechanism<R>> plan,
      PrivacyBudget row,
      int rowsPerUnit,
      PrivacyBudget share) {
    try {
      return Accounting.epsilon(plan.apply(row).event(rowsPerUnit), share.delta());
    } catch (RefusedException e) {
      return 0; // refused again, with its words, if no epsilon within the share will do
    }
  }

  private static PrivacyBudget row(PrivacyBudget share, double logEpsilon) {
    return new PrivacyBudget(Math.exp(logEpsilon), share.delta());
  }
}

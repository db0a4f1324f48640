package tare.curator;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tare.accounting.Accounting;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.mechanism.NoisedCount;
import tare.release.PrivacyStatement;
import tare.release.PrivacyStatement.Charge;
import tare.release.PrivacyStatement.Loss;
import tare.release.PrivacyStatement.RowCount;
import tare.release.Provenance;
import tare.schema.Schema;
import tare.weight.WeightEstimator;

/**
 * What one release pays: runs mechanisms through the gate, each within its share, and states the
 * sum at the end.
 */
final class Charges {

  private static final String TOOL = "Tare 0.1.0";

  private final Gate gate;
  private final Schema schema;
  private final ReleasePlan plan;
  private final Shares shares;
  private final List<PrivacyEvent> events = new ArrayList<>();
  private final List<Charge> charges = new ArrayList<>();
  private final List<String> notes;

  Charges(Gate gate, ReleasePlan plan) {
    this.gate = gate;
    this.schema = gate.schema();
    this.plan = plan;
    this.shares = Shares.of(plan, schema.publicRowCount().isPresent());
    this.notes = new ArrayList<>(Notes.of(plan));
  }

  Shares shares() {
    return shares;
  }

  /** Refuses a release that cannot fit as a whole, before any part of it is charged. */
  void requireRoom() {
    schema.publicRowCount().ifPresent(this::requireStrongDelta);
    gate.requireRoomFor(
        "this release", List.of(new PrivacyEvent.Spherical(plan.budget().epsilon())));
  }

  /**
   * The number of private rows that may be used: the declared one, or a noised one that is bought.
   */
  RowCount rowCount(ReleaseRun.Progress progress) {
    OptionalLong declared = schema.publicRowCount();
    if (declared.isPresent()) {
      return new RowCount(declared.getAsLong(), "declared public by the curator");
    }
    progress.at("counting rows");
    long n =
        NoisedCount.usable(pay(NoisedCount.withEpsilon(shares.count().epsilon()), shares.count()));
    requireStrongDelta(n);
    return new RowCount(n, "a noised count bought for this release");
  }

  private void requireStrongDelta(long n) {
    double delta = plan.budget().delta();
    if (delta >= 1.0 / n && !plan.acceptWeakDelta()) {
      throw new IllegalArgumentException(
          "delta must be below one over the number of rows, here about "
              + 1.0 / n
              + ": a larger one protects nobody in particular. Got: "
              + delta
              + ". Choose "
              + ReleasePlan.defaultDelta(n)
              + " or less, or accept a weak delta explicitly.");
    }
  }

  /** Runs a mechanism through the gate and notes its charge. */
  <R> R pay(Mechanism<R> mechanism, PrivacyBudget share) {
    PrivacyEvent event = mechanism.event();
    Shares.requireWithin(share, mechanism.purpose(), event);
    R result = gate.run(mechanism);
    events.add(event);
    charges.add(new Charge(mechanism.purpose(), new Loss(share.epsilon(), share.delta()), event));
    return result;
  }

  /**
   * Adds a sentence to the statement. It must not depend on private rows but through what was
   * released.
   */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** What the weights may spend: their share, and what the charges before left of theirs. */
  PrivacyBudget leftForWeights() {
    return shares.weightsAfter(events, plan.budget());
  }

  PrivacyStatement statement(RowCount count) {
    PrivacyBudget budget = plan.budget();
    double composed = Accounting.epsilon(new PrivacyEvent.Composed(events), budget.delta());
    // Every charge fits its share and the shares sum to no more than the budget, so the budget is a
    // bound too.
    Loss spent = new Loss(Math.min(composed, budget.epsilon()), budget.delta());
    return new PrivacyStatement(
        schema.name(),
        schema.unit(),
        Neighbours.ADD_OR_REMOVE_ONE_ROW.words(),
        new Loss(budget.epsilon(), budget.delta()),
        spent,
        "the smaller of privacy loss distributions and Renyi differential privacy",
        count,
        charges,
        Notes.unprotected(schema),
        notes);
  }

  Provenance provenance(String generator) {
    return new Provenance(
        TOOL,
        Clock.systemUTC().instant(),
        generator,
        plan.weights().map(WeightEstimator::name).orElse("none"),
        plan.seed().value());
  }
}

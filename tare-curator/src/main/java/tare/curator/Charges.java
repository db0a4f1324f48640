package tare.curator;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.ReleaseBudget;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.mechanism.NoisedCount;
import tare.progress.Progress;
import tare.release.PrivacyStatement;
import tare.release.PrivacyStatement.Charge;
import tare.release.PrivacyStatement.Loss;
import tare.release.PrivacyStatement.RowCount;
import tare.release.Provenance;
import tare.release.ReleaseFolder;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.schema.ToolVersion;
import tare.table.ColumnarTable;
import tare.weight.WeightEstimator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/**
 * What one release pays: runs mechanisms through the gate, each within its share, and states the
 * sum at the end.
 */
final class Charges {

  private static final String ADMITTED = "admitted";

  /** Sizes at which a plan is tried out when the row count has yet to be bought. */
  private static final long[] LIKELY_ROWS = {10_000, 1_000_000, 100};

  /** What private rows take from which on it is worth the time to collect them at once. */
  private static final double MANY_BYTES = 1e8;

  private Gate gate;
  private final Schema schema;
  private final ReleasePlan plan;
  private final Kept kept;
  private final RowsAt at;
  private final BudgetShares shares;
  private final List<Charge> charges = new ArrayList<>();
  private final List<String> notes;
  private ReleaseBudget spent;

  Charges(Gate gate, ReleasePlan plan, Kept kept, RowsAt at) {
    this.at = at;
    this.gate = gate;
    this.schema = gate.schema();
    this.plan = plan;
    this.kept = kept;
    this.shares = BudgetShares.of(plan, schema.publicRowCount().isPresent());
    this.spent = ReleaseBudget.of(plan.budget());
    this.notes = new ArrayList<>(Notes.of(plan));
  }

  BudgetShares shares() {
    return shares;
  }

  /**
   * Refuses a release that cannot work or does not fit as a whole, before any part of it is
   * charged, and notes its plan with all that it is going to be charged.
   */
  void requireRoom() {
    requireFreeNames();
    OptionalLong declared = schema.publicRowCount();
    if (declared.isPresent()) {
      requireStrongDelta(declared.getAsLong());
    }
    Forecast forecast =
        declared.isPresent() ? Forecast.of(schema, plan, declared.getAsLong(), at) : likely();
    gate = gate.keepingTo(PlanPrint.of(schema, plan, forecast));
    if (!resumed()) {
      requireRoomFor(forecast);
    }
  }

  /** A run that is taken up again has been admitted already; each charge is still checked. */
  private boolean resumed() {
    return kept.find(ADMITTED).isPresent();
  }

  private void requireRoomFor(Forecast forecast) {
    List<PrivacyEvent> events = forecast.events();
    if (forecast.charges().get(0).decides()) {
      gate.requireRoomFor("this release", events.get(0), events.subList(1, events.size()));
    } else {
      gate.requireRoomFor("this release", events);
    }
    kept.note(ADMITTED, BooleanNode.TRUE);
  }

  /** The plan at the first size at which it works; at none, the first refusal stands. */
  private Forecast likely() {
    RefusedException refusal = null;
    for (long n : LIKELY_ROWS) {
      try {
        return Forecast.of(schema, plan, n, at);
      } catch (RefusedException e) {
        refusal = refusal == null ? e : refusal;
      }
    }
    throw Objects.requireNonNull(refusal);
  }

  private void requireFreeNames() {
    for (String name : ReleaseFolder.WEIGHT_COLUMNS) {
      if (plan.estimator().isPresent() && schema.indexOf(name) >= 0) {
        throw new RefusedException(
            "A weighted release has a column of its own called \""
                + name
                + "\", and so has the schema. Rename the schema's column, or leave the weights out.");
      }
    }
  }

  /**
   * The number of private rows that may be used: the declared one, or a noised one that is bought.
   */
  RowCount rowCount(Progress progress) {
    OptionalLong declared = schema.publicRowCount();
    if (declared.isPresent()) {
      return new RowCount(declared.getAsLong(), RowCount.DECLARED);
    }
    progress.at("counting rows");
    Mechanism<Long> count =
        UnitPlans.within(
            shares.count(), schema.rowsPerUnit(), b -> NoisedCount.withEpsilon(b.epsilon()));
    long n = NoisedCount.usable(pay(count, shares.count(), KeptForms.count()));
    // The count is paid for, so a delta that turns out weak is said and not refused.
    if (plan.budget().delta() >= 1.0 / n && !plan.acceptWeakDelta()) {
      note(
          "delta is not below one over the noised number of rows, about "
              + n
              + ": it was chosen before that number was known, and protects less than it should.");
    }
    return new RowCount(n, "a noised count bought for this release");
  }

  private void requireStrongDelta(long n) {
    double delta = plan.budget().delta();
    if (delta >= 1.0 / n && !plan.acceptWeakDelta()) {
      throw new RefusedException(
          "delta must be below one over the number of rows, here about "
              + 1.0 / n
              + ": a larger one protects nobody in particular. Got: "
              + delta
              + ". Choose "
              + ReleasePlan.defaultDelta(n)
              + " or less, or accept a weak delta explicitly.");
    }
  }

  /** Runs a mechanism through the gate, unless its result was kept, and notes its charge. */
  <R> R pay(Mechanism<R> mechanism, PrivacyBudget share, Kept.Form<R> form) {
    PrivacyEvent event = mechanism.event();
    ReleaseBudget after =
        mechanism.decidesLaterEvents()
            ? spent.afterDeciding(event)
            : spent.after(event, share.delta());
    BudgetShares.requireWithin(share, mechanism.purpose(), event, after);
    String step = Kept.step(mechanism.purpose(), event, form.context());
    Optional<JsonNode> before = kept.find(step);
    R result = before.isPresent() ? form.read().apply(before.get()) : gate.run(mechanism);
    if (before.isEmpty()) {
      kept.keep(step, form.write().apply(result));
    }
    spent = after;
    charges.add(
        new Charge(
            mechanism.purpose(),
            new Loss(share.epsilon(), share.delta()),
            event,
            mechanism.decidesLaterEvents()));
    return result;
  }

  /**
   * Says that there is no charge to come: private rows need not be held any longer.
   *
   * @param n about how many they are, from public numbers
   */
  void end(long n) {
    gate.letGo();
    if (at.privateRowsHere(n) * (double) ColumnarTable.bytesPerRow(schema) > MANY_BYTES) {
      // A collector that is not told keeps them beside the rows to come until its heap is full.
      System.gc();
    }
  }

  /**
   * Adds a sentence to the statement. It must not depend on private rows but through what was
   * released.
   */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** What was charged so far, for a last charge that composes with it. */
  ReleaseBudget spent() {
    return spent;
  }

  /** What was charged so far, one event each. */
  List<PrivacyEvent> events() {
    return charges.stream().map(Charge::event).toList();
  }

  /** What the weights may spend: their share, and what the charges before left of theirs. */
  PrivacyBudget leftForWeights() {
    return shares.weightsAfter(spent);
  }

  PrivacyStatement statement(RowCount count) {
    PrivacyBudget budget = plan.budget();
    // What a bought count or the synthetic rows decide might have been decided otherwise: the
    // budget holds for all of them, this one's sum for this one alone. Rounding may bring a sum a
    // last digit above it.
    boolean decided = charges.stream().anyMatch(Charge::decides) || decidedByRows();
    double epsilon = decided ? budget.epsilon() : Math.min(spent.epsilon(), budget.epsilon());
    Loss loss = new Loss(epsilon, budget.delta());
    return new PrivacyStatement(
        schema.name(),
        schema.protectedUnit(),
        gate.neighbours().words(),
        new Loss(budget.epsilon(), budget.delta()),
        loss,
        "the smaller of privacy loss distributions and Renyi differential privacy",
        count,
        charges,
        Notes.unprotected(schema),
        notes);
  }

  private boolean decidedByRows() {
    return plan.generator().isPresent()
        && plan.estimator().map(WeightEstimator::choosesEventByRows).orElse(false);
  }

  Provenance provenance(String generator) {
    return new Provenance(
        "Tare " + ToolVersion.NUMBER,
        Clock.systemUTC().instant(),
        generator,
        plan.weightsName(),
        plan.seed().value());
  }
}

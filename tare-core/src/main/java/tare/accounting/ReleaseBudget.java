package tare.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import tare.accounting.PrivacyEvent.Composed;

/**
 * What one release has lost and what is left within it.
 *
 * <p>Events that decide later ones, as a bought row count decides rates, steps and tables, are pure
 * and their epsilons add up; all other events are fixed once those are known, so they are composed
 * together. docs/proofs/accounting.md shows why the two sums hold together.
 *
 * @param whole what the release may lose in all
 * @param decided the epsilons of the events that decided later ones
 * @param parts all other events so far, in order
 */
public record ReleaseBudget(PrivacyBudget whole, double decided, List<Part> parts) {

  /**
   * An event that was fixed beforehand.
   *
   * @param delta the part of delta that was set aside for it; any part holds, so nobody need be
   *     trusted with it
   */
  public record Part(PrivacyEvent event, double delta) {}

  public ReleaseBudget {
    parts = List.copyOf(parts);
  }

  /** A release that has lost nothing yet. */
  public static ReleaseBudget of(PrivacyBudget whole) {
    return new ReleaseBudget(whole, 0, List.of());
  }

  /** A release whose charges stand in a ledger. */
  static ReleaseBudget of(PrivacyBudget whole, List<LossFilter.Booked> charges) {
    ReleaseBudget release = of(whole);
    for (LossFilter.Booked charge : charges) {
      release =
          charge.decides()
              ? release.afterDeciding(charge.event())
              : release.after(charge.event(), whole.delta());
    }
    return release;
  }

  /** The same release after an event whose outcome decides later ones; infinite if not pure. */
  public ReleaseBudget afterDeciding(PrivacyEvent event) {
    return new ReleaseBudget(whole, decided + PureLoss.of(event), parts);
  }

  /** The same release after an event that is fixed. */
  public ReleaseBudget after(PrivacyEvent event, double delta) {
    List<Part> more = new ArrayList<>(parts);
    more.add(new Part(event, delta));
    return new ReleaseBudget(whole, decided, more);
  }

  /** The smallest epsilon that holds for all so far at the whole's delta; may be infinite. */
  public double epsilon() {
    return decided + Math.min(composed(), addedUp());
  }

  /** Whether all so far stays within the whole. */
  public boolean holds() {
    return Accounting.within(epsilon(), whole);
  }

  /**
   * What is left for one more event at a part of delta of its own, by adding up: never less than
   * nothing.
   */
  public double left(double delta) {
    ReleaseBudget others =
        new ReleaseBudget(
            new PrivacyBudget(whole.epsilon(), Math.max(0, whole.delta() - delta)), decided, parts);
    return Math.max(0, whole.epsilon() - others.epsilon());
  }

  /**
   * The smallest noise multiplier at which one more event, the last of the release, fits together
   * with all before it: what is left within this release, composed and not added up.
   *
   * @param eventAt the last event at a noise multiplier; more noise must never cost more
   * @throws IllegalArgumentException if nothing is left
   */
  public double lastNoiseMultiplier(DoubleFunction<PrivacyEvent> eventAt) {
    if (!(decided < whole.epsilon())) {
      throw new IllegalArgumentException(
          "Nothing is left of the release's budget, epsilon = " + whole.epsilon() + ".");
    }
    // Rounded down, because the sum with what was decided is rounded once more.
    double rest = (whole.epsilon() - decided) * (1 - 1e-12);
    return Calibration.noiseMultiplier(
        scale -> with(eventAt.apply(scale)), new PrivacyBudget(rest, whole.delta()));
  }

  private PrivacyEvent with(PrivacyEvent last) {
    List<PrivacyEvent> events = new ArrayList<>(parts.stream().map(Part::event).toList());
    events.add(last);
    return new Composed(events);
  }

  private double composed() {
    return Accounting.epsilon(
        new Composed(parts.stream().map(Part::event).toList()), whole.delta());
  }

  /** Basic composition, at the parts of delta as far as they are parts of the whole. */
  private double addedUp() {
    double deltas = parts.stream().mapToDouble(Part::delta).sum();
    if (!(deltas <= whole.delta() * (1 + 1e-12))
        || parts.stream().anyMatch(p -> !(p.delta() >= 0))) {
      return Double.POSITIVE_INFINITY;
    }
    return parts.stream().mapToDouble(p -> Accounting.epsilon(p.event(), p.delta())).sum();
  }
}

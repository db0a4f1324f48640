package tare.audit;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.NoiseSource;
import tare.table.Table;

/**
 * Runs a whole pipeline many times on two made-up neighbours, attacks what the public would see,
 * and bounds from below the epsilon that it really has. A bound above the claim refutes it; a bound
 * below says how much of the claim this attack could show.
 */
public final class BlackBoxAudit {

  private BlackBoxAudit() {}

  /**
   * Audits a pipeline against the budget that its ledger allows.
   *
   * @param pipeline reads rows through a gate and gives what the public sees. Its public chance is
   *     best the same in all runs: seeds are public, a claim holds for each of them, and what does
   *     not vary hides nothing
   * @param one made-up rows
   * @param other the same with one row more or less
   * @param claim the claim, and the limit of a fresh ledger for each run
   * @param attack sees an empty output where a run failed: failures are outputs too
   */
  public static <A> DpTester.Result audit(
      Function<Gate, A> pipeline,
      Table one,
      Table other,
      PrivacyBudget claim,
      NoiseSource noise,
      Attack<Optional<A>> attack,
      DpTester.Options options) {
    return DpTester.test(
        runs(pipeline, one, claim, noise),
        runs(pipeline, other, claim, noise),
        Claim.of(claim),
        attack,
        options);
  }

  private static <A> Supplier<Optional<A>> runs(
      Function<Gate, A> pipeline, Table rows, PrivacyBudget claim, NoiseSource noise) {
    PrivateTable table = PrivateTable.of(rows);
    return () -> {
      Gate gate = new Gate(table, Ledger.inMemory(claim), "audit", noise);
      try {
        return Optional.of(pipeline.apply(gate));
      } catch (RuntimeException e) {
        return Optional.empty();
      }
    };
  }
}

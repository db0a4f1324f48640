package tare.audit;

import java.util.Optional;
import java.util.function.Supplier;
import tare.privacy.Gate;
import tare.privacy.Ledger;
import tare.privacy.NoiseSource;
import tare.privacy.PrivacyBudget;
import tare.privacy.PrivateTable;
import tare.random.Seed;
import tare.table.Table;

/**
 * Runs a whole pipeline many times on two made-up neighbours, attacks what the public would see,
 * and bounds from below the epsilon that it really has. A bound above the claim refutes it; a bound
 * below says how much of the claim this attack could show.
 */
public final class BlackBoxAudit {

  private BlackBoxAudit() {}

  /**
   * A pipeline with its public chance.
   *
   * @param <A> what the public sees
   */
  @FunctionalInterface
  public interface SeededPipeline<A> {
    A run(Gate gate, Seed seed);
  }

  /**
   * Audits a pipeline against the budget that its ledger allows.
   *
   * @param one made-up rows
   * @param other the same with one row more or less
   * @param limit the claim, and the limit of a fresh ledger for each run
   * @param seed of all public chance; each run has a part of its own, the same on both neighbours,
   *     since seeds are public
   * @param attack sees an empty output where a run failed: failures are outputs too
   */
  public static <A> DpTester.Result audit(
      SeededPipeline<A> pipeline,
      Table one,
      Table other,
      PrivacyBudget limit,
      NoiseSource noise,
      Seed seed,
      Attack<Optional<A>> attack,
      DpTester.Options options) {
    return DpTester.test(
        runs(pipeline, one, limit, noise, seed),
        runs(pipeline, other, limit, noise, seed),
        Claim.of(limit),
        attack,
        options);
  }

  private static <A> Supplier<Optional<A>> runs(
      SeededPipeline<A> pipeline, Table rows, PrivacyBudget limit, NoiseSource noise, Seed seed) {
    PrivateTable table = PrivateTable.of(rows);
    long[] run = new long[1];
    return () -> {
      Gate gate = new Gate(table, Ledger.inMemory(limit), "audit", noise);
      Seed ofThisRun = seed.child("run " + run[0]++);
      try {
        return Optional.of(pipeline.run(gate, ofThisRun));
      } catch (RuntimeException e) {
        return Optional.empty();
      }
    };
  }
}

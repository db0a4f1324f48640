package tare.paper;

import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.NoiseSource;
import tare.table.Table;

/**
 * Runs mechanisms on the rows of a public table as if they were private: through a gate, under the
 * budget that the experiment states. Methods without privacy run beside it, which only a benchmark
 * on public rows may do.
 */
final class Benchmark {

  private final Table rows;
  private final NoiseSource noise;

  Benchmark(Table rows, NoiseSource noise) {
    this.rows = rows;
    this.noise = noise;
  }

  /** Runs a mechanism under a limit of its own; a charge over the limit is refused. */
  <R> R run(Mechanism<R> mechanism, PrivacyBudget limit) {
    if (mechanism.event() instanceof PrivacyEvent.NonPrivate) {
      return mechanism.apply(PrivateRows.of(rows), noise);
    }
    Gate gate = new Gate(PrivateTable.of(rows), Ledger.inMemory(limit), "benchmark", noise);
    return gate.run(mechanism);
  }
}

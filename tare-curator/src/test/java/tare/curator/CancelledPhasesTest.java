package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.mechanism.NoisedCount;
import tare.noise.SeededNoise;
import tare.progress.CancelledException;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.schema.Schema;
import tare.table.RowsRead;
import tare.table.Table;
import tare.weight.WeightEstimator;

/**
 * A release is cancelled in each of its phases, when the phase is first named: it ends before
 * another phase begins and before more than a few thousand private rows are looked at; what it had
 * paid for and finished is not charged again when it is taken up.
 */
class CancelledPhasesTest {

  private static final int N = 8 * RowsRead.EVERY;

  /** As many rows may be looked at after a cancel. */
  private static final long FEW = 2 * RowsRead.EVERY;

  /**
   * They name what is settled before a row is read, and are over at once: lots are drawn from the
   * rows as they are, so that weights of a network are estimated by its training alone.
   */
  private static final Set<String> NO_WORK =
      Set.of("fitting the generator", "dp-mlp: estimating weights");

  private static final Schema SCHEMA = Plans.schema(OptionalLong.empty());
  private static final Table ROWS = Plans.rows(SCHEMA, N);

  @TempDir private Path folder;

  /** Private rows that know how often the first cell of one was looked at. */
  private record CountedLooks(Table table, AtomicLong looks) implements Table {

    @Override
    public Schema schema() {
      return table.schema();
    }

    @Override
    public int rowCount() {
      return table.rowCount();
    }

    @Override
    public double number(int row, int column) {
      looks.incrementAndGet();
      return table.number(row, column);
    }

    @Override
    public int level(int row, int column) {
      return table.level(row, column);
    }

    @Override
    public boolean missing(int row, int column) {
      return table.missing(row, column);
    }
  }

  /** Wants no more once a phase was named. */
  private static final class Cancelling implements Progress {
    private final String phase;
    private final AtomicLong looks;
    private final Queue<String> after = new ConcurrentLinkedQueue<>();
    private volatile long looksBefore = -1;

    Cancelling(String phase, AtomicLong looks) {
      this.phase = phase;
      this.looks = looks;
    }

    @Override
    public void at(String now, double done) {
      if (looksBefore >= 0) {
        after.add(now);
        throw new CancelledException();
      }
      if (now.equals(phase)) {
        looksBefore = looks.get();
      }
    }
  }

  private static ReleasePlan plan(String generator, String weights) {
    ReleasePlan plan = Plans.plan(generator, weights);
    return plan.withHandling(plan.handling().withReplicates(4)).withRows(2_000);
  }

  private static Bundle run(
      ReleasePlan plan, Table rows, Ledger ledger, Kept kept, Progress progress) {
    Gate gate = new Gate(PrivateTable.of(rows), ledger, "cancelled", new SeededNoise(3));
    return ReleaseRun.make(gate, plan, kept, progress).bundle();
  }

  private static Set<String> phases(ReleasePlan plan) {
    Set<String> phases = new LinkedHashSet<>();
    Ledger ledger = Ledger.inMemory(plan.budget());
    run(
        plan,
        ROWS,
        ledger,
        Kept.NOTHING,
        (phase, done) -> {
          synchronized (phases) {
            phases.add(phase);
          }
        });
    return phases;
  }

  @TestFactory
  Stream<DynamicTest> endsInThePhaseItIsCancelledIn() {
    return Stream.of(
            plan("privbayes", "moments"),
            plan("independent", "beta-debiased"),
            plan("independent", "dp-mlp"),
            plan("dpgan", "none"),
            plan("pate-gan", "none"))
        .flatMap(
            plan ->
                phases(plan).stream()
                    .map(
                        phase ->
                            DynamicTest.dynamicTest(
                                plan.generator().orElseThrow().name() + ": " + phase,
                                () -> cancelled(plan, phase))));
  }

  private void cancelled(ReleasePlan plan, String phase) throws IOException {
    AtomicLong looks = new AtomicLong();
    Table rows = new CountedLooks(ROWS, looks);
    // Room for what has to be bought anew.
    Ledger ledger = Ledger.inMemory(new PrivacyBudget(10, 1e-5));
    Path place = folder.resolve("ledger");
    KeptFile kept = KeptFile.of(place, "cancelled");
    Cancelling listener = new Cancelling(phase, looks);
    assertThatThrownBy(() -> run(plan, rows, ledger, kept, listener))
        .isInstanceOf(CancelledException.class);
    assertThat(looks.get() - listener.looksBefore).isLessThanOrEqualTo(FEW);
    String weights = plan.estimator().map(WeightEstimator::name).orElse("none");
    if (!NO_WORK.contains(phase) && !NO_WORK.contains(weights + ": " + phase)) {
      assertThat(listener.after).as("words after the cancel").containsOnly(phase);
    }
    KeptFile left = KeptFile.of(place, "cancelled");
    long lost = ledger.entries().stream().filter(charge -> !left.keeps(charge)).count();
    assertThat(lost).isLessThanOrEqualTo(1);
    Bundle bundle = run(plan, rows, ledger, left, Progress.SILENT);
    assertThat(ledger.entries()).hasSize(bundle.privacy().charges().size() + (int) lost);
    assertThat(bundle.synthetic().rowCount()).isEqualTo(2_000);
    left.delete();
  }

  /** The test can fail: a gate at which nobody listens lets a pass go on to its end. */
  @Test
  void aPassThatDoesNotListenIsFound() {
    Mechanism<Long> count = NoisedCount.withEpsilon(1);
    for (boolean listens : List.of(true, false)) {
      AtomicLong passed = new AtomicLong();
      Gate gate =
          new Gate(
              PrivateTable.of(ROWS),
              Ledger.inMemory(new PrivacyBudget(5, 0)),
              "cancelled",
              new SeededNoise(3));
      Gate heard =
          gate.heardBy(
              row -> {
                passed.set(row);
                if (listens && row > 0) {
                  throw new CancelledException();
                }
              });
      if (listens) {
        assertThatThrownBy(() -> heard.run(count)).isInstanceOf(CancelledException.class);
      } else {
        heard.run(count);
      }
      assertThat(passed.get()).isEqualTo(listens ? RowsRead.EVERY : N - RowsRead.EVERY);
    }
  }
}

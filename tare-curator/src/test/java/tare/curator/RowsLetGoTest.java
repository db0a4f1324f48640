package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.ledger.Ledger;
import tare.mechanism.NoisedCount;
import tare.progress.Progress;
import tare.schema.Schema;
import tare.table.Table;

/** After the last charge private rows are held no longer: synthetic ones have their memory. */
class RowsLetGoTest {

  private static final Schema SCHEMA = Plans.schema(OptionalLong.of(2_000));

  private final Ledger ledger = Ledger.inMemory(new PrivacyBudget(2, 1e-6));

  /** A gate whose rows nobody else holds. */
  private record Held(Gate gate, WeakReference<Table> rows) {

    static Held of(Ledger ledger) {
      Table rows = Plans.rows(SCHEMA, 2_000);
      return new Held(Plans.gate(rows, ledger), new WeakReference<>(rows));
    }

    boolean gone() {
      System.gc();
      return rows.get() == null;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "privbayes, none, fitting the generator, sampling rows",
    "privbayes, moments, sampling rows, making replicates",
    "privbayes, moments, sampling rows, drawing rows by weight",
  })
  void rowsAreThereUntilTheLastChargeAndGoneAfterIt(
      String generator, String weights, String before, String after) {
    Held held = Held.of(ledger);
    Set<String> heard = new HashSet<>(); // each phase once: a collection takes a while
    List<String> there = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    Progress listener =
        (phase, done) -> {
          if ((phase.equals(before) || phase.equals(after)) && heard.add(phase)) {
            (held.gone() ? gone : there).add(phase);
          }
        };
    ReleasePlan plan =
        Plans.plan(generator, weights)
            .withHandling(WeightHandling.DEFAULTS.withReplicates(2))
            .withRows(500);
    ReleaseRun.make(held.gate(), plan, Kept.NOTHING, listener);
    assertThat(there).containsExactly(before);
    assertThat(gone).containsExactly(after);
  }

  /** Weights that are no part of the rows end it too, and so does a release of another's rows. */
  @Test
  void aGateIsUsedUpWhateverTheWeights() {
    for (String weights : List.of("none", "beta-debiased", "moments")) {
      Ledger own = Ledger.inMemory(new PrivacyBudget(2, 1e-6));
      Gate gate = Held.of(own).gate();
      ReleaseRun.run(gate, Plans.plan("independent", weights).withRows(200), Progress.SILENT);
      int charges = own.entries().size();
      assertThatThrownBy(() -> gate.run(NoisedCount.withEpsilon(0.1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("let go");
      assertThat(own.entries()).hasSize(charges);
    }
    Gate gate = Held.of(ledger).gate();
    ReleaseRun.weigh(
        gate,
        Plans.rows(SCHEMA, 300),
        Plans.plan("independent", "moments"),
        Kept.NOTHING,
        Progress.SILENT);
    assertThatThrownBy(() -> gate.run(NoisedCount.withEpsilon(0.1)))
        .isInstanceOf(IllegalStateException.class);
  }
}

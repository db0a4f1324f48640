package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.PrivacyBudget;
import tare.ledger.Ledger;
import tare.progress.CancelledException;
import tare.progress.Progress;
import tare.schema.Schema;
import tare.table.Table;

/** Long work tells how far it is, and ends where its listener wants no more of it. */
class CancelTest {

  private static final Schema SCHEMA = Plans.schema(OptionalLong.of(500));

  private final Table rows = Plans.rows(SCHEMA, 500);

  private record Heard(String phase, double done) {}

  private static ReleasePlan plan(String generator, String weights) {
    ReleasePlan plan = Plans.plan(generator, weights);
    return plan.withHandling(plan.handling().withReplicates(8));
  }

  private List<Heard> heard(String generator, String weights) {
    List<Heard> heard = Collections.synchronizedList(new ArrayList<>());
    run(generator, weights, (phase, done) -> heard.add(new Heard(phase, done)));
    return heard;
  }

  private Ledger run(String generator, String weights, Progress progress) {
    Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 1e-6));
    ReleaseRun.run(Plans.gate(rows, ledger), plan(generator, weights), progress);
    return ledger;
  }

  @ParameterizedTest
  @CsvSource({
    "privbayes, moments, making replicates",
    "privbayes, none, fitting the model",
    "dpgan, none, training",
    "pate-gan, none, training",
    "independent, dp-mlp, training",
    "independent, none, sampling rows"
  })
  void longPhasesTellHowFarTheyAre(String generator, String weights, String phase) {
    List<Double> parts =
        heard(generator, weights).stream()
            .filter(h -> h.phase().equals(phase) && !Double.isNaN(h.done()))
            .map(Heard::done)
            .toList();
    assertThat(parts).hasSizeGreaterThan(1).allMatch(part -> part >= 0 && part <= 1);
    assertThat(Collections.max(parts)).isGreaterThanOrEqualTo(0.5);
  }

  /** At whatever word somebody ends it: it ends as cancelled, and never as a failed mechanism. */
  @ParameterizedTest
  @CsvSource({"privbayes, moments", "dpgan, none"})
  void endsAtAnyWord(String generator, String weights) {
    int words = heard(generator, weights).size();
    assertThat(words).isGreaterThan(10);
    for (int part = 0; part < 3; part++) {
      int last = words * part / 3;
      AtomicInteger heard = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  run(
                      generator,
                      weights,
                      (phase, done) -> {
                        if (heard.getAndIncrement() >= last) {
                          throw new CancelledException();
                        }
                      }))
          .isInstanceOf(CancelledException.class);
    }
  }

  /** Logistic weights of many columns take minutes: somebody is heard before every pass. */
  @Test
  void logisticWeightsListenPassByPass() {
    AtomicInteger passes = new AtomicInteger();
    Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 1e-6));
    assertThatThrownBy(
            () ->
                ReleaseRun.run(
                    Plans.gate(rows, ledger),
                    plan("independent", "beta-debiased"),
                    (phase, done) -> {
                      if (phase.equals("estimating weights") && passes.incrementAndGet() == 3) {
                        throw new CancelledException();
                      }
                    }))
        .isInstanceOf(CancelledException.class);
    assertThat(ledger.entries()).as("the weights were paid for when it ended").hasSize(2);
  }

  @Test
  void whatWasChargedByThenStaysCharged() {
    Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 1e-6));
    assertThatThrownBy(
            () ->
                ReleaseRun.run(
                    Plans.gate(rows, ledger),
                    plan("privbayes", "moments"),
                    (phase, done) -> {
                      if (phase.equals("sampling rows")) {
                        throw new CancelledException();
                      }
                    }))
        .isInstanceOf(CancelledException.class);
    assertThat(ledger.entries()).hasSize(1);
  }
}

package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.audit.DrawTape.Heard;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.ledger.Ledger;
import tare.noise.IntegerNoise;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.table.Table;

/**
 * Whole releases of six columns through the front door, and what their mechanisms drew: laws,
 * scales, numbers of draws and rates of lots make an event, and it costs no more than the one that
 * was charged. Bounds are worked out once more in the tests, from the proofs and not from the code.
 */
final class DrawnReleases {

  static final int ROWS = SixColumns.ROWS;
  private static final PrivacyBudget BUDGET = new PrivacyBudget(6, 1e-6);

  private DrawnReleases() {}

  /** A release and what its mechanisms drew. */
  record Run(Bundle bundle, List<Heard> heard) {
    Heard of(String purpose) {
      return heard.stream().filter(h -> h.purpose.startsWith(purpose)).findFirst().orElseThrow();
    }

    long n() {
      return bundle.privacy().rowCount().used();
    }
  }

  static Run run(GeneratorFitter generator, String weights) {
    return run(generator, weights, BUDGET);
  }

  static Run run(GeneratorFitter generator, String weights, PrivacyBudget budget) {
    return run(generator, weights, budget, SixColumns.values());
  }

  static Run run(
      GeneratorFitter generator, String weights, PrivacyBudget budget, List<double[]> values) {
    ReleasePlan plan = SixColumns.plan(generator, weights, budget);
    Table rows = SixColumns.table(values);
    DrawTape tape = new DrawTape(rows, new SeededNoise(3));
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(budget), "audit", new SeededNoise(4), tape);
    return new Run(ReleaseRun.run(gate, plan, Progress.SILENT), tape.heard);
  }

  static Run run(String generator, String weights) {
    return run(GeneratorFitters.named(generator), weights);
  }

  /** What was drawn is paid for. */
  static void costsNoMore(PrivacyEvent drawn, PrivacyEvent charged) {
    for (double delta : new double[] {1e-6, 1e-9}) {
      assertThat(Accounting.epsilon(drawn, delta))
          .as("drawn: " + drawn + "; charged: " + charged)
          .isLessThanOrEqualTo(Accounting.epsilon(charged, delta) * (1 + 1e-6));
    }
  }

  /** Tables of counts in which every row counts once: as many as the rows were counted. */
  static List<PrivacyEvent> tables(Heard heard) {
    return tables(heard, heard.laws.size());
  }

  /** The same of the first draws alone. */
  static List<PrivacyEvent> tables(Heard heard, int draws) {
    Map<IntegerNoise, Long> counted = new LinkedHashMap<>();
    for (int i = 0; i < draws; i++) {
      counted.merge(heard.laws.get(i), heard.exacts.get(i), Long::sum);
    }
    List<PrivacyEvent> events = new ArrayList<>();
    counted.forEach(
        (law, sum) -> {
          assertThat(sum % ROWS).as("every row counts once in each table").isZero();
          events.add(Heard.tables(law, sum / ROWS));
        });
    return events;
  }

  /** A descent drew the lots and the noise that it was charged for. */
  static void descends(Heard fit, PrivacyEvent charged, double clip) {
    Repeated steps = (Repeated) charged;
    PoissonSampled lot = (PoissonSampled) steps.event();
    assertThat(fit.rates).containsExactly(lot.rate());
    assertThat((long) fit.lots).isEqualTo(steps.times());
    assertThat((long) fit.fills.size()).as("one draw of noise per step").isEqualTo(steps.times());
    double sd = ((Gaussian) lot.event()).noiseMultiplier() * clip;
    assertThat(fit.fills)
        .allSatisfy(fill -> assertThat((double) fill).isCloseTo(sd, withPercentage(1e-3)));
    assertThat(fit.partlyFilled).as("sums with a coordinate that has no noise").isZero();
    assertThat(fit.rawBits).as("lots are drawn from noise").isPositive();
  }
}

package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.PrivacyBudget;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.weight.BetaDebiased;
import tare.weight.MomentOptions;
import tare.weight.Moments;

/**
 * A ledger with room for exactly one release: every step of the release fits, to the last digit of
 * what the accountants say of all charges together.
 */
class WholeBudgetTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0.5, true",
    "1, 1, true",
    "1, 4, true",
    "1, 1, false",
    "2, 1, true",
    "2, 4, false",
    "3, 0.3, true",
    "3, 1, true",
    "3, 2, false"
  })
  void aReleaseFitsALedgerOfItsOwnBudget(int columns, double epsilon, boolean publicCount) {
    PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
    Ledger ledger = Ledger.inMemory(budget);
    Gate gate = new Gate(PrivateTable.of(rows(columns, publicCount)), ledger, "release", noise());
    Bundle release = ReleaseRun.run(gate, plan(budget), Progress.SILENT);
    assertThat(release.weights()).isPresent();
    assertThat(ledger.entries()).hasSize(publicCount ? 2 : 3);
    assertThat(ledger.spent()).isBetween(0.9 * epsilon, epsilon);
  }

  /** What the automatic choice takes, moments or nothing, leaves nothing of the budget unused. */
  @ParameterizedTest
  @CsvSource({
    "0.5, true, true",
    "1, true, true",
    "3, true, true",
    "1, false, true",
    "0.5, true, false",
    "1, true, false",
    "3, false, false"
  })
  void whatTheAutomaticChoiceTakesUsesTheBudgetUp(
      double epsilon, boolean publicCount, boolean weighed) {
    PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
    Ledger ledger = Ledger.inMemory(budget);
    Gate gate = new Gate(PrivateTable.of(rows(3, publicCount)), ledger, "release", noise());
    ReleasePlan plan = plan(budget).withHandling(WeightHandling.DEFAULTS.withReplicates(0));
    ReleasePlan chosen =
        weighed ? plan.withWeights(new Moments(MomentOptions.DEFAULTS)) : plan.withoutWeights();
    Bundle release = ReleaseRun.run(gate, chosen, Progress.SILENT);
    assertThat(release.weights().isPresent()).isEqualTo(weighed);
    assertThat(ledger.spent()).isBetween(0.98 * epsilon, epsilon);
  }

  private static SeededNoise noise() {
    return new SeededNoise(41);
  }

  private static ReleasePlan plan(PrivacyBudget budget) {
    return ReleasePlan.of(budget)
        .withWeights(new BetaDebiased())
        .withRows(50)
        .withSeed(new Seed(42));
  }

  private static Table rows(int columns, boolean publicCount) {
    List<Column> all = new ArrayList<>();
    double[][] values = new double[columns][400];
    for (int c = 0; c < columns; c++) {
      all.add(new Column("column " + c, new ColumnType.YesNo("no", "yes"), false));
      for (int r = 0; r < values[c].length; r++) {
        values[c][r] = (r >> c) & 1;
      }
    }
    Schema schema =
        new Schema(
            "whole budget",
            "person",
            all,
            publicCount ? OptionalLong.of(400) : OptionalLong.empty());
    return ColumnarTable.of(schema, values);
  }
}

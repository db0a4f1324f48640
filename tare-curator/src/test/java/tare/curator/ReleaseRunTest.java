package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.Accounting;
import tare.accounting.LossFilter;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
import tare.mechanism.NoisedCount;
import tare.model.NoiseLaw;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.RefusedException;
import tare.schema.RowRule;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;

class ReleaseRunTest {

  private static final Schema UNKNOWN_COUNT = Plans.schema(OptionalLong.empty());

  private final Table rows = Plans.rows(UNKNOWN_COUNT, 2_000);
  private final Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 1e-6));

  private static Bundle run(Table rows, ReleasePlan plan, Ledger ledger) {
    return ReleaseRun.run(Plans.gate(rows, ledger), plan, Progress.SILENT);
  }

  @Test
  void chargesCountGeneratorAndWeightsAndNoMoreThanWasAskedFor() {
    Bundle bundle = run(rows, Plans.plan("independent", "beta-debiased"), ledger);
    PrivacyStatement privacy = bundle.privacy();
    assertThat(privacy.charges()).hasSize(3);
    assertThat(ledger.entries()).hasSize(3);
    List<PrivacyEvent> events = ledger.entries().stream().map(Ledger.Entry::event).toList();
    double rest = Accounting.epsilon(new PrivacyEvent.Composed(events.subList(1, 3)), 1e-6);
    double count = Accounting.epsilon(events.get(0), 0);
    assertThat(privacy.charges().get(0).decides()).isTrue();
    assertThat(count + rest).isBetween(0.9, 1.0);
    // For another count other events would have run: the budget is what holds for all.
    assertThat(privacy.spent().epsilon()).isEqualTo(1);
    assertThat(privacy.spent().epsilon()).isLessThanOrEqualTo(privacy.requested().epsilon());
    assertThat(bundle.weights()).isPresent();
  }

  @Test
  void buysNoCountThatIsDeclared() {
    Schema declared = Plans.schema(OptionalLong.of(2_000));
    Bundle bundle =
        run(Plans.rows(declared, 2_000), Plans.plan("independent", "beta-debiased"), ledger);
    assertThat(bundle.privacy().charges()).hasSize(2);
    assertThat(bundle.privacy().rowCount().used()).isEqualTo(2_000);
    assertThat(bundle.synthetic().rowCount()).isEqualTo(2_000);
  }

  @Test
  void makesAsManyRowsAsTheNoisedCountSaysAndNotAsThereAre() {
    Bundle bundle = run(rows, Plans.plan("independent", "none"), ledger);
    long used = bundle.privacy().rowCount().used();
    assertThat(used).isNotEqualTo(2_000); // the seed's noise is not zero
    assertThat(bundle.synthetic().rowCount()).isEqualTo((int) used);
  }

  @Test
  void givesTheShareOfMissingWeightsToTheGenerator() {
    PrivacyBudget without = BudgetShares.of(Plans.plan("privbayes", "none"), true).generator();
    PrivacyBudget with =
        BudgetShares.of(Plans.plan("privbayes", "beta-debiased"), true).generator();
    assertThat(without.epsilon()).isBetween(0.999_8, 1.0);
    assertThat(without.delta()).isBetween(0.999_999e-6, 1e-6);
    assertThat(with.epsilon()).isBetween(0.899, 0.9);
    assertThat(with.delta()).isLessThanOrEqualTo(0.7e-6);
  }

  @Test
  void refusesWhatTheLedgerHasNoRoomForAndChargesNothing() {
    Ledger poor = Ledger.inMemory(new PrivacyBudget(0.5, 1e-6));
    assertThatThrownBy(() -> run(rows, Plans.plan("privbayes", "none"), poor))
        .isInstanceOf(BudgetRefusedException.class);
    assertThat(poor.entries()).isEmpty();
  }

  @Test
  void refusesADeltaThatProtectsNobodyBeforeAnyChargeWhereTheCountIsPublic() {
    Schema many = Plans.schema(OptionalLong.of(2_000_000));
    assertThatThrownBy(() -> run(Plans.rows(many, 10), Plans.plan("privbayes", "none"), ledger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("delta must be below one over the number of rows");
    assertThat(ledger.entries()).isEmpty();
  }

  @Test
  void refusesWeightsWithoutPrivacyAndReadsNothingForThem() {
    assertThatThrownBy(() -> run(rows, Plans.plan("independent", "logreg"), ledger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not stay within its share");
    assertThat(ledger.entries()).isEmpty();
  }

  @Test
  void aWeakDeltaThatOnlyTheBoughtCountShowsIsSaidAndNotRefused() {
    PrivacyBudget weak = new PrivacyBudget(1, 1e-3);
    ReleasePlan plan = Plans.plan("independent", "none").withBudget(weak);
    Bundle bundle = run(rows, plan, Ledger.inMemory(weak));
    assertThat(bundle.privacy().notes()).anyMatch(note -> note.startsWith("delta is not below"));
  }

  @Test
  void refusesAColumnWhoseNameTheWeightsNeed() {
    Schema taken =
        new Schema(
            "ward",
            "person",
            List.of(new Column("log_weight", new ColumnType.YesNo("no", "yes"), false)),
            OptionalLong.empty());
    Table table = ColumnarTable.of(taken, new double[][] {{0, 1, 1}});
    assertThatThrownBy(() -> run(table, Plans.plan("independent", "beta-debiased"), ledger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("called \"log_weight\"");
    assertThat(ledger.entries()).isEmpty();
    assertThat(run(table, Plans.plan("independent", "none"), ledger).synthetic().rowCount())
        .isPositive();
  }

  @Test
  void refusesWhatTheMemoryWouldNotHoldBeforeAnythingIsCharged() {
    Schema many = Plans.schema(OptionalLong.of(1_000_000_000));
    ReleasePlan plan = Plans.plan("independent", "none").withBudget(new PrivacyBudget(1, 1e-10));
    assertThatThrownBy(() -> run(Plans.rows(many, 10), plan, ledger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of memory");
    assertThat(ledger.entries()).isEmpty();
  }

  /** Networks of a hundred thousand inputs, and two hundred teachers of such. */
  @Test
  void refusesNetworksThatTheMemoryWouldNotHold() {
    List<String> codes = IntStream.range(0, 100_000).mapToObj(i -> "c" + i).toList();
    Column code = new Column("code", new ColumnType.Category(codes, Optional.empty()), false);
    Schema wide = new Schema("codes", "person", List.of(code), OptionalLong.of(10_000));
    for (String network : List.of("dpgan", "pate-gan")) {
      ReleasePlan plan = Plans.plan(network, "none").withRows(100);
      assertThatThrownBy(() -> need(wide, plan, 1L << 30).requireRoom(10_000))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("of memory")
          .hasMessageContaining("privbayes");
      // Private rows are no vectors until they are in a lot; released ones are.
      need(wide, plan, Long.MAX_VALUE).requireRoom(20_000);
      ReleasePlan many = plan.withRows(20_000);
      assertThatThrownBy(() -> need(wide, many, Long.MAX_VALUE).requireRoom(20_000))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("as vectors");
    }
    need(UNKNOWN_COUNT, Plans.plan("pate-gan", "none"), 1L << 28).requireRoom(10_000);
  }

  private static MemoryNeed need(Schema schema, ReleasePlan plan, long heap) {
    return new MemoryNeed(schema, plan, RowsAt.THIS_MACHINE, heap);
  }

  /** Which law the weights' noise follows hangs on the rows, so the sum of one law is no claim. */
  @Test
  void statesTheBudgetWhereTheSyntheticRowsChoseTheLaw() {
    Schema declared = Plans.schema(OptionalLong.of(2_000));
    Table table = Plans.rows(declared, 2_000);
    Bundle open = run(table, Plans.plan("independent", "beta-noised"), ledger);
    assertThat(open.privacy().spent().epsilon()).isEqualTo(1);
    LogisticOptions set = LogisticOptions.DEFAULTS.withLaw(NoiseLaw.GAUSSIAN);
    ReleasePlan fixed =
        Plans.plan("independent", "none").withWeights(WeightEstimators.named("beta-noised", set));
    Bundle closed = run(table, fixed, Ledger.inMemory(new PrivacyBudget(1, 1e-6)));
    assertThat(closed.privacy().spent().epsilon()).isBetween(0.9, 0.999_99);
  }

  /** Rules that no row of the model keeps are told loudly; the release is paid for and is made. */
  @Test
  void rulesThatCannotBeKeptDoNotEndARelease() {
    Schema plain = Plans.schema(OptionalLong.of(2_000));
    Schema ruled =
        new Schema(
            plain.name(),
            plain.unit(),
            plain.columns(),
            plain.publicRowCount(),
            plain.missingValues(),
            plain.ignored(),
            plain.identifiers(),
            List.of(RowRule.parse("ill = yes and ill = no", plain.columns())));
    Bundle bundle =
        run(
            Plans.rows(ruled, 2_000),
            Plans.plan("independent", "none").withRows(25),
            Ledger.inMemory(new PrivacyBudget(1, 1e-6)));
    assertThat(bundle.synthetic().rowCount()).isEqualTo(25);
    assertThat(bundle.privacy().notes())
        .anyMatch(note -> note.startsWith("THE RULES ARE NOT KEPT"));
  }

  /** The statement says which numbers a network saw evenly; those with cuts are not among them. */
  @Test
  void numbersThatANetworkSawEvenlyAreNamed() {
    Schema plain = Plans.schema(OptionalLong.of(2_000));
    assertThat(Notes.ofEvenNumbers(plain).orElseThrow()).contains("bounds: age.", "tare:cuts");
    Column cut = new Column("age", new ColumnType.Numeric(0, 100, List.of(10.0, 40.0)), false);
    Schema cuts =
        new Schema(
            plain.name(), plain.unit(), List.of(cut, plain.column(1)), plain.publicRowCount());
    assertThat(Notes.ofEvenNumbers(cuts)).isEmpty();
    Gan brief = new Gan(Gan.Kind.DPGAN, GanOptions.DEFAULTS.withEpochs(1));
    Bundle bundle = run(Plans.rows(plain, 500), Plans.plan(brief, "none").withRows(5), ledger);
    assertThat(bundle.privacy().notes()).contains(Notes.ofEvenNumbers(plain).orElseThrow());
  }

  /** What a mechanism computes before noise is seen through the plan for units. */
  @Test
  void theInnerStatisticIsSeenThroughAPlanForUnits() {
    NoisedCount count = NoisedCount.withEpsilon(1);
    assertThat(new UnitPlans.Fit<>(count, 1, new PrivacyBudget(1, 0)).innerStatistic())
        .contains(count);
  }

  /** A run that dies at any step is taken up again: nothing is charged twice, nothing changes. */
  @Test
  void aRunThatDiedIsTakenUpAgainAtNoFurtherCost(@TempDir Path folder) throws IOException {
    ReleasePlan plan = Plans.plan("privbayes", "output-norm");
    Path beside = folder.resolve("ward.ledger");
    for (String dying : List.of("fitting the generator", "sampling rows", "estimating weights")) {
      assertThatThrownBy(
              () ->
                  ReleaseRun.make(
                      Plans.gate(rows, ledger),
                      plan,
                      KeptFile.of(beside, "a release"),
                      Plans.dyingAt(dying)))
          .hasMessage(dying);
    }
    assertThat(ledger.entries()).hasSize(2);
    KeptFile kept = KeptFile.of(beside, "a release");
    Bundle bundle = ReleaseRun.make(Plans.gate(rows, ledger), plan, kept, Progress.SILENT).bundle();
    Bundle again =
        ReleaseRun.make(
                Plans.gate(rows, ledger), plan, KeptFile.of(beside, "a release"), Progress.SILENT)
            .bundle();
    assertThat(ledger.entries()).hasSize(3);
    assertThat(again.weights().orElseThrow().weights().logWeights())
        .isEqualTo(bundle.weights().orElseThrow().weights().logWeights());
    assertThat(again.privacy()).isEqualTo(bundle.privacy());
    kept.delete();
    assertThat(folder).isEmptyDirectory();
  }

  /**
   * Who goes on under the name of a run that died keeps its plan; a ledger for life lets others.
   */
  @Test
  void aLedgerForOneReleaseRefusesToGoOnWithAnotherPlan(@TempDir Path folder) throws IOException {
    ReleasePlan plan = Plans.plan("independent", "output-norm");
    Path file = folder.resolve("ward.ledger");
    Ledger one = Ledger.create(file, "ward", LossFilter.forOneRelease(plan.budget()));
    assertThatThrownBy(
            () ->
                ReleaseRun.make(
                    Plans.gate(rows, one),
                    plan,
                    KeptFile.of(file, "a release"),
                    Plans.dyingAt("sampling rows")))
        .hasMessage("sampling rows");
    for (ReleasePlan other :
        List.of(
            Plans.plan("independent", "none"),
            Plans.plan("privbayes", "output-norm"),
            plan.withSplit(new ReleasePlan.Split(0.02, 0.2, 0.3)),
            plan.withBudget(new PrivacyBudget(0.9, 1e-6)))) {
      assertThatThrownBy(
              () ->
                  ReleaseRun.make(
                      Plans.gate(rows, Ledger.open(file)),
                      other,
                      KeptFile.of(file, "a release"),
                      Progress.SILENT))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("begun with another plan");
    }
    assertThat(Ledger.open(file).entries()).hasSize(2);
    ReleasePlan moreRows = plan.withRows(50).withSeed(ReleasePlan.freshSeed());
    KeptFile kept = KeptFile.of(file, "a release");
    ReleaseRun.make(Plans.gate(rows, Ledger.open(file)), moreRows, kept, Progress.SILENT);
    assertThat(Ledger.open(file).entries()).hasSize(3);
  }

  @Test
  void theForecastIsWhatIsCharged() {
    Schema declared = Plans.schema(OptionalLong.of(2_000));
    ReleasePlan plan = Plans.plan("independent", "beta-debiased");
    Forecast forecast = Forecast.of(declared, plan, 2_000);
    run(Plans.rows(declared, 2_000), plan, ledger);
    assertThat(ledger.entries().stream().map(Ledger.Entry::event))
        .containsExactlyElementsOf(
            forecast.charges().stream().map(Forecast.Charge::event).toList());
  }
}

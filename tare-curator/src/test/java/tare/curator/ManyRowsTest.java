package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyBudget;
import tare.inference.Replicates;
import tare.ledger.Ledger;
import tare.progress.CancelledException;
import tare.progress.Progress;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Releases of more rows than are weighed at once, and how many rows memory allows. */
class ManyRowsTest {

  private static final int N = 500;
  private static final long SMALL_HEAP = 1_400_000_000;
  private static final Schema SCHEMA = Plans.schema(OptionalLong.of(N));
  private static final Schema UNKNOWN = Plans.schema(OptionalLong.empty());

  private static final ReleasePlan PLAN =
      Plans.plan("privbayes", "moments")
          .withHandling(WeightHandling.DEFAULTS.withReplicates(4))
          .withRows(RowsAt.MOST_HERE + 1);

  private static ReleaseRun.Release made(ReleasePlan plan, Progress progress) {
    return ReleaseRun.make(
        Plans.gate(Plans.rows(SCHEMA, N), Ledger.inMemory(new PrivacyBudget(1, 1e-6))),
        plan,
        Kept.NOTHING,
        progress);
  }

  private static double meanAge(Table rows) {
    double sum = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      sum += rows.number(r, 0);
    }
    return sum / rows.rowCount();
  }

  @Test
  void manyRowsAreTheBlocksOfTheirLaw() {
    ReleaseRun.Release many = made(PLAN, Progress.SILENT);
    ReleaseRun.Release few = made(PLAN.withRows(RowsAt.MOST_HERE), Progress.SILENT);
    Table rows = many.bundle().synthetic();
    assertThat(rows.rowCount()).isEqualTo(RowsAt.MOST_HERE + 1);
    RowBlocks.Block second = RowBlocks.of(few, RowsAt.MOST_HERE + 1).block(1);
    Replicates replicates = many.bundle().replicates().orElseThrow();
    for (int r = 0; r < 1000; r++) {
      assertThat(rows.value(RowBlocks.ROWS + r, 0)).isEqualTo(second.rows().value(r, 0));
      assertThat(replicates.weights().weight(3, RowBlocks.ROWS + r))
          .isEqualTo(second.replicates().orElseThrow().weights().weight(3, r));
    }
    // Drawing 100,000 rows of a law whose deviation is below 35 gives means that differ by 0.16.
    assertThat(meanAge(rows)).isCloseTo(meanAge(few.bundle().synthetic()), within(1.0));
    assertThat(many.bundle().weights().orElseThrow().weights().size()).isEqualTo(rows.rowCount());
    assertThat(many.bundle().weights().orElseThrow().quality().reasons())
        .anySatisfy(reason -> assertThat(reason).contains("all 100,001 rows of the release"));
  }

  /**
   * Whoever takes up a run, with more memory or a wish for more rows, does not pay for weights
   * again: these were fitted to as many candidates as there was room for then.
   */
  @Test
  void aRunThatIsTakenUpWeighsAsManyRowsTogether(@TempDir Path folder) throws IOException {
    ReleasePlan plan = PLAN.withRows(6_000);
    Ledger ledger = Ledger.inMemory(new PrivacyBudget(1, 1e-6));
    Path beside = folder.resolve("ward.ledger");
    Table rows = Plans.rows(SCHEMA, N);
    assertThatThrownBy(
            () ->
                ReleaseRun.make(
                    Plans.gate(rows, ledger),
                    plan,
                    KeptFile.of(beside, "a release"),
                    Plans.dyingAt("making replicates")))
        .hasMessage("making replicates");
    int charged = ledger.entries().size();
    ReleaseRun.Release more =
        ReleaseRun.make(
            Plans.gate(rows, ledger),
            plan.withRows(12_000),
            KeptFile.of(beside, "a release"),
            Progress.SILENT);
    assertThat(ledger.entries()).hasSize(charged);
    assertThat(more.bundle().synthetic().rowCount()).isEqualTo(12_000);
    assertThat(more.bundle().replicates().orElseThrow().rows()).isEqualTo(12_000);
  }

  /** Without weights too: the rows are never held as more than compact columns and a block. */
  @Test
  void manyRowsWithoutWeightsAreBlocksToo() {
    ReleasePlan plan = Plans.plan("privbayes", "none").withRows(RowsAt.MOST_HERE + 1);
    ReleaseRun.Release many = made(plan, Progress.SILENT);
    Table rows = many.bundle().synthetic();
    assertThat(rows.rowCount()).isEqualTo(RowsAt.MOST_HERE + 1);
    assertThat(many.bundle().weights()).isEmpty();
    RowBlocks.Block last = RowBlocks.of(many, rows.rowCount()).block(3);
    assertThat(last.rows().rowCount()).isEqualTo(RowsAt.MOST_HERE + 1 - 3 * RowBlocks.ROWS);
    for (int r = 0; r < last.rows().rowCount(); r++) {
      assertThat(rows.value(3 * RowBlocks.ROWS + r, 0)).isEqualTo(last.rows().value(r, 0));
    }
  }

  /** Private and synthetic rows are not held side by side: as many as there were fit in again. */
  @Test
  void syntheticRowsHaveTheMemoryOfThePrivateOnes() {
    ReleasePlan plan = Plans.plan("privbayes", "none");
    long n = 20_000_000;
    MemoryNeed need = need(UNKNOWN, plan);
    assertThat(need.rows(n)).isEqualTo((int) n);
    double privateRows = n * (ColumnarTable.bytesPerRow(UNKNOWN) + 4.0);
    assertThat(need.bytes(n, n)).isLessThan(privateRows + 30.0 * n);
  }

  @Test
  void drawingThemCanBeEnded() {
    AtomicInteger heard = new AtomicInteger();
    assertThatThrownBy(
            () ->
                made(
                    PLAN,
                    (phase, done) -> {
                      if (phase.equals("drawing rows") && heard.incrementAndGet() > 5) {
                        throw new CancelledException();
                      }
                    }))
        .isInstanceOf(CancelledException.class);
    assertThat(heard.get()).isLessThan(20);
  }

  private static MemoryNeed need(Schema schema, ReleasePlan plan) {
    return new MemoryNeed(schema, plan, RowsAt.THIS_MACHINE, SMALL_HEAP);
  }

  /** Whatever a bought count says, there are some rows, and what they need is there. */
  @ParameterizedTest
  @ValueSource(longs = {1, 10_000, 5_000_000, 50_000_000, 1_000_000_000_000L})
  void memoryMakesFewerRowsAndNoFailure(long n) {
    ReleasePlan plan = Plans.plan("privbayes", "moments");
    MemoryNeed need = need(UNKNOWN, plan);
    int rows = need.rows(n);
    assertThat(rows).isBetween((int) Math.min(n, 1000), (int) Math.min(n, Integer.MAX_VALUE));
    if (rows > 1000) {
      assertThat(need.bytes(n, rows)).isLessThan(0.6 * SMALL_HEAP);
    }
    assertThat(need(UNKNOWN, plan.withRows(3_000_000)).rows(n)).isBetween(1000, 3_000_000);
  }

  @Test
  void asManyRowsAsThereAreWhereThereIsRoom() {
    MemoryNeed need = need(UNKNOWN, Plans.plan("privbayes", "moments"));
    assertThat(need.rows(10_000)).isEqualTo(10_000);
    assertThat(need.rows(5_000_000)).isEqualTo(5_000_000);
    assertThat(need.rows(25_000_000)).isBetween(5_000_000, 24_999_999);
  }

  /** Where memory is short fewer rows are weighed together before rows are given up. */
  @Test
  void fewerRowsAreWeighedTogetherWhereMemoryIsShort() {
    // Reruns take memory for each processor that there is; without replicates there are none.
    ReleasePlan plan =
        Plans.plan("privbayes", "moments").withHandling(WeightHandling.DEFAULTS.withReplicates(0));
    int most = need(UNKNOWN, plan).here(1_000_000, 1_000_000);
    assertThat(most).isEqualTo(RowsAt.MOST_HERE);
    MemoryNeed small = new MemoryNeed(UNKNOWN, plan, RowsAt.THIS_MACHINE, 150_000_000);
    assertThat(small.rows(1_000_000)).isEqualTo(1_000_000);
    assertThat(small.here(1_000_000, 1_000_000)).isBetween(RowsAt.FEWEST_HERE, most - 1);
    // Weights of their own are fitted together, whatever that takes.
    MemoryNeed together =
        new MemoryNeed(
            UNKNOWN, Plans.plan("privbayes", "beta-noised"), RowsAt.THIS_MACHINE, 250_000_000);
    assertThat(together.here(1_000_000, 200_000)).isEqualTo(200_000);
  }

  /**
   * What is there and not in the public number takes memory too: whoever holds the rows learns it
   * before anything is charged, and of rows as they were declared nothing.
   */
  @Test
  void rowsFarBeyondTheDeclaredNumberAreRefusedBeforehand() {
    Schema schema = Plans.schema(OptionalLong.of(10_000));
    MemoryNeed need = need(schema, Plans.plan("privbayes", "moments"));
    assertThatCode(() -> need.requireRoomBeside(10_000)).doesNotThrowAnyException();
    assertThatCode(() -> need.requireRoomBeside(1_000_000)).doesNotThrowAnyException();
    assertThatThrownBy(() -> need.requireRoomBeside(100_000_000))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("more private rows than the schema declares")
        .hasMessageContaining("Nothing was charged");
    // Where the number is bought it is for the purchase to say how many rows there will be.
    MemoryNeed unknown = need(UNKNOWN, Plans.plan("privbayes", "moments"));
    assertThatCode(() -> unknown.requireRoomBeside(100_000_000)).doesNotThrowAnyException();
  }

  @Test
  void rowsThatWereAskedForAreRefusedBeforehand() {
    MemoryNeed need = need(UNKNOWN, Plans.plan("privbayes", "moments").withRows(50_000_000));
    assertThatThrownBy(() -> need.requireRoom(100))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("50,000,000 rows")
        .hasMessageContaining("--rows");
    MemoryNeed fewer = need(UNKNOWN, Plans.plan("privbayes", "moments"));
    assertThatCode(() -> fewer.requireRoom(5_000_000)).doesNotThrowAnyException();
  }
}

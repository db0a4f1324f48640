package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tare.accounting.PrivacyBudget;
import tare.audit.ReplayAudit;
import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/**
 * Schemas at their limits: a release either works or is refused by public numbers before anything
 * is charged, and no row decides which. Every release here runs on two tables that have nothing in
 * common but their schema.
 */
class LimitsTest {

  private record Size(int levels, long n, double bound, int columns) {
    @Override
    public String toString() {
      return levels + " levels, n " + n + ", bounds " + bound + ", " + columns + " columns";
    }
  }

  private static final List<Size> SIZES =
      List.of(
          new Size(1, 1, 1, 1),
          new Size(2, 1, 1e300, 2),
          new Size(2, 1_000_000_000L, 1e300, 2),
          new Size(127, 50, 1e-300, 2),
          new Size(128, 50, 1e6, 2),
          new Size(32_767, 100, 10, 1),
          new Size(32_768, 100, 10, 2),
          new Size(100_000, 1_000_000_000L, 1e300, 1),
          new Size(100_000, 1, 1e300, 1),
          new Size(2, 1_000, 1e9, 60),
          new Size(3, 1_000, 1e300, 2_000),
          new Size(2, 1_000_000_000L, 1, 2_000));

  /** Weights of more columns than this take minutes. */
  private static final int WIDE = 60;

  /** Far more than any of these releases takes, and far less than for ever. */
  private static final Duration SOON = Duration.ofMinutes(2);

  private static final List<String> WEIGHTS = List.of("beta-debiased", "output-norm", "moments");

  static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (Size size : SIZES) {
      all.add(Arguments.of(size, "independent", "none"));
      all.add(Arguments.of(size, "privbayes", "none"));
      if (size.columns() <= WIDE) {
        WEIGHTS.forEach(weights -> all.add(Arguments.of(size, "independent", weights)));
      }
    }
    return all.stream();
  }

  static Stream<Arguments> wideTables() {
    return SIZES.stream()
        .filter(size -> size.columns() > WIDE)
        .flatMap(
            size -> WEIGHTS.stream().map(weights -> Arguments.of(size, "independent", weights)));
  }

  static Stream<Arguments> networks() {
    List<Arguments> all = new ArrayList<>();
    for (Size size : SIZES) {
      List.of(HardRows.smallGan(Gan.Kind.DPGAN), HardRows.SMALL_PATE_GAN)
          .forEach(network -> all.add(Arguments.of(size, network, "none")));
      all.add(Arguments.of(size, GeneratorFitters.named("independent"), "dp-mlp"));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aRowNeverDecides(Size size, String generator, String weights) {
    neverDecides(size, GeneratorFitters.named(generator), weights);
  }

  @Tag("audit")
  @ParameterizedTest
  @MethodSource("wideTables")
  void norForWeightsOfWideTables(Size size, String generator, String weights) {
    neverDecides(size, GeneratorFitters.named(generator), weights);
  }

  @Tag("audit")
  @ParameterizedTest
  @MethodSource("networks")
  void norForNetworks(Size size, GeneratorFitter generator, String weights) {
    neverDecides(size, generator, weights);
  }

  private static void neverDecides(Size size, GeneratorFitter generator, String weights) {
    Schema schema = schema(size);
    PrivacyBudget budget = new PrivacyBudget(1, 1e-10);
    ReleasePlan plan =
        Plans.plan(generator, weights)
            .withBudget(budget)
            .withRows(20)
            .withHandling(WeightHandling.DEFAULTS.withReplicates(2));
    String first = HardRows.outcome(rows(schema, 0, 2), plan);
    String other = HardRows.outcome(rows(schema, 1, 40), plan);
    assertThat(other).isEqualTo(first);
    if (first.startsWith("released") && size.columns() <= 2) {
      sameOnNeighbours(rows(schema, 0, 2), rows(schema, 0, 3), plan);
    }
  }

  /** With all that left the gate the same, so is all that is published, weights or none. */
  private static void sameOnNeighbours(Table rows, Table neighbour, ReleasePlan plan) {
    ReplayAudit.Result result =
        ReplayAudit.audit(
            gate -> {
              Bundle bundle = ReleaseRun.run(gate, plan, Progress.SILENT);
              return List.of(
                  bundle.synthetic(),
                  bundle.weights(),
                  bundle.replicates(),
                  bundle.privacy().notes(),
                  bundle.privacy().charges());
            },
            rows,
            List.of(neighbour),
            plan.budget(),
            new SeededNoise(8));
    assertThat(result.faults()).isEmpty();
  }

  static Stream<Arguments> likeRows() {
    List<Arguments> all = new ArrayList<>();
    for (HardRows alike : HardRows.ALIKE) {
      for (int count : new int[] {0, 1, 2, 60}) {
        all.add(Arguments.of(alike, count, "privbayes", "none"));
        all.add(Arguments.of(alike, count, "independent", "beta-debiased"));
      }
      all.add(Arguments.of(alike, 60, "privbayes", "output-norm"));
      all.add(Arguments.of(alike, 2, "independent", "moments"));
    }
    return all.stream();
  }

  /**
   * Rows that are all alike, or nearly, and none: with so large an epsilon that noise does not hide
   * it. Nothing that private rows or noised values came to ends a release, or keeps it from ending.
   */
  @ParameterizedTest
  @MethodSource("likeRows")
  void norDoRowsThatAreAlike(HardRows alike, int count, String generator, String weights) {
    PrivacyBudget budget = new PrivacyBudget(50, 1e-10);
    ReleasePlan plan =
        Plans.plan(generator, weights)
            .withBudget(budget)
            .withRows(20)
            .withHandling(
                WeightHandling.DEFAULTS
                    .withReplicates(2)
                    .withCorrection(WeightHandling.Correction.IN_WEIGHTS))
            .acceptingWeakDelta();
    for (OptionalLong n : List.of(OptionalLong.empty(), OptionalLong.of(Math.max(1, count)))) {
      Table rows = alike.of(HardRows.ofEveryKind(n), count);
      String outcome = assertTimeoutPreemptively(SOON, () -> HardRows.outcome(rows, plan));
      assertThat(outcome).isEqualTo("released, rows: 20");
    }
  }

  private static Schema schema(Size size) {
    List<String> levels = IntStream.range(0, size.levels()).mapToObj(i -> "l" + i).toList();
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < size.columns(); c++) {
      ColumnType type =
          c % 2 == 0
              ? new ColumnType.Category(levels, Optional.empty())
              : new ColumnType.Numeric(-size.bound(), size.bound(), List.of());
      columns.add(new Column("c" + c, type, c % 3 == 2));
    }
    return new Schema("limits", "person", columns, OptionalLong.of(size.n()));
  }

  /** All rows at one end of what is declared: the first level and least number, or the last. */
  private static Table rows(Schema schema, int end, int count) {
    double[][] values = new double[schema.columnCount()][count];
    for (int c = 0; c < values.length; c++) {
      ColumnType type = schema.column(c).type();
      double low = type.isNumeric() ? type.lowerBound() : 0;
      double high = type.isNumeric() ? type.upperBound() : type.levelCount() - 1;
      java.util.Arrays.fill(values[c], end == 0 ? low : high);
    }
    return ColumnarTable.of(schema, values);
  }
}

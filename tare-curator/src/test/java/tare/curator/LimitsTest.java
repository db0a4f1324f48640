package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

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
import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.ledger.BudgetRefusedException;
import tare.ledger.Ledger;
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

  private static final List<String> WEIGHTS = List.of("beta-debiased", "output-norm", "moments");

  /** As they ship, but for networks that are small and see few lots. */
  private static final List<GeneratorFitter> NETWORKS =
      List.of(
          new Gan(
              Gan.Kind.DPGAN,
              GanOptions.DEFAULTS.withHiddenWidth(2).withLotSize(4).withEpochs(1e-9)),
          new PateGan(new PateGanOptions(2, 1, 1, 2, 5e-4)));

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
      NETWORKS.forEach(network -> all.add(Arguments.of(size, network, "none")));
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
    String first = outcome(schema, rows(schema, 0, 2), generator, weights);
    String other = outcome(schema, rows(schema, 1, 40), generator, weights);
    assertThat(other).isEqualTo(first);
  }

  /** How a release ends, but for what came out of it; rows that came out decide on weights. */
  private static String outcome(
      Schema schema, Table rows, GeneratorFitter generator, String weights) {
    PrivacyBudget budget = new PrivacyBudget(1, 1e-10);
    Ledger ledger = Ledger.inMemory(budget);
    ReleasePlan plan = Plans.plan(generator, weights).withBudget(budget).withRows(20);
    try {
      Bundle bundle = ReleaseRun.run(Plans.gate(rows, ledger), plan, Progress.SILENT);
      return "released, rows: " + bundle.synthetic().rowCount();
    } catch (IllegalArgumentException | BudgetRefusedException refusal) {
      assertThat(ledger.entries()).as(refusal.getMessage()).isEmpty();
      return "refused: " + refusal.getMessage();
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

package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.Accounting;
import tare.accounting.GroupEvents;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.DpTester.Options;
import tare.audit.DpTester.Result;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateRows;
import tare.gate.PrivateTable;
import tare.gate.VectorArrays;
import tare.ledger.Ledger;
import tare.mechanism.NoisedCount;
import tare.noise.DiscreteLaplace;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.BoundedRows;
import tare.table.ColumnarTable;

/**
 * Neighbours that differ by one person with all its rows: docs/proofs/units.md. False-alarm rate of
 * each acceptance: 1e-6 over seeds.
 */
class UnitPrivacyTest {

  private static final int K = 4;

  private static Schema schema(Optional<UnitRows> units, OptionalLong rows) {
    return new Schema(
        "visits",
        "patient",
        List.of(
            new Column("ill", new ColumnType.YesNo("no", "yes"), false),
            new Column("x", new ColumnType.Whole(0, 999, List.of()), false)),
        rows,
        List.of(""),
        List.of(),
        List.of(),
        List.of(),
        units);
  }

  private static final Schema BY_PERSON =
      schema(Optional.of(new UnitRows("person", K)), OptionalLong.empty());

  /** Rows of some persons, and whose they are. */
  private record Visits(List<String> names, double[][] cells) {

    BoundedRows bounded(Schema schema) {
      return BoundedRows.of(ColumnarTable.of(schema, cells), names);
    }

    Visits without(String person) {
      List<Integer> kept = new ArrayList<>();
      for (int r = 0; r < names.size(); r++) {
        if (!names.get(r).equals(person)) {
          kept.add(r);
        }
      }
      double[][] rest = new double[cells.length][kept.size()];
      for (int c = 0; c < cells.length; c++) {
        for (int r = 0; r < kept.size(); r++) {
          rest[c][r] = cells[c][kept.get(r)];
        }
      }
      return new Visits(kept.stream().map(names::get).toList(), rest);
    }
  }

  /** Rows of random persons in random order; x numbers them, so that each can be told. */
  private static Visits random(RandomGenerator random) {
    int rows = 1 + random.nextInt(30);
    List<String> names = new ArrayList<>();
    double[][] cells = new double[2][rows];
    for (int r = 0; r < rows; r++) {
      names.add("p" + random.nextInt(4));
      cells[0][r] = random.nextInt(2);
      cells[1][r] = r;
    }
    return new Visits(names, cells);
  }

  // --- the hunt -----------------------------------------------------------------------------

  /** The most rows by which two neighbours differ after bounding, over many tables. */
  private static int mostRowsMoved(Function<Visits, List<Double>> kept) {
    RandomGenerator random = new Seed(41).stream("units");
    int most = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      Visits all = random(random);
      for (int p = 0; p < 4; p++) {
        List<Double> with = new ArrayList<>(kept.apply(all));
        Visits fewer = all.without("p" + p);
        List<Double> without = fewer.names().isEmpty() ? List.of() : kept.apply(fewer);
        int gone = (int) without.stream().filter(x -> !with.contains(x)).count();
        int come = (int) with.stream().filter(x -> !without.contains(x)).count();
        most = Math.max(most, gone + come);
      }
    }
    return most;
  }

  @Test
  void onePersonMovesAtMostItsOwnRows() {
    assertThat(mostRowsMoved(visits -> values(visits.bounded(BY_PERSON)))).isEqualTo(K);
  }

  @Test
  void choosingByThePositionInTheFileIsCaught() {
    assertThat(
            mostRowsMoved(
                visits -> {
                  List<Double> kept = new ArrayList<>();
                  for (int p = 0; p < 4; p++) {
                    String name = "p" + p;
                    List<Integer> own = new ArrayList<>();
                    for (int r = 0; r < visits.names().size(); r++) {
                      if (visits.names().get(r).equals(name)) {
                        own.add(r);
                      }
                    }
                    own.stream()
                        .sorted(Comparator.comparing(r -> (r * 7919 + name.hashCode()) % 31))
                        .limit(K)
                        .forEach(r -> kept.add(visits.cells()[1][r]));
                  }
                  return kept;
                }))
        .isGreaterThan(K);
  }

  private static List<Double> values(BoundedRows rows) {
    return Arrays.stream(rows.table().values(1)).boxed().toList();
  }

  // --- the tester ---------------------------------------------------------------------------

  /** Twenty persons of three rows, and one who is ill in all six of hers, or is not there. */
  private static Visits visits(boolean withCanary) {
    List<String> names = new ArrayList<>();
    List<double[]> rows = new ArrayList<>();
    for (int r = 0; r < 60; r++) {
      names.add("p" + r % 20);
      rows.add(new double[] {0, r});
      if (withCanary && r % 10 == 0) {
        names.add("canary");
        rows.add(new double[] {1, 100 + r});
      }
    }
    double[][] cells = new double[2][rows.size()];
    for (int r = 0; r < rows.size(); r++) {
      cells[0][r] = rows.get(r)[0];
      cells[1][r] = rows.get(r)[1];
    }
    return new Visits(names, cells);
  }

  private static Result testCount(double scale) {
    NoisedCount count = new NoisedCount(DiscreteLaplace.of(scale));
    NoiseSource noise = new SeededNoise(3);
    PrivateTable one = PrivateTable.of(visits(false).bounded(BY_PERSON));
    PrivateTable other = PrivateTable.of(visits(true).bounded(BY_PERSON));
    Supplier<Long> without = () -> open(one, noise).run(count);
    Supplier<Long> with = () -> open(other, noise).run(count);
    return DpTester.test(
        without, with, Claim.of(1, 0), Attack.cells(), Options.DEFAULTS.withSamples(40_000));
  }

  private static Gate open(PrivateTable table, NoiseSource noise) {
    return new Gate(table, Ledger.inMemory(new PrivacyBudget(100, 1e-6)), "test", noise);
  }

  @Test
  void noiseForOneRowIsRejectedAndNoiseForFourAccepted() {
    PrivacyEvent event = new NoisedCount(DiscreteLaplace.of(K)).event(K);
    assertThat(Accounting.epsilon(event, 0)).isBetween(0.999, 1.001);
    assertThat(testCount(K).accepted()).isTrue();
    assertThat(testCount(1).accepted()).isFalse();
    assertThat(testCount(K / 1.175).accepted()).isFalse();
  }

  /** A noised sum over a lot, as DP-SGD takes one; every row counts 1. */
  private static Result testLot(IntFunction<PrivateRows> rows, double multiplier) {
    double rate = 0.1;
    NoiseSource noise = new SeededNoise(4);
    IntFunction<Supplier<Double>> run =
        side -> {
          PrivateRows.Lots lots =
              rows.apply(side)
                  .lots(1, (row, to, at) -> to[at] = row.level(0), rate, noise::nextLong);
          return () -> {
            double sum = 0;
            for (float x : VectorArrays.array(lots.next().rows(), 1)) {
              sum += x;
            }
            double[] draw = new double[1];
            noise.fillGaussian(multiplier, draw, 0, 1);
            return sum + draw[0];
          };
        };
    PrivacyEvent claim =
        GroupEvents.ofRows(
            new PrivacyEvent.PoissonSampled(rate, new PrivacyEvent.Gaussian(multiplier)), K);
    return DpTester.test(
        run.apply(0),
        run.apply(1),
        Claim.of(claim),
        Attack.number(),
        Options.DEFAULTS.withSamples(40_000));
  }

  @Test
  void lotsOfUnitsKeepTheClaim() {
    assertThat(testLot(side -> PrivateRows.of(visits(side == 1).bounded(BY_PERSON)), 2).accepted())
        .isTrue();
  }

  @Test
  void lotsOfRowsBreakIt() {
    Schema rows = schema(Optional.empty(), OptionalLong.empty());
    IntFunction<PrivateRows> alone =
        side -> {
          BoundedRows kept = visits(side == 1).bounded(BY_PERSON);
          double[][] cells = {kept.table().values(0), kept.table().values(1)};
          return PrivateRows.of(ColumnarTable.of(rows, cells));
        };

    assertThat(testLot(alone, 0.3).accepted()).isFalse();
    assertThat(
            testLot(side -> PrivateRows.of(visits(side == 1).bounded(BY_PERSON)), 0.3).accepted())
        .isTrue();
  }

  // --- whole releases -----------------------------------------------------------------------

  private static ReleasePlan plan(String generator, double epsilon) {
    return ReleasePlan.of(new PrivacyBudget(epsilon, 1e-6))
        .withGenerator(GeneratorFitters.named(generator))
        .withoutWeights()
        .withRows(40)
        .withSeed(new Seed(22));
  }

  private static Result audit(Schema schema, Visits one, Visits other) {
    NoiseSource noise = new SeededNoise(5);
    IntFunction<Supplier<Double>> run =
        side -> {
          Visits visits = side == 0 ? one : other;
          PrivateTable table =
              schema.unitRows().isPresent()
                  ? PrivateTable.of(visits.bounded(schema))
                  : PrivateTable.of(ColumnarTable.of(schema, visits.cells()));
          return () -> {
            Gate gate = new Gate(table, Ledger.inMemory(new PrivacyBudget(1, 1e-6)), "a", noise);
            var rows = ReleaseRun.run(gate, plan("independent", 1), Progress.SILENT).synthetic();
            return Arrays.stream(rows.values(0)).sum();
          };
        };
    return DpTester.test(
        run.apply(0),
        run.apply(1),
        Claim.of(new PrivacyBudget(1, 1e-6)),
        Attack.number(),
        Options.DEFAULTS.withSamples(4_000));
  }

  @Test
  void aReleaseProtectsAPersonWithSeveralRows() {
    Schema schema = schema(Optional.of(new UnitRows("person", K)), OptionalLong.of(60));

    assertThat(audit(schema, visits(false), visits(true)).accepted()).isTrue();
  }

  /** The twin: the same table released row by row gives a person of six rows away. */
  @Test
  void aReleaseOfRowsDoesNotProtectAPerson() {
    Schema rows = schema(Optional.empty(), OptionalLong.of(60));
    Result result = audit(rows, visits(false), visits(true));

    assertThat(result.accepted()).as(result.summary()).isFalse();
  }

  @Test
  void everyGeneratorStaysWithinTheBudgetOfAPerson() {
    Schema schema = schema(Optional.of(new UnitRows("person", K)), OptionalLong.empty());
    for (String generator : List.of("privbayes", "independent")) {
      Gate gate =
          new Gate(
              PrivateTable.of(visits(true).bounded(schema)),
              Ledger.inMemory(new PrivacyBudget(1, 1e-6)),
              "a",
              new SeededNoise(6));
      var statement = ReleaseRun.run(gate, plan(generator, 1), Progress.SILENT).privacy();

      assertThat(statement.unit()).isEqualTo("patient");
      assertThat(statement.relation())
          .contains("one patient with all its rows")
          .contains("at most 4");
      assertThat(statement.spent().epsilon()).isBetween(0.8, 1.0);
    }
  }

  @Test
  void aLedgerKeepsToOneRelation(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("visits.ledger");
    Ledger.create(file, "visits", new PrivacyBudget(1, 1e-6));
    PrivateTable persons = PrivateTable.of(visits(true).bounded(BY_PERSON));

    assertThatThrownBy(() -> new Gate(persons, Ledger.open(file), "a", new SeededNoise(1)))
        .hasMessageContaining("one relation")
        .hasMessageContaining("Nothing was read");
    Path other = folder.resolve("persons.ledger");
    Ledger.create(
        other,
        "visits",
        LossFilter.forLife(new PrivacyBudget(1, 1e-6)),
        Neighbours.addOrRemoveOneUnit("patient", K));
    assertThat(new Gate(persons, Ledger.open(other), "a", new SeededNoise(1)).neighbours().words())
        .contains("patient");
  }

  @Test
  void rowsOfUnitsMustBeBounded() {
    assertThatThrownBy(() -> PrivateTable.of(ColumnarTable.of(BY_PERSON, new double[2][1])))
        .hasMessageContaining("must be bounded first");
  }
}

package tare.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tare.analysis.ColumnSpread;
import tare.analysis.ColumnSpread.Bar;
import tare.analysis.CountErrors;
import tare.analysis.ExpectedShare;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;

/**
 * The whiskers of a report, and the errors that a plan tells before anything is spent, hold what
 * they promise on a law that is known. Seeds are fixed, so there is no false alarm; twins show that
 * shorter ones, and the plan's as they were reckoned once, would be caught.
 */
class ExpectedErrorTest {

  private static final int ROWS = 3_000;
  private static final int RELEASES = 10;
  private static final int TENTHS = 10;

  /** What a promise of 19 in 20 is held to. */
  private static final double ENOUGH = 0.92;

  private static final int SIXTHS = 6;
  private static final Schema SCHEMA = Releases.people(ROWS);
  private static final Table LAW = Releases.rows(SCHEMA, 200_000, new Seed(99));
  private static final List<ReleaseFacts> PAIRED = new ArrayList<>();
  private static final List<ReleaseFacts> ALONE = new ArrayList<>();

  @BeforeAll
  static void release() {
    for (int seed = 0; seed < RELEASES; seed++) {
      Table rows = Releases.rows(SCHEMA, ROWS, new Seed(seed));
      PAIRED.add(ReleaseFacts.of(Releases.of(rows, "privbayes", "none", seed), () -> {}));
      ALONE.add(ReleaseFacts.of(Releases.of(rows, "independent", "none", seed), () -> {}));
    }
  }

  private static double covered(double length) {
    int held = 0;
    int all = 0;
    for (ReleaseFacts facts : PAIRED) {
      for (int c = 0; c < SCHEMA.columnCount(); c++) {
        for (Bar bar : facts.spreads().get(c).bars()) {
          held +=
              Math.abs(bar.unweighted() - truth(c, bar)) <= length * facts.error(c, bar) ? 1 : 0;
          all++;
        }
      }
    }
    return held / (double) all;
  }

  private static double truth(int column, Bar bar) {
    double[] values = LAW.values(column);
    return switch (bar.kind()) {
      case MISSING -> Arrays.stream(values).filter(Double::isNaN).count() / (double) values.length;
      case LEVEL -> {
        int level = SCHEMA.column(column).type().levels().indexOf(bar.label());
        yield Arrays.stream(values).filter(v -> v == level).count() / (double) values.length;
      }
      case BIN, TAIL ->
          Arrays.stream(values)
                  .filter(
                      v ->
                          v >= bar.from()
                              && (v < bar.to()
                                  || bar.to() == SCHEMA.column(column).type().upperBound()))
                  .count()
              / (double) values.length;
    };
  }

  @Test
  void nineteenOfTwentyBarsLieWithinTheirWhiskers() {
    assertThat(covered(1)).isGreaterThan(0.93);
  }

  @Test
  void whiskersOfAThirdOfTheLengthWouldBeCaught() {
    assertThat(covered(1 / 3.0)).isLessThan(0.9);
  }

  /**
   * The cell of each value: levels, or parts of a number that hold as many rows of the law each.
   */
  private static int[] parts(Table rows, int column, double[] edges) {
    int levels = edges.length > 0 ? 0 : SCHEMA.column(column).type().levelCount();
    return Arrays.stream(rows.values(column))
        .mapToInt(
            v ->
                Double.isNaN(v)
                    ? levels
                    : levels > 0
                        ? (int) v
                        : (int) Arrays.stream(edges).filter(edge -> v >= edge).count())
        .toArray();
  }

  /** None for levels. */
  private static double[] edges(int column, int parts) {
    if (!SCHEMA.column(column).type().isNumeric()) {
      return new double[0];
    }
    double[] sorted = Arrays.stream(LAW.values(column)).sorted().toArray();
    return IntStream.range(1, parts).mapToDouble(i -> sorted[i * sorted.length / parts]).toArray();
  }

  private static double[] shares(int[] cells, int count) {
    double[] shares = new double[count];
    Arrays.stream(cells).forEach(cell -> shares[cell] += 1.0 / cells.length);
    return shares;
  }

  /**
   * The part of the tenths of numbers that are as near to the law as something.
   *
   * @param told what it is for a release and a column
   */
  private static double tenthsWithin(
      List<ReleaseFacts> releases, ToDoubleBiFunction<ReleaseFacts, Integer> told) {
    int held = 0;
    int all = 0;
    for (int c = 0; c < 2; c++) { // age and income
      double[] edges = edges(c, TENTHS);
      double[] truth = shares(parts(LAW, c, edges), TENTHS);
      for (ReleaseFacts facts : releases) {
        double[] made = shares(parts(facts.bundle().synthetic(), c, edges), TENTHS);
        for (int k = 0; k < TENTHS; k++) {
          held += Math.abs(made[k] - truth[k]) <= told.applyAsDouble(facts, c) ? 1 : 0;
          all++;
        }
      }
    }
    return held / (double) all;
  }

  private static double planned(ReleaseFacts facts, int column) {
    return ExpectedShare.ofColumns(SCHEMA, facts.errors().orElseThrow()).get(column).error();
  }

  @Test
  void aPlanToldHowFarTenthsOfNumbersAreOff() {
    assertThat(tenthsWithin(ALONE, ExpectedErrorTest::planned)).isGreaterThan(ENOUGH);
    assertThat(tenthsWithin(PAIRED, ExpectedErrorTest::planned)).isGreaterThan(ENOUGH);
  }

  /** As it was reckoned once: as if a part of a number were one counted cell. */
  @Test
  void theErrorOfOneCellWouldBeCaught() {
    assertThat(
            tenthsWithin(
                ALONE,
                (facts, column) -> {
                  CountErrors errors = facts.errors().orElseThrow();
                  double noise = errors.numberNoise() / errors.n();
                  return 1.96 * Math.sqrt(0.09 / errors.n() + noise * noise);
                }))
        .isLessThan(ENOUGH);
  }

  /** No number is made true by being far too large. */
  @Test
  void halfOfWhatAPlanToldIsTooLittle() {
    assertThat(tenthsWithin(ALONE, (facts, c) -> planned(facts, c) / 2)).isLessThan(0.88);
    assertThat(tenthsWithin(PAIRED, (facts, c) -> planned(facts, c) / 2)).isLessThan(0.88);
    assertThat(cellsWithin(0.5)).isLessThan(0.88);
  }

  /** The part of the cells of counted pairs that are as near to the law as some of what is told. */
  private static double cellsWithin(double part) {
    int held = 0;
    int all = 0;
    for (int a = 0, at = 0; a < SCHEMA.columnCount(); a++) {
      for (int b = a + 1; b < SCHEMA.columnCount(); b++, at++) {
        double[] truth = shares(cells(LAW, a, b), SIXTHS * SIXTHS);
        for (ReleaseFacts facts : PAIRED) {
          double told = pairs(facts).get(at).error();
          double[] made = shares(cells(facts.bundle().synthetic(), a, b), SIXTHS * SIXTHS);
          for (int k = 0; k < made.length && facts.counted(a, b); k++) {
            if (truth[k] > 0) {
              held += Math.abs(made[k] - truth[k]) <= part * told ? 1 : 0;
              all++;
            }
          }
        }
      }
    }
    return held / (double) all;
  }

  private static List<ExpectedShare> pairs(ReleaseFacts facts) {
    return ExpectedShare.ofPairs(SCHEMA, facts.errors().orElseThrow(), Integer.MAX_VALUE);
  }

  private static int[] cells(Table rows, int a, int b) {
    int[] cells = parts(rows, a, edges(a, SIXTHS));
    int[] second = parts(rows, b, edges(b, SIXTHS));
    Arrays.setAll(cells, i -> cells[i] * SIXTHS + second[i]);
    return cells;
  }

  @Test
  void aPlanToldHowFarCellsOfPairsAreOff() {
    assertThat(cellsWithin(1)).isGreaterThan(ENOUGH);
  }

  @Test
  void moneyHasABarForEveryOrderOfMagnitude() {
    ColumnSpread income = PAIRED.get(5).spreads().get(1);
    assertThat(income.bars().stream().mapToDouble(Bar::unweighted).max().orElse(1)).isLessThan(0.6);
  }
}

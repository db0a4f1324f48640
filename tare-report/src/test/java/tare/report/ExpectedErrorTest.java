package tare.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tare.analysis.ColumnSpread;
import tare.analysis.ColumnSpread.Bar;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;

/**
 * The whiskers hold what they promise on a law that is known. Seeds are fixed, so there is no false
 * alarm; the twin shows that whiskers of a third of the length would be caught.
 */
class ExpectedErrorTest {

  private static final int ROWS = 3_000;
  private static final int RELEASES = 10;
  private static final Schema SCHEMA = Releases.people(ROWS);
  private static final Table LAW = Releases.rows(SCHEMA, 300_000, new Seed(99));

  private static double covered(double length) {
    int held = 0;
    int all = 0;
    for (int seed = 0; seed < RELEASES; seed++) {
      Table rows = Releases.rows(SCHEMA, ROWS, new Seed(seed));
      ReleaseFacts facts = ReleaseFacts.of(Releases.of(rows, "privbayes", "none", seed), () -> {});
      for (int c = 0; c < SCHEMA.columnCount(); c++) {
        if (facts.finerThanCounted(c)) {
          continue; // the page says so
        }
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

  @Test
  void moneyHasABarForEveryOrderOfMagnitude() {
    ReleaseFacts facts =
        ReleaseFacts.of(
            Releases.of(Releases.rows(SCHEMA, ROWS, new Seed(5)), "privbayes", "none", 5),
            () -> {});
    ColumnSpread income = facts.spreads().get(1);
    assertThat(income.bars().stream().mapToDouble(Bar::unweighted).max().orElse(1)).isLessThan(0.6);
  }
}

package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.audit.SensitivityHunter.Finding;
import tare.audit.SensitivityHunter.Options;
import tare.noise.Norm;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;

class SensitivityHunterTest {

  private static final Schema SMALL =
      new Schema(
          "small",
          "person",
          List.of(
              new Column("age", new ColumnType.Whole(0, 100, List.of()), true),
              new Column(
                  "group",
                  new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()),
                  false)),
          OptionalLong.empty());

  @Test
  void theCountChangesByOne() {
    Finding finding =
        SensitivityHunter.hunt(SMALL, table -> new double[] {table.rowCount()}, Norm.L1);
    assertThat(finding.change()).isEqualTo(1);
    assertThat(finding.exhaustive()).isTrue();
    assertThat(finding.within(1)).isTrue();
    assertThat(finding.summary(1)).contains("stands");
  }

  @Test
  void theWorstPairIsReturnedAndReproducesTheChange() {
    Finding finding = SensitivityHunter.hunt(SMALL, SensitivityHunterTest::sumOfAges, Norm.L2);
    assertThat(finding.change()).isEqualTo(100);
    assertThat(finding.larger().rowCount()).isEqualTo(finding.smaller().rowCount() + 1);
    assertThat(Norm.L2.distance(sumOfAges(finding.larger()), sumOfAges(finding.smaller())))
        .isEqualTo(100);
    assertThat(finding.within(99)).isFalse();
    assertThat(finding.summary(99)).contains("VIOLATED");
  }

  private static double[] sumOfAges(Table table) {
    double sum = 0;
    for (int row = 0; row < table.rowCount(); row++) {
      sum += table.missing(row, 0) ? 0 : table.number(row, 0);
    }
    return new double[] {sum};
  }

  /** A fault that needs a crowd: the mean over the exact n moves most from one row to two. */
  @Test
  void aMeanOverTheExactCountIsCaught() {
    Finding finding =
        SensitivityHunter.hunt(
            SMALL,
            table -> new double[] {sumOfAges(table)[0] / Math.max(1, table.rowCount())},
            Norm.MAX);
    assertThat(finding.within(100 / 5.0)).isFalse();
    assertThat(finding.change()).isEqualTo(100);
  }

  /** The product of counts in two groups: only climbing finds how it grows with the rows. */
  @Test
  void climbingFindsWhatGrowsWithTheTable() {
    Schema wide =
        new Schema(
            "wide",
            "person",
            java.util.stream.IntStream.range(0, 8)
                .mapToObj(i -> new Column("x" + i, new ColumnType.Numeric(-1, 1, List.of()), false))
                .toList(),
            OptionalLong.empty());
    Finding finding =
        SensitivityHunter.hunt(
            wide,
            table -> {
              double[] sums = new double[8];
              for (int row = 0; row < table.rowCount(); row++) {
                for (int c = 0; c < 8; c++) {
                  sums[c] += table.number(row, c);
                }
              }
              return sums;
            },
            Norm.L2,
            Options.DEFAULTS.withMaxRows(4));
    assertThat(finding.exhaustive()).isTrue(); // 3^8 = 6,561 kinds of row: the empty table only
    assertThat(finding.change()).isCloseTo(Math.sqrt(8), within(1e-9));
  }

  /** A statistic of the rows' order shows, since the new row is put at any place. */
  @Test
  void dependenceOnTheOrderOfRowsIsCaught() {
    Finding finding =
        SensitivityHunter.hunt(
            SMALL,
            table ->
                new double[] {
                  table.rowCount() < 2 || table.missing(0, 0) || table.number(0, 0) != 100
                      ? 0
                      : 7 * table.rowCount()
                },
            Norm.L1);
    assertThat(finding.change()).isGreaterThan(14);
  }

  @Test
  void normsAreWhatTheySay() {
    double[] a = {1, -2, 3};
    double[] b = {0, 0, 0};
    assertThat(Norm.L1.distance(a, b)).isEqualTo(6);
    assertThat(Norm.L2.distance(a, b)).isCloseTo(Math.sqrt(14), within(1e-12));
    assertThat(Norm.MAX.distance(a, b)).isEqualTo(3);
    assertThat(Norm.RANGE.distance(a, b)).isEqualTo(5);
  }

  @Test
  void aLengthThatTellsOfTheRowsIsRefused() {
    assertThatThrownBy(
            () -> SensitivityHunter.hunt(SMALL, table -> new double[table.rowCount()], Norm.L1))
        .hasMessageContaining("its length tells of the rows");
  }

  @Test
  void aStatisticThatIsNoNumberOnOneSideTellsThemApart() {
    Finding finding =
        SensitivityHunter.hunt(
            SMALL, table -> new double[] {table.rowCount() / (double) table.rowCount()}, Norm.L1);
    assertThat(finding.change()).isInfinite();
  }
}

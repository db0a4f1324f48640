package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Steps;
import tare.schema.TimeForm;

class ColumnBinsTest {

  private static ColumnBins bins(ColumnType type, boolean missing, int bins) {
    return ColumnBins.of(0, new Column("x", type, missing), bins);
  }

  @Test
  void evenBinsKeepTheBoundsApart() {
    ColumnBins bins = bins(new ColumnType.Numeric(0, 10, List.of()), false, 5);
    assertThat(bins.size()).isEqualTo(7);
    assertThat(bins.edges()).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
    assertThat(bins.ofNumber(0)).isEqualTo(0);
    assertThat(bins.ofNumber(1e-9)).isEqualTo(1);
    assertThat(bins.ofNumber(2)).isEqualTo(2);
    assertThat(bins.ofNumber(9.99)).isEqualTo(5);
    assertThat(bins.ofNumber(10)).isEqualTo(6);
    assertThat(bins.isAtom(0)).isTrue();
    assertThat(bins.isAtom(6)).isTrue();
    assertThat(bins.isAtom(3)).isFalse();
    assertThat(bins.from(0)).isEqualTo(bins.to(0)).isEqualTo(0);
    assertThat(bins.from(6)).isEqualTo(bins.to(6)).isEqualTo(10);
    assertThat(bins.from(1)).isEqualTo(0);
    assertThat(bins.to(1)).isEqualTo(2);
  }

  @Test
  void declaredCutsAreTheBins() {
    ColumnBins bins = bins(new ColumnType.Numeric(0, 10, List.of(1.0, 5.0)), true, 40);
    assertThat(bins.edges()).containsExactly(0.0, 1.0, 5.0, 10.0);
    assertThat(bins.size()).isEqualTo(4);
    assertThat(bins.isMissing(3)).isTrue();
    assertThat(bins.ofNumber(0)).isZero();
    assertThat(bins.ofNumber(1)).isEqualTo(1);
    assertThat(bins.ofNumber(10)).isEqualTo(2);
  }

  @Test
  void fewWholeNumbersGetACellEach() {
    ColumnBins bins = bins(new ColumnType.Whole(1, 16, List.of()), false, 10);
    assertThat(bins.size()).isEqualTo(16);
    for (int value = 1; value <= 16; value++) {
      assertThat(bins.ofNumber(value)).isEqualTo(value - 1);
    }
  }

  @Test
  void manyWholeNumbersAreCutAtHalvesAndCoverTheRange() {
    ColumnBins bins = bins(new ColumnType.Whole(-3, 1_000_000, List.of()), false, 20);
    int last = -1;
    for (int cell = 0; cell < bins.size(); cell++) {
      assertThat(bins.from(cell) - Math.floor(bins.from(cell))).isEqualTo(0.5);
      assertThat(bins.to(cell)).isGreaterThan(bins.from(cell));
      last = cell;
    }
    assertThat(bins.from(0)).isEqualTo(-3.5);
    assertThat(bins.to(0)).isEqualTo(-2.5);
    assertThat(bins.to(last)).isEqualTo(1_000_000.5);
    assertThat(bins.ofNumber(-3)).isZero();
    assertThat(bins.ofNumber(1_000_000)).isEqualTo(last);
  }

  @Test
  void declaredCutsOfWholeNumbersStartTheBinAtTheCut() {
    ColumnBins bins = bins(new ColumnType.Whole(0, 9, List.of(3.0, 6.5)), false, 20);
    assertThat(bins.ofNumber(2)).isEqualTo(0);
    assertThat(bins.ofNumber(3)).isEqualTo(1);
    assertThat(bins.ofNumber(6)).isEqualTo(1);
    assertThat(bins.ofNumber(7)).isEqualTo(2);
  }

  @Test
  void levelsAreCellsWhateverTheRowsHold() {
    ColumnBins bins =
        bins(new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()), true, 20);
    assertThat(bins.size()).isEqualTo(4);
    assertThat(bins.isMissing(3)).isTrue();
    assertThat(bins.ordered()).isFalse();
  }

  @Test
  void edgesFromAFileMustAscend() {
    Column number = new Column("x", new ColumnType.Numeric(0, 1, List.of()), false);
    assertThatThrownBy(() -> ColumnBins.ofEdges(0, number, List.of(0.0, 0.5, 0.5), List.of()))
        .hasMessageContaining("ascend");
    assertThatThrownBy(() -> ColumnBins.ofEdges(0, number, List.of(0.0), List.of()))
        .hasMessageContaining("two bin edges");
  }

  @Test
  void datesAreCutByTheCalendarAndDrawnWithinTheirCell() {
    long lo = LocalDate.of(2020, 1, 1).toEpochDay();
    long hi = LocalDate.of(2024, 12, 31).toEpochDay();
    ColumnBins bins =
        bins(new ColumnType.Temporal(TimeForm.DATE, new Steps(lo, hi, 1, 0), List.of()), true, 32);
    assertThat(bins.values()).isEqualTo(60);
    assertThat(bins.ofNumber(LocalDate.of(2020, 2, 1).toEpochDay())).isEqualTo(1);
    assertThat(bins.ofNumber(LocalDate.of(2020, 1, 31).toEpochDay())).isZero();
    drawsStayWithin(bins);
  }

  @Test
  void decimalsAreDrawnOnTheirGridWithinTheirCell() {
    drawsStayWithin(bins(new ColumnType.Stepped(Steps.of(34.1, 43, 0.1), List.of()), false, 10));
    drawsStayWithin(bins(new ColumnType.Stepped(Steps.of(1, 21, 5), List.of(7.0)), false, 10));
    drawsStayWithin(bins(new ColumnType.Stepped(Steps.of(-0.7, 99.3, 0.05), List.of()), true, 7));
  }

  private static void drawsStayWithin(ColumnBins bins) {
    double[] shares = new double[bins.size()];
    Arrays.fill(shares, 1.0 / bins.size());
    CellValues values = new CellValues(bins, shares);
    for (int cell = 0; cell < bins.values(); cell++) {
      for (double height : new double[] {0, 0.25, 0.5, 0.75, 1 - 1e-16}) {
        double drawn = values.draw(cell, height);
        assertThat(bins.ofNumber(drawn)).isEqualTo(cell);
        assertThat(bins.nearest(drawn)).isEqualTo(drawn);
      }
    }
  }

  @Test
  void anEdgeThatStandsApartIsACellBetweenItsBins() {
    Column number = new Column("x", new ColumnType.Numeric(0, 10, List.of()), true);
    ColumnBins bins = ColumnBins.ofEdges(0, number, List.of(0.0, 5.0, 10.0), List.of(0.0, 5.0));
    assertThat(bins.size()).isEqualTo(5);
    assertThat(bins.apart()).containsExactly(0.0, 5.0);
    assertThat(bins.ofNumber(0)).isZero();
    assertThat(bins.ofNumber(4.9)).isEqualTo(1);
    assertThat(bins.ofNumber(5)).isEqualTo(2);
    assertThat(bins.ofNumber(5.1)).isEqualTo(3);
    assertThat(bins.ofNumber(10)).isEqualTo(3);
    assertThat(bins.isAtom(2)).isTrue();
    assertThat(bins.isAtom(4)).as("missing").isFalse();
    assertThatThrownBy(() -> ColumnBins.ofEdges(0, number, List.of(0.0, 10.0), List.of(5.0)))
        .hasMessageContaining("only edges stand apart");
  }
}

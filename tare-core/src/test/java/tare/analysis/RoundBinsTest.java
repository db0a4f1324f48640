package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tare.schema.ColumnType;

/** Bins come to an end whatever numbers were drawn: a page must not hang on them. */
class RoundBinsTest {

  private static RoundBins bins(double lo, double hi, double... sorted) {
    return RoundBins.of(new ColumnType.Numeric(lo, hi, List.of()), sorted);
  }

  private static double[] times(double value, int count) {
    double[] values = new double[count];
    Arrays.fill(values, value);
    return values;
  }

  @Test
  void oneValueHasBinsAroundIt() {
    RoundBins bins = bins(34, 43, times(37.5, 300));
    int at = bins.of(37.5);
    assertThat(bins.size()).isBetween(3, 40);
    assertThat(bins.from(at)).isBetween(37.0, 37.5);
    assertThat(bins.to(at)).isBetween(37.5, 38.0);
    assertThat(bins.to(at)).isGreaterThan(bins.from(at));
  }

  @Test
  void valuesAtABoundToo() {
    assertThat(bins(0, 100, times(0, 50)).size()).isBetween(2, 40);
    assertThat(bins(0, 100, times(100, 50)).size()).isBetween(2, 40);
  }

  @Test
  void nextToEachOtherOrFarFromZero() {
    assertThat(bins(0, 1, 0.5, Math.nextUp(0.5)).size()).isBetween(3, 40);
    assertThat(bins(1e15, 1e15 + 2, 1e15 + 1, 1e15 + 1.5).size()).isBetween(1, 1_002);
    assertThat(bins(-1e300, 1e300, times(1, 9)).size()).isBetween(1, 1_002);
  }
}

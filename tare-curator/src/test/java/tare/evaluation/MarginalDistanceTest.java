package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class MarginalDistanceTest {

  private static final Schema TWO =
      new Schema(
          "two",
          "row",
          List.of(
              new Column("x", new ColumnType.Numeric(0, 1, List.of(0.3)), false),
              new Column("y", new ColumnType.Whole(0, 1, List.of()), false)),
          OptionalLong.empty());

  @Test
  void isHalfTheDifferenceOfShares() {
    Table real = ColumnarTable.of(TWO, new double[][] {{0.1, 0.2, 0.3, 0.9}, {0, 0, 1, 1}});
    Table synthetic = ColumnarTable.of(TWO, new double[][] {{0.1, 0.5}, {0, 0}});
    // Real: (low, 0) 1/2, (high, 1) 1/2. Synthetic with masses 3 and 1: (low, 0) 3/4, (high, 0)
    // 1/4.
    double value =
        new MarginalDistance(2, 20, 10, new Seed(1))
            .pair(real, synthetic)
            .weigh(new double[] {3, 1})
            .applyAsDouble(new double[] {1, 1, 1, 1});
    assertThat(value).isCloseTo(0.5, within(1e-15));
  }

  @Test
  void looksAtAllMarginalsOrAtASampleWithoutRepeats() {
    assertThat(new MarginalDistance(2, 20, 100, new Seed(1)).marginals(6)).hasSize(15);
    List<int[]> sample = new MarginalDistance(3, 20, 40, new Seed(1)).marginals(12);
    assertThat(sample.stream().map(Arrays::toString).distinct()).hasSize(40);
    assertThat(sample).allSatisfy(set -> assertThat(set).isSorted().doesNotHaveDuplicates());
  }

  @Test
  void everyValueOfABoundedColumnHasABin() {
    Bins bins = Bins.of(Tables.MIXED, 20);
    assertThat(bins.size(0)).isEqualTo(21);
    assertThat(bins.size(1)).isEqualTo(7);
    assertThat(bins.size(2)).isEqualTo(4);
    Table ends =
        ColumnarTable.of(
            Tables.MIXED,
            new double[][] {{0, 100, Double.NaN}, {0, 6, 3}, {0, 2, Double.NaN}, {0, 1, 1}});
    assertThat(bins.of(ends, 0)).containsExactly(0, 19, 20);
    assertThat(bins.of(ends, 1)).containsExactly(0, 6, 3);
    assertThat(bins.of(ends, 2)).containsExactly(0, 2, 3);
  }
}

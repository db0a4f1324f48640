package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.model.MomentBounds;
import tare.model.MomentFeatures;
import tare.model.ShareFeatures;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;

/** What is bought for the same noise, by what columns there are. */
class MomentPlanTest {

  private static double leastNoise(List<Column> columns) {
    RandomGenerator random = new Seed(3).stream("rows");
    double[][] values = new double[columns.size()][4_000];
    for (int c = 0; c < values.length; c++) {
      ColumnType type = columns.get(c).type();
      for (int r = 0; r < values[c].length; r++) {
        values[c][r] =
            type.isNumeric()
                ? Math.max(-5, Math.min(5, random.nextGaussian()))
                : random.nextInt(type.levelCount());
      }
    }
    Schema schema = new Schema("rows", "row", columns, OptionalLong.empty());
    MomentPlan plan =
        MomentPlan.of(
            MomentFeatures.fitted(ColumnarTable.of(schema, values), List.of(), MomentBounds.NARROW),
            MomentSet.ALL_PAIRS,
            ShareFeatures.NONE,
            1,
            1_000);
    int from = plan.moments().width();
    return Math.sqrt(Arrays.stream(plan.variances()).skip(from).min().orElseThrow());
  }

  /**
   * Levels of one column share a row's length, so a column of twenty of them must not cost the
   * products of numbers their precision: with all coordinates alike their noise was fourteen times
   * as large.
   */
  @Test
  void manyLevelsDoNotDrownTheProductsOfNumbers() {
    Column one = new Column("one", new ColumnType.Numeric(-5, 5, List.of()), false);
    Column two = new Column("two", new ColumnType.Numeric(-5, 5, List.of()), false);
    List<String> levels = IntStream.range(0, 20).mapToObj(Integer::toString).toList();
    Column many = new Column("many", new ColumnType.Category(levels, Optional.empty()), false);
    double alone = leastNoise(List.of(one, two));
    assertThat(leastNoise(List.of(one, two, many))).isBetween(1.5 * alone, 5 * alone);
  }
}

package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.model.MomentBounds;
import tare.model.MomentFeatures;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Which moments are left to follow from others. */
class PossibleMomentsTest {

  /** Columns of five levels that go together, and a number. */
  private static Table rows() {
    RandomGenerator random = new Seed(3).stream("levels");
    List<String> levels = List.of("a", "b", "c", "d", "e");
    ColumnType kind = new ColumnType.Category(levels, Optional.empty());
    double[][] columns = new double[4][8_000];
    for (int r = 0; r < columns[0].length; r++) {
      columns[0][r] = random.nextInt(5);
      for (int c = 1; c < 3; c++) {
        columns[c][r] = random.nextInt(3) > 0 ? columns[c - 1][r] : random.nextInt(5);
      }
      columns[3][r] = columns[1][r] + random.nextGaussian();
    }
    Schema schema =
        new Schema(
            "s",
            "row",
            List.of(
                new Column("first", kind, false),
                new Column("second", kind, false),
                new Column("third", kind, false),
                new Column("x", new ColumnType.Numeric(-5, 10, List.of()), false)),
            OptionalLong.empty());
    return ColumnarTable.of(schema, columns);
  }

  /**
   * Every square of a level follows from the level, and levels might as well follow from products,
   * which is the twin: taken by what is left of them beside noise, some do.
   */
  @Test
  void productsFollowFromSingleCoordinatesAndNotTheOtherWayRound() {
    Table table = rows();
    MomentFeatures features = MomentFeatures.fitted(table, List.of(), MomentBounds.forNoise(0.01));
    QuadraticMoments moments =
        QuadraticMoments.leading(features.width(), features.crossed(), features.crossed());
    TiltRows rows = new TiltRows(features.encode(table), table.rowCount(), moments).momentsAlone();
    double[] variances = new double[moments.size()];
    Arrays.fill(variances, 0, moments.width(), 8e-3);
    Arrays.fill(variances, moments.width(), variances.length, 1e-7);
    PossibleMoments possible = PossibleMoments.of(rows, moments.width(), variances, () -> {});
    assertThat(Arrays.stream(possible.relations().determined()).boxed())
        .hasSizeGreaterThan(10)
        .allMatch(j -> j >= features.crossed());
    double[] ones = new double[variances.length];
    Arrays.fill(ones, 1);
    assertThat(possible.slack(ones)).startsWith(8e-3, 8e-3);
    PossibleMoments byWhatIsLeft = PossibleMoments.of(rows, moments.size(), variances, () -> {});
    assertThat(Arrays.stream(byWhatIsLeft.relations().determined()).boxed())
        .anyMatch(j -> j < features.crossed());
  }
}

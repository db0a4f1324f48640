package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** The map of many rows at a time beside that of single rows, by which private rows are read. */
class MomentColumnsTest {

  private static final Schema SCHEMA =
      new Schema(
          "mixed",
          "person",
          List.of(
              new Column("long tail", new ColumnType.Numeric(0, 1000, List.of()), true),
              new Column("short tail", new ColumnType.Numeric(-1, 1, List.of()), false),
              new Column(
                  "level", new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()), true),
              new Column("coin", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private static Table rows(int count) {
    RandomGenerator random = new Seed(4).stream("rows");
    double[][] values = new double[SCHEMA.columnCount()][count];
    for (int r = 0; r < count; r++) {
      double coin = random.nextInt(2);
      values[0][r] = random.nextInt(9) == 0 ? Double.NaN : Math.exp(3 * random.nextGaussian());
      values[1][r] = random.nextDouble() - coin;
      values[2][r] = random.nextInt(7) == 0 ? Double.NaN : random.nextInt(3);
      values[3][r] = coin;
    }
    return ColumnarTable.of(SCHEMA, values);
  }

  /** Few rows are seen by the plain kernel, many by the fast one; the last block is not full. */
  @ParameterizedTest
  @ValueSource(ints = {300, 5_000})
  void manyRowsAreSeenAsSingleOnesAre(int count) {
    Table rows = rows(count);
    MomentFeatures features = MomentFeatures.fitted(rows, List.of(3), MomentBounds.NARROW);
    int width = features.width();
    assertThat(width).isGreaterThan(features.crossed());
    double[] encoded = features.encode(rows);
    double longest =
        rows.pass(
                () -> new double[2],
                (state, row) -> {
                  double[] one = new double[width];
                  features.put(row, one);
                  double squares = 0;
                  for (int j = 0; j < width; j++) {
                    assertThat(encoded[(int) state[1] * width + j])
                        .isCloseTo(one[j], within(1e-11));
                    squares +=
                        j < features.crossed() ? Math.pow(features.scales()[j] * one[j], 2) : 0;
                  }
                  state[0] = Math.max(state[0], Math.sqrt(squares));
                  state[1]++;
                },
                (a, b) -> a)[0];
    // Some rows were longer than the radius, and were shortened to it.
    assertThat(longest).isCloseTo(features.radius(), within(1e-9));
  }
}

package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.generator.bayes.JointCounts.JointTable;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.ColumnarTable;
import tare.table.Row;
import tare.table.Table;

class JointCountsTest {

  private static final ColumnType YES_NO = new ColumnType.YesNo("no", "yes");

  private static final Schema SCHEMA =
      new Schema(
          "joint",
          "person",
          List.of(
              new Column("a", YES_NO, false),
              new Column("b", YES_NO, false),
              new Column("c", YES_NO, false)),
          OptionalLong.empty());

  /** The levels of a column. */
  private record Levels(int column) implements Cells {
    @Override
    public int size() {
      return 2;
    }

    @Override
    public int of(Row row) {
      return row.level(column);
    }
  }

  /** Every row counts once in every table, over as many blocks as there are. */
  @Test
  void countsAreThoseOfAPlainLoop() {
    RandomGenerator random = new Seed(1).stream("rows");
    int rows = 40_003; // two blocks and some more
    double[][] values = new double[3][rows];
    long[] pairs = new long[4];
    long[] triples = new long[8];
    for (int r = 0; r < rows; r++) {
      for (double[] column : values) {
        column[r] = random.nextInt(3) == 0 ? 1 : 0;
      }
      pairs[(int) (2 * values[0][r] + values[2][r])]++;
      triples[(int) (4 * values[0][r] + 2 * values[1][r] + values[2][r])]++;
    }
    Table table = ColumnarTable.of(SCHEMA, values);
    List<long[]> counts =
        JointCounts.of(table, List.of(new Levels(0), new Levels(1), new Levels(2)))
            .counts(List.of(new JointTable(0, 2), new JointTable(0, 1, 2)));
    assertThat(counts.get(0)).containsExactly(pairs);
    assertThat(counts.get(1)).containsExactly(triples);
    assertThat(Arrays.stream(pairs).sum()).isEqualTo(rows);
  }
}

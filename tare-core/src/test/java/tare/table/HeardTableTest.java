package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class HeardTableTest {

  private static final int ROWS = 3 * RowsRead.EVERY;

  private static Table table() {
    Schema schema =
        new Schema(
            "one",
            "row",
            List.of(new Column("x", new ColumnType.Numeric(0, ROWS, List.of()), false)),
            OptionalLong.empty());
    return ColumnarTable.of(
        schema, new double[][] {IntStream.range(0, ROWS).asDoubleStream().toArray()});
  }

  @Test
  void rowsThatAreSelectedAreHeardOfAndTheSame() {
    List<Long> heard = new ArrayList<>();
    Table rows = new HeardTable(table(), heard::add);
    int[] some = {5, RowsRead.EVERY, 2 * RowsRead.EVERY, 7, 5};
    assertThat(rows.select(some).values(0)).containsExactly(table().select(some).values(0));
    assertThat(heard).containsExactly((long) RowsRead.EVERY, 2L * RowsRead.EVERY);
  }

  @Test
  void whoHearsMayEndIt() {
    Table rows =
        new HeardTable(
            table(),
            row -> {
              throw new IllegalStateException("enough");
            });
    int[] all = IntStream.range(0, ROWS).toArray();
    assertThatThrownBy(() -> rows.select(all)).hasMessage("enough");
  }
}

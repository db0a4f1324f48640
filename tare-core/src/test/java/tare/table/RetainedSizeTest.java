package tare.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/** What a table costs in memory, computed from its arrays. */
class RetainedSizeTest {

  private static final long MILLION = 1_000_000;
  private static final long MEGABYTE = 1_000_000;

  @Test
  void aCategoryOfFiveLevelsCostsAByteARow() {
    ColumnType five = new ColumnType.Category(List.of("a", "b", "c", "d", "e"), Optional.empty());

    assertThat(table(1000, five).retainedBytes()).isEqualTo(1000);
  }

  @Test
  void aMillionRowsOfFifteenColumnsStayWellUnder200Megabytes() {
    ColumnType number = new ColumnType.Numeric(0, 1, List.of());
    ColumnType age = new ColumnType.Whole(0, 120, List.of());
    ColumnType income = new ColumnType.Whole(0, 1_000_000, List.of());
    ColumnType yesNo = new ColumnType.YesNo("no", "yes");
    ColumnType[] mixed = {
      age, income, number, number, yesNo, yesNo, yesNo, yesNo, age, age, yesNo, yesNo, age, age, age
    };
    ColumnType[] worst = new ColumnType[15];
    Arrays.fill(worst, number);

    assertThat(table(1, mixed).bytesPerRow() * MILLION).isEqualTo(32 * MEGABYTE);
    assertThat(table(1, worst).bytesPerRow() * MILLION).isEqualTo(120 * MEGABYTE);
  }

  @Test
  void aTableReadFromAFileHoldsNoSpareRoom() throws IOException {
    Schema schema = schema(new ColumnType.Numeric(0, 1, List.of()), new ColumnType.YesNo("n", "y"));
    String text = "c0,c1\n" + "0.5,y\n".repeat(10_007);
    Table table =
        CsvFile.read(
                "t.csv",
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                schema,
                List.of(),
                CsvOptions.DEFAULTS)
            .table();

    assertThat(((ColumnarTable) table).retainedBytes()).isEqualTo(10_007 * 9L);
  }

  /**
   * Rows whose number is declared have their place from the start; what was not declared finds one.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 70_000, 150_000, 160_000, 1_000_000, Long.MAX_VALUE / 2})
  void rowsAreAllThereWhateverNumberWasDeclared(long declared) {
    int rows = 150_001;
    List<Column> columns = schema(new ColumnType.Whole(0, 1_000_000, List.of())).columns();
    OptionalLong count = declared == 0 ? OptionalLong.empty() : OptionalLong.of(declared);
    TableAppender appender = new TableAppender(new Schema("s", "row", columns, count));
    for (int r = 0; r < rows; r++) {
      appender.append(r);
    }
    ColumnarTable table = appender.finish();
    assertThat(table.rowCount()).isEqualTo(rows);
    for (int r = 0; r < rows; r++) {
      assertThat(table.value(r, 0)).isEqualTo(r);
    }
    assertThat(table.retainedBytes()).isEqualTo(4L * (declared == 160_000 ? declared : rows));
  }

  private static ColumnarTable table(int rows, ColumnType... types) {
    return ColumnarTable.of(schema(types), new double[types.length][rows]);
  }

  private static Schema schema(ColumnType... types) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < types.length; c++) {
      columns.add(new Column("c" + c, types[c], true));
    }
    return new Schema("s", "row", columns, OptionalLong.empty());
  }
}

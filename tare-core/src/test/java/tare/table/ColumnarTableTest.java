package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class ColumnarTableTest {

  private static final double MISSING = Double.NaN;

  private static final Schema PATIENTS =
      new Schema(
          "patients",
          "patient",
          List.of(
              new Column("age", new ColumnType.Whole(18, 99, List.of()), true),
              new Column("bmi", new ColumnType.Numeric(10, 60, List.of()), false),
              new Column(
                  "ward", new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()), true),
              new Column("smoker", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private static final double[][] CELLS = {
    {17, 45.4, MISSING, 120}, {22.5, 9, 61, 30}, {0, 2, MISSING, 1}, {0, 1, 0, 1}
  };

  @Test
  void clampsNumbersAndRoundsWholeOnes() {
    Table table = ColumnarTable.of(PATIENTS, CELLS);

    assertThat(table.rowCount()).isEqualTo(4);
    assertThat(table.values(0)).containsExactly(18, 45, MISSING, 99);
    assertThat(table.values(1)).containsExactly(22.5, 10, 60, 30);
    assertThat(table.number(1, 0)).isEqualTo(45);
    assertThat(table.level(1, 2)).isEqualTo(2);
    assertThat(table.level(2, 2)).isEqualTo(-1);
    assertThat(table.missing(2, 0)).isTrue();
    assertThat(table.missing(2, 1)).isFalse();
    assertThat(table.level(3, 3)).isEqualTo(1);
  }

  @Test
  void clampsInfinities() {
    double[][] cells = {{18}, {Double.NEGATIVE_INFINITY}, {0}, {0}};

    assertThat(ColumnarTable.of(PATIENTS, cells).number(0, 1)).isEqualTo(10);
  }

  @Test
  void appenderGivesTheSameTableAsArrays() {
    TableAppender appender = new TableAppender(PATIENTS);
    for (int i = 0; i < 1000; i++) {
      int row = i % 4;
      appender.append(CELLS[0][row], CELLS[1][row], CELLS[2][row], CELLS[3][row]);
    }
    Table grown = appender.finish();
    Table whole = ColumnarTable.of(PATIENTS, CELLS);

    assertThat(grown.rowCount()).isEqualTo(1000);
    for (int c = 0; c < PATIENTS.columnCount(); c++) {
      for (int r = 0; r < 1000; r++) {
        assertThat(grown.value(r, c)).isEqualTo(Double.valueOf(whole.value(r % 4, c)));
      }
    }
  }

  @Test
  void selectsRowsInTheOrderNamed() {
    Table selected = ColumnarTable.of(PATIENTS, CELLS).select(new int[] {3, 0, 3});

    assertThat(selected.values(0)).containsExactly(99, 18, 99);
    assertThat(selected.values(1)).containsExactly(30, 22.5, 30);
    assertThat(selected.values(2)).containsExactly(1, 0, 1);
  }

  @Test
  void countsRowsByCell() {
    Table table = ColumnarTable.of(PATIENTS, CELLS);
    Cells wards =
        new Cells() {
          @Override
          public int size() {
            return 4;
          }

          @Override
          public int of(Row row) {
            return row.missing(2) ? 3 : row.level(2);
          }
        };

    assertThat(table.counts(wards)).containsExactly(1, 1, 1, 1);
  }

  @Test
  void holdsTheLargestCodeOfEveryWidth() {
    for (int levels : new int[] {127, 128, 129, 32768, 32769, 40000}) {
      List<String> names = IntStream.range(0, levels).mapToObj(i -> "l" + i).toList();
      Schema schema = one(new ColumnType.Category(names, Optional.empty()));
      ColumnarTable table = ColumnarTable.of(schema, new double[][] {{levels - 1, MISSING, 0}});

      assertThat(table.values(0)).containsExactly(levels - 1, MISSING, 0);
      assertThat(table.bytesPerRow()).isEqualTo(levels <= 128 ? 1 : levels <= 32768 ? 2 : 4);
    }
  }

  @Test
  void holdsWholeNumbersOfEverySpanExactly() {
    long top = 1L << 53;
    long[][] bounds = {{-5, 122}, {-5, 123}, {0, 32768}, {-top, -top + 9}, {-top, top}};
    int[] widths = {1, 2, 4, 1, 8};
    for (int i = 0; i < bounds.length; i++) {
      long lo = bounds[i][0];
      long hi = bounds[i][1];
      ColumnarTable table =
          ColumnarTable.of(
              one(new ColumnType.Whole(lo, hi, List.of())), new double[][] {{lo, hi, MISSING}});

      assertThat(table.values(0)).containsExactly(lo, hi, MISSING);
      assertThat(table.bytesPerRow()).isEqualTo(widths[i]);
    }
  }

  @Test
  void refusesWhatTheSchemaDoesNotAllow() {
    assertThatThrownBy(() -> ColumnarTable.of(PATIENTS, new double[][] {{20}, {MISSING}, {0}, {0}}))
        .hasMessage("Column \"bmi\" allows no missing values. Got: NaN");
    for (double level : new double[] {-1, 3, 0.5}) {
      assertThatThrownBy(
              () -> ColumnarTable.of(PATIENTS, new double[][] {{20}, {20}, {level}, {0}}))
          .hasMessageContaining("Levels of column \"ward\"");
    }
    assertThatThrownBy(() -> ColumnarTable.of(PATIENTS, new double[][] {{20}, {20}}))
        .hasMessageContaining("one array per column");
    assertThatThrownBy(() -> ColumnarTable.of(PATIENTS, new double[][] {{20}, {20, 21}, {0}, {0}}))
        .hasMessageContaining("same number of rows");
    Table table = ColumnarTable.of(PATIENTS, CELLS);
    assertThatThrownBy(() -> table.level(0, 1)).hasMessageContaining("holds numbers");
    assertThatThrownBy(() -> table.number(0, 2)).hasMessageContaining("holds levels");
  }

  private static Schema one(ColumnType type) {
    return new Schema("s", "row", List.of(new Column("x", type, true)), OptionalLong.empty());
  }

  @Test
  void anAppenderKeepsEveryRowAcrossItsBlocks() {
    Schema schema =
        new Schema(
            "s",
            "row",
            List.of(
                new Column("x", new ColumnType.Numeric(0, 1e6, List.of()), true),
                new Column("k", new ColumnType.Whole(0, 200_000, List.of()), false),
                new Column("b", new ColumnType.YesNo("no", "yes"), true)),
            OptionalLong.empty());
    for (int rows : new int[] {0, 1, 65_535, 65_536, 65_537, 150_000}) {
      TableAppender appender = new TableAppender(schema);
      for (int r = 0; r < rows; r++) {
        appender.append(r / 4.0, r, r % 3 == 2 ? Double.NaN : r % 2);
      }
      assertThat(appender.rowCount()).isEqualTo(rows);
      Table table = appender.finish();
      assertThat(table.rowCount()).isEqualTo(rows);
      for (int r = 0; r < rows; r++) {
        if (table.number(r, 0) != r / 4.0
            || table.number(r, 1) != r
            || table.level(r, 2) != (r % 3 == 2 ? -1 : r % 2)) {
          throw new AssertionError("row " + r + " differs");
        }
      }
    }
  }
}

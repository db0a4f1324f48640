package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class CsvRoundTripTest {

  @Test
  void anyTableIsReadBackBitByBit() throws IOException {
    RandomGenerator random = new Seed(7).stream("csv");
    for (int trial = 0; trial < 300; trial++) {
      Schema schema = AnyTable.schema(random);
      ColumnarTable table = AnyTable.table(schema, 1 + random.nextInt(40), random);
      double[] weights = random.doubles(table.rowCount()).toArray();
      double[] odd = random.longs(table.rowCount()).mapToDouble(Double::longBitsToDouble).toArray();
      odd[0] =
          new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}[trial % 3];
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      CsvFile.write(
          new TableWithExtras(
              table, List.of(new ExtraColumn("weight", weights), new ExtraColumn("odd", odd))),
          out);
      TableWithExtras again =
          CsvFile.read(
              "again",
              new ByteArrayInputStream(out.toByteArray()),
              schema,
              List.of("weight", "odd"),
              CsvOptions.DEFAULTS);

      for (int c = 0; c < schema.columnCount(); c++) {
        assertThat(again.table().values(c)).containsExactly(table.values(c));
      }
      assertThat(again.extra("weight")).containsExactly(weights);
      assertThat(again.extra("odd")).containsExactly(odd);
    }
  }

  @Test
  void writesPlainText() throws IOException {
    Schema schema =
        schema(
            List.of(""),
            new Column("a,b", new ColumnType.Numeric(0, 9, List.of()), true),
            new Column("q", new ColumnType.YesNo("n\"o", "yes"), false));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CsvFile.write(
        new TableWithExtras(
            ColumnarTable.of(schema, new double[][] {{1.5, Double.NaN, 3}, {0, 1, 1}}),
            List.of(new ExtraColumn("weight", new double[] {1, 0.1, 1e-9}))),
        out);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("\"a,b\",q,weight\n1.5,\"n\"\"o\",1\n,yes,0.1\n3,yes,1.0E-9\n");
  }

  @Test
  void aMissingCellAloneOnItsLineIsNotABlankLine(@TempDir Path folder) throws IOException {
    Schema schema =
        schema(List.of(""), new Column("x", new ColumnType.Numeric(0, 9, List.of()), true));
    Path file = folder.resolve("one.csv");
    CsvFile.write(ColumnarTable.of(schema, new double[][] {{1, Double.NaN, 2}}), file);

    assertThat(CsvFile.read(file, schema).values(0)).containsExactly(1, Double.NaN, 2);
  }

  @Test
  void aMissingCellNeedsAMissingValue() {
    Schema schema =
        schema(List.of(), new Column("x", new ColumnType.Numeric(0, 9, List.of()), true));
    Table table = ColumnarTable.of(schema, new double[][] {{Double.NaN}});

    assertThatThrownBy(
            () -> CsvFile.write(new TableWithExtras(table, List.of()), new ByteArrayOutputStream()))
        .hasMessageContaining("must declare a missing value");
  }

  private static Schema schema(List<String> missing, Column... columns) {
    return new Schema("s", "row", List.of(columns), OptionalLong.empty(), missing, List.of());
  }
}

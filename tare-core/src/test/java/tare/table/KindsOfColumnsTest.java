package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** Every kind of column goes in as the file writes it and comes out the same in kind. */
class KindsOfColumnsTest {

  private static final Schema PLAIN = AllKinds.FORM.plain();

  private static final String ROW =
      "17;p1;free text;2020-02-29;01.12.1950;13:50;2021-03-04 05:06:07;37,25;1.234.400;7;-7;80.2;never;1;44\n";

  private final Path folder;

  KindsOfColumnsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aSchemaIsReadBackEqual() {
    for (Schema schema : List.of(AllKinds.FORM, PLAIN)) {
      assertThat(SchemaFile.parse("again", SchemaFile.text(schema))).isEqualTo(schema);
    }
  }

  @Test
  void readsWhatTheFileWrites() throws IOException {
    Table table = read(ROW + ROW.replace("-7;", "-999.0;").replace("37,25", "?"));

    assertThat(table.schema()).isEqualTo(PLAIN);
    assertThat(text(table))
        .isEqualTo(
            """
            visit,day,born,arrival,seen,temperature,income,ward,hours,weight,smoker,dead,age
            1,2020-02-29,1950-12-01,13:45:00,2021-03-04T05:06:07,37.2,1234500,7,-7,80,never,1,44
            2,2020-02-29,1950-12-01,13:45:00,2021-03-04T05:06:07,?,1234500,7,-999,80,never,1,44
            """);
  }

  @Test
  void aCodeIsNeitherANumberNorMissing() throws IOException {
    Table table = read(ROW + ROW.replace("01.12.1950", "09.09.9999").replace("-7;", "-8.0;"));
    int hours = PLAIN.indexOf("hours");
    int born = PLAIN.indexOf("born");

    assertThat(PLAIN.column(hours + 1).type().levels()).containsExactly("(none)", "-7", "-8");
    assertThat(table.values(hours)).containsOnly(Double.NaN);
    assertThat(table.values(hours + 1)).containsExactly(1, 2);
    assertThat(table.values(born + 1)).containsExactly(0, 1);
    assertThat(text(table)).contains(",9999-09-09,").contains(",-8,");
  }

  @Test
  void aWholeNumberCodeMayComeAsADecimal() throws IOException {
    Table table = read(ROW.replace(";7;", ";9.0;"));

    assertThat(table.values(PLAIN.indexOf("ward"))).containsExactly(3);
  }

  @ParameterizedTest
  @CsvSource({
    "2020-02-29, 2020-02-30, day",
    "2020-02-29, 29.02.2020, day",
    "01.12.1950, 1950-12-01, born",
    "13:50, 25:00, arrival",
    "2021-03-04 05:06:07, 2021-03-04T05:06:07+01:00, seen",
    "'37,25', 37.25, temperature",
    "1.234.400, 1.23.400, income",
    "1.234.400, 12.34, income",
    ";7;, ;3;, ward",
    "never, sometimes, smoker"
  })
  void refusesACellInAnotherForm(String cell, String other, String column) {
    BadInputException refused =
        catchThrowableOfType(BadInputException.class, () -> read(ROW.replace(cell, other)));

    assertThat(refused.faults())
        .singleElement()
        .asString()
        .startsWith("Line 2, column \"" + column);
    assertThat(refused.getMessage()).doesNotContain(other);
  }

  @Test
  void csvAndParquetGiveBackEveryCell() throws IOException {
    RandomGenerator random = new Seed(17).stream("kinds");
    for (int trial = 0; trial < 30; trial++) {
      ColumnarTable table = AllKinds.table(1 + random.nextInt(60), random);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      CsvFile.write(new TableWithExtras(table, List.of()), out);
      Path parquet = folder.resolve("kinds.parquet");
      ParquetFile.write(table, parquet);

      Table csv = plain(out.toString(StandardCharsets.UTF_8));
      Table file = ParquetFile.read(parquet, PLAIN);
      for (int c = 0; c < PLAIN.columnCount(); c++) {
        assertThat(csv.values(c)).as(PLAIN.column(c).name()).containsExactly(table.values(c));
        assertThat(file.values(c)).as(PLAIN.column(c).name()).containsExactly(table.values(c));
      }
    }
  }

  @Test
  void duckDbSeesTheKinds() throws IOException, SQLException {
    ColumnarTable table = AllKinds.table(500, new Seed(18).stream("kinds"));
    Path parquet = folder.resolve("kinds.parquet");
    ParquetFile.write(table, parquet);
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      String from = " FROM read_parquet('" + parquet + "')";
      assertThat(types(statement, "DESCRIBE SELECT *" + from))
          .containsExactly(
              "BIGINT",
              "DATE",
              "DATE",
              "TIME",
              "TIMESTAMP",
              "DOUBLE",
              "BIGINT",
              "BIGINT",
              "DOUBLE",
              "DOUBLE",
              "VARCHAR",
              "VARCHAR",
              "BIGINT");
      Path theirs = folder.resolve("theirs.parquet");
      statement.execute(
          "COPY (SELECT * REPLACE (CAST(temperature AS DECIMAL(9, 1)) AS temperature,"
              + " CAST(weight AS DECIMAL(30, 2)) AS weight)"
              + from
              + ") TO '"
              + theirs
              + "' (FORMAT parquet)");
      Table again = ParquetFile.read(theirs, PLAIN);
      for (int c = 0; c < PLAIN.columnCount(); c++) {
        assertThat(again.values(c)).as(PLAIN.column(c).name()).containsExactly(table.values(c));
      }
    }
  }

  @Test
  void noRowIsLongerThanTheBoundOfItsEncoding() {
    Encoding encoding = Encoding.of(PLAIN);
    Table table = AllKinds.table(2_000, new Seed(19).stream("kinds"));
    double[] rows = encoding.encode(table);
    double longest = 0;
    for (int r = 0; r < table.rowCount(); r++) {
      double squares = 0;
      for (int j = 0; j < encoding.width(); j++) {
        squares += rows[r * encoding.width() + j] * rows[r * encoding.width() + j];
      }
      longest = Math.max(longest, Math.sqrt(squares));
    }

    assertThat(encoding.names()).contains("day season cos", "day weekday sin", "seen hour cos");
    assertThat(longest).isLessThanOrEqualTo(encoding.normBound()).isGreaterThan(2);
  }

  private static List<String> types(Statement statement, String query) throws SQLException {
    List<String> types = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        types.add(rows.getString("column_type"));
      }
    }
    return types;
  }

  private static Table read(String rows) throws IOException {
    return CsvFile.read(
            "kinds.csv",
            new ByteArrayInputStream((AllKinds.HEADER + rows).getBytes(StandardCharsets.UTF_8)),
            AllKinds.FORM,
            List.of(),
            CsvOptions.DEFAULTS.withDelimiter(';'))
        .table();
  }

  private static Table plain(String text) throws IOException {
    return CsvFile.read(
            "plain.csv",
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            PLAIN,
            List.of(),
            CsvOptions.DEFAULTS)
        .table();
  }

  private static String text(Table table) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CsvFile.write(new TableWithExtras(table, List.of()), out);
    return out.toString(StandardCharsets.UTF_8);
  }
}

package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** Rows from where they are: a DuckDB file, a folder of Parquet parts, text in other encodings. */
class DatabaseRowsTest {

  private static final Schema SCHEMA =
      SchemaFile.parse(
          "visits",
          """
          {"tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": 2,
           "fields": [
             {"name": "day", "type": "date", "constraints": {"minimum": "2020-01-01", "maximum": "2022-12-31"}},
             {"name": "dose", "type": "number", "tare:step": 0.5, "tare:codes": ["-7"],
              "constraints": {"minimum": 0, "maximum": 10}},
             {"name": "ward", "type": "string", "constraints": {"enum": ["nörd", "süd"], "required": true}},
             {"name": "ill", "type": "boolean", "constraints": {"required": true}}]}
          """);

  private final Path folder;

  DatabaseRowsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private String duckDb(String rows) throws SQLException {
    String address = "jdbc:duckdb:" + folder.resolve("visits.duckdb");
    try (Connection connection = Databases.connect(address, Map.of());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE OR REPLACE TABLE visits (patient INTEGER, day DATE, dose DECIMAL(9, 2), ward VARCHAR,"
              + " ill BOOLEAN, remark VARCHAR)");
      statement.execute("INSERT INTO visits VALUES " + rows);
    }
    return address;
  }

  private static BoundedRows read(String address, String query) throws IOException, SQLException {
    try (Connection connection = Databases.connect(address, Map.of())) {
      return DatabaseRows.read(connection, query, SCHEMA);
    }
  }

  @Test
  void readsATableAndBoundsItsUnits() throws IOException, SQLException {
    String address =
        duckDb(
            "(1, '2020-02-29', 2.5, 'nörd', true, 'x'), (1, NULL, -7, 'süd', false, 'x'),"
                + " (1, '2030-01-01', 99, 'süd', false, 'x'), (2, '2021-01-01', 1.2, 'süd', true, 'x')");
    BoundedRows rows = read(address, DatabaseRows.ofTable("main.visits", SCHEMA));

    assertThat(rows.starts()).containsExactly(0, 2, 3);
    Table table = rows.table();
    assertThat(table.schema()).isEqualTo(SCHEMA.plain());
    assertThat(table.number(2, 0)).isEqualTo(18628);
    assertThat(table.number(2, 1)).isEqualTo(1);
    assertThat(table.level(2, 4)).isEqualTo(1);
  }

  @Test
  void faultsNameTheRowAndQuoteNothing() throws SQLException {
    String address =
        duckDb("(1, '2020-02-29', 2.5, 's3cr3t', true, 'x'), (NULL, NULL, -7, NULL, false, 'x')");
    BadInputException refused =
        catchThrowableOfType(
            BadInputException.class, () -> read(address, DatabaseRows.ofTable("visits", SCHEMA)));

    assertThat(refused.faults())
        .hasSize(3)
        .anyMatch(f -> f.startsWith("Row 1, column \"ward\""))
        .anyMatch(f -> f.startsWith("Row 2, column \"ward\": missing"))
        .anyMatch(f -> f.startsWith("Row 2, column \"patient\": empty"));
    assertThat(refused.getMessage()).doesNotContain("s3cr3t");
    assertThatThrownBy(() -> read(address, "SELECT day FROM visits"))
        .hasMessageContaining("The query has no column \"ward\"");
    assertThatThrownBy(() -> read(address, "SELECT s3cr3t FROM nowhere"))
        .hasMessageContaining("SQL state")
        .hasMessageNotContaining("s3cr3t");
    assertThatThrownBy(() -> read(address, "SELECT * FROM visits WHERE false"))
        .hasMessageContaining("no rows");
  }

  @Test
  void anAddressHoldsNoPassword() {
    for (String address :
        List.of(
            "jdbc:postgresql://h/db?user=me&password=s3cr3t", "jdbc:postgresql://me:s3cr3t@h/db")) {
      assertThatThrownBy(() -> Databases.connect(address, Map.of()))
          .hasMessageContaining("must not hold a password")
          .hasMessageNotContaining("s3cr3t");
    }
    assertThatThrownBy(() -> Databases.connect("jdbc:nothing:x", Map.of()))
        .hasMessageContaining(Databases.DRIVERS);
  }

  @Test
  void aFolderOfPartsIsOneTable() throws IOException {
    Table one = AllKinds.table(30, new Seed(1).stream("parts"));
    Table two = AllKinds.table(12, new Seed(2).stream("parts"));
    ParquetFile.write(one, folder.resolve("part-0.parquet"));
    ParquetFile.write(two, folder.resolve("part-1.parquet"));
    Table all = TableFile.read(folder, AllKinds.FORM.plain(), CsvOptions.DEFAULTS);

    assertThat(all.rowCount()).isEqualTo(42);
    for (int c = 0; c < all.schema().columnCount(); c++) {
      assertThat(all.values(c)).startsWith(one.values(c));
      assertThat(all.values(c)).endsWith(two.values(c));
    }
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> TableFile.read(empty, SCHEMA, CsvOptions.DEFAULTS))
        .hasMessageContaining("directory without Parquet files");
  }

  @Test
  void textInADeclaredEncoding() throws IOException {
    String text = "patient,day,dose,ward,ill\n1,2020-02-29,2.5,nörd,true\n".repeat(1);
    for (Charset charset :
        List.of(
            StandardCharsets.ISO_8859_1,
            StandardCharsets.UTF_16,
            Charset.forName("windows-1252"))) {
      Path file = Files.write(folder.resolve("text.csv"), text.getBytes(charset));
      CsvOptions options = CsvOptions.DEFAULTS.withEncoding(charset);
      assertThat(UnitFile.read(file, SCHEMA, options).table().level(0, 3)).isZero();
    }
    Path marked = Files.write(folder.resolve("marked.csv"), text.getBytes(StandardCharsets.UTF_16));
    assertThat(UnitFile.read(marked, SCHEMA, CsvOptions.DEFAULTS).table().rowCount()).isEqualTo(1);
  }
}

package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** Whose a row is, told alike from every kind of file. */
class UnitFileTest {

  private static final Schema SCHEMA =
      SchemaFile.parse(
          "visits",
          """
          {"tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": 2,
           "missingValues": ["", "NA"],
           "fields": [
             {"name": "age", "type": "integer", "constraints": {"minimum": 0, "maximum": 120, "required": true}}]}
          """);

  private final Path folder;

  UnitFileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private Path csv(String... patients) throws IOException {
    StringBuilder text = new StringBuilder("patient,age\n");
    List.of(patients).forEach(name -> text.append(name).append(",40\n"));
    return Files.writeString(folder.resolve("visits.csv"), text);
  }

  private Path parquet(String type, String... patients) throws SQLException {
    Path file = folder.resolve("visits.parquet");
    try (Connection connection = Databases.connect("jdbc:duckdb:", Map.of());
        Statement statement = connection.createStatement()) {
      String names = String.join("), (", patients);
      statement.execute(
          "COPY (SELECT p::"
              + type
              + " AS patient, 40::INTEGER AS age FROM (VALUES ("
              + names
              + ")) t(p)) TO '"
              + file
              + "' (FORMAT parquet)");
    }
    return file;
  }

  private int units(Path file) throws IOException {
    return UnitFile.read(file, SCHEMA, CsvOptions.DEFAULTS).starts().length - 1;
  }

  @Test
  void spacesAroundANameDoNotMatter() throws IOException, SQLException {
    assertThat(units(csv("a", " a ", "b"))).isEqualTo(2);
    assertThat(units(parquet("VARCHAR", "'a'", "' a '", "'b'"))).isEqualTo(2);
  }

  /** As doubles these two are one. */
  @Test
  void longNumbersAreToldApart() throws IOException, SQLException {
    assertThat(units(csv("9007199254740993", "9007199254740992"))).isEqualTo(2);
    assertThat(units(parquet("BIGINT", "9007199254740993", "9007199254740992"))).isEqualTo(2);
    assertThat(
            units(
                parquet(
                    "UUID",
                    "'0f0e0d0c-0b0a-0908-0706-050403020100'",
                    "'0f0e0d0c-0b0a-0908-0706-050403020120'")))
        .isEqualTo(2);
  }

  @Test
  void aMissingValueNamesNobody() throws IOException, SQLException {
    for (Path file : List.of(csv("a", "NA"), parquet("VARCHAR", "'a'", "'NA'"))) {
      assertThatThrownBy(() -> units(file)).hasMessageContaining("must name the unit");
    }
    Path numbers = parquet("DOUBLE", "'1'", "'nan'");
    assertThatThrownBy(() -> units(numbers)).hasMessageContaining("must name the unit");
    Path nothing = parquet("BIGINT", "1", "NULL");
    assertThatThrownBy(() -> units(nothing)).hasMessageContaining("must name the unit");
    assertThatThrownBy(
            () -> BoundedRows.of(ColumnarTable.of(SCHEMA, new double[1][1]), List.of("NA")))
        .hasMessageContaining("whose it is");
  }
}

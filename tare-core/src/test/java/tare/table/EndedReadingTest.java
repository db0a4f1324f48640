package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** Whoever wants no more rows is heard within a few thousand of them, wherever they come from. */
class EndedReadingTest {

  private static final int ROWS = 20 * RowsRead.EVERY;
  private static final long ENOUGH = 2 * RowsRead.EVERY;

  private static final Schema SCHEMA =
      SchemaFile.parse(
          "visits",
          """
          {"tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": 2,
           "fields": [{"name": "age", "type": "integer", "constraints": {"minimum": 0, "maximum": 120}},
                      {"name": "dose", "type": "integer", "constraints": {"minimum": 0, "maximum": 9}}]}
          """);

  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Ends the reading at its so-manyth word. */
  private static final class Listener implements RowsRead {
    private final AtomicLong heard = new AtomicLong();
    private final AtomicLong words = new AtomicLong();
    private final int most;

    Listener(int most) {
      this.most = most;
    }

    @Override
    public void at(long rows) {
      heard.set(rows);
      if (words.incrementAndGet() == most) {
        throw new Enough();
      }
    }
  }

  private static Path csv(Path folder) throws IOException {
    StringBuilder text = new StringBuilder("patient,age,dose\n");
    for (int r = 0; r < ROWS; r++) {
      text.append('p').append(r % 999).append(',').append(r % 90).append(",3\n");
    }
    return Files.writeString(folder.resolve("visits.csv"), text);
  }

  @Test
  void csvIsReadNoFurther(@TempDir Path folder) throws IOException {
    Path file = csv(folder);
    Listener listener = new Listener(2);
    CsvOptions options = CsvOptions.DEFAULTS.withHeard(listener).withIgnoreUnknownColumns(true);
    assertThatThrownBy(() -> UnitFile.read(file, SCHEMA, options)).isInstanceOf(Enough.class);
    assertThat(listener.heard.get()).isEqualTo(ENOUGH);
    // The second time a file is gone through, for whose its rows are, is heard of as well.
    Listener later = new Listener(ROWS / RowsRead.EVERY + 2);
    assertThatThrownBy(() -> UnitFile.read(file, SCHEMA, options.withHeard(later)))
        .isInstanceOf(Enough.class);
    assertThat(later.heard.get()).isEqualTo(ENOUGH);
  }

  /** Parquet lies column by column, so half of the rows' cells are one column of two. */
  @Test
  void parquetIsReadNoFurther(@TempDir Path folder) throws IOException {
    CsvOptions options = CsvOptions.DEFAULTS.withIgnoreUnknownColumns(true);
    Path file = folder.resolve("visits.parquet");
    ParquetFile.write(TableFile.read(csv(folder), SCHEMA, options), file);
    Listener listener = new Listener(2);
    assertThatThrownBy(() -> TableFile.read(file, SCHEMA, options.withHeard(listener)))
        .isInstanceOf(Enough.class);
    assertThat(listener.heard.get()).isEqualTo(RowsRead.EVERY / 2);
    Listener second = new Listener(ROWS / RowsRead.EVERY + 2);
    assertThatThrownBy(() -> TableFile.read(file, SCHEMA, options.withHeard(second)))
        .isInstanceOf(Enough.class);
    assertThat(second.heard.get()).isEqualTo((ROWS + RowsRead.EVERY) / 2);
  }

  /** Whose the rows of a Parquet file are is read apart from them. */
  @Test
  void unitsOfParquetAreReadNoFurther(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("people.parquet");
    Schema named =
        SchemaFile.parse(
            "people",
            """
            {"tare:name": "people", "tare:unit": "person",
             "fields": [{"name": "patient", "type": "integer", "constraints": {"minimum": 0, "maximum": 99999999}},
                        {"name": "age", "type": "integer", "constraints": {"minimum": 0, "maximum": 120}},
                        {"name": "dose", "type": "integer", "constraints": {"minimum": 0, "maximum": 9}}]}
            """);
    TableAppender rows = new TableAppender(named);
    for (int r = 0; r < ROWS; r++) {
      rows.append(r % 999, r % 90, 3);
    }
    ParquetFile.write(rows.finish(), file);
    Listener listener = new Listener(2 * ROWS / RowsRead.EVERY + 2);
    CsvOptions options = CsvOptions.DEFAULTS.withHeard(listener).withIgnoreUnknownColumns(true);
    assertThatThrownBy(() -> UnitFile.read(file, SCHEMA, options)).isInstanceOf(Enough.class);
    assertThat(listener.heard.get()).isEqualTo(RowsRead.EVERY);
  }

  @Test
  void tablesAreWrittenNoFurther(@TempDir Path folder) throws IOException {
    CsvOptions options = CsvOptions.DEFAULTS.withIgnoreUnknownColumns(true);
    Table table = TableFile.read(csv(folder), SCHEMA, options);
    TableWithExtras rows = new TableWithExtras(table, List.of());
    Listener csv = new Listener(2);
    assertThatThrownBy(() -> CsvFile.write(rows, folder.resolve("a.csv"), csv))
        .isInstanceOf(Enough.class);
    assertThat(csv.heard.get()).isEqualTo(RowsRead.EVERY);
    Listener parquet = new Listener(2);
    assertThatThrownBy(() -> ParquetFile.write(rows, folder.resolve("a.parquet"), parquet))
        .isInstanceOf(Enough.class);
    assertThat(parquet.heard.get()).isBetween(1L, 65_536L);
  }

  /** A query may think for ever before it gives a row: the database is told to stop. */
  @Test
  void aDatabaseThinksNoFurther() throws SQLException {
    Listener listener = new Listener(2);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      String query =
          "SELECT (count(*) % 90)::INTEGER AS age, 1 AS dose, 1 AS patient"
              + " FROM range(4000000000) a(i), range(4000000000) b(j) WHERE hash(i, j) % 7 = 1";
      assertThatThrownBy(() -> DatabaseRows.read(connection, query, SCHEMA, listener))
          .isInstanceOf(Enough.class);
    }
    assertThat(listener.heard.get()).isZero();
  }

  @Test
  void aDatabaseIsReadNoFurther() throws SQLException {
    AtomicLong heard = new AtomicLong();
    RowsRead listener =
        rows -> { // before the first row it is asked as often as time allows
          heard.set(rows);
          if (rows >= ENOUGH) {
            throw new Enough();
          }
        };
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      String query =
          "SELECT i % 90 AS age, i % 9 AS dose, i % 999 AS patient FROM range(50000000) t(i)";
      assertThatThrownBy(() -> DatabaseRows.read(connection, query, SCHEMA, listener))
          .isInstanceOf(Enough.class);
    }
    assertThat(heard.get()).isEqualTo(ENOUGH);
  }
}

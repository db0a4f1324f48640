package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/** Parquet files cross between us and an independent implementation, both ways. */
class ParquetBesideDuckDbTest {

  private static Connection duckDb;

  private final Path folder;

  ParquetBesideDuckDbTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void open() throws SQLException {
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
  }

  @AfterAll
  static void close() throws SQLException {
    duckDb.close();
  }

  @Test
  void duckDbReadsWhatWeWrite() throws IOException, SQLException {
    RandomGenerator random = new Seed(10).stream("parquet");
    for (int trial = 0; trial < 40; trial++) {
      Schema schema = AnyTable.schema(random);
      // Now and then more rows than a page holds.
      int rows = trial % 20 == 0 ? 70_000 : 1 + random.nextInt(300);
      ColumnarTable table = AnyTable.table(schema, rows, random);
      double[] weights = random.doubles(rows).toArray();
      Path file = folder.resolve("ours.parquet");
      ParquetFile.write(
          new TableWithExtras(table, List.of(new ExtraColumn("weight", weights))), file);

      compare(table, weights, file);
    }
  }

  private static void compare(Table table, double[] weights, Path file) throws SQLException {
    Schema schema = table.schema();
    try (Statement statement = duckDb.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM read_parquet('" + file + "')")) {
      for (int r = 0; r < table.rowCount(); r++) {
        assertThat(rows.next()).isTrue();
        for (int c = 0; c < schema.columnCount(); c++) {
          assertSameCell(table, r, c, rows);
        }
        if (rows.getDouble(schema.columnCount() + 1) != weights[r]) {
          throw new AssertionError("weight of row " + r + " differs");
        }
      }
      assertThat(rows.next()).isFalse();
      for (int c = 0; c < schema.columnCount(); c++) {
        assertThat(rows.getMetaData().getColumnName(c + 1)).isEqualTo(schema.column(c).name());
      }
    }
  }

  private static void assertSameCell(Table table, int row, int column, ResultSet rows)
      throws SQLException {
    ColumnType type = table.schema().column(column).type();
    Object cell = rows.getObject(column + 1);
    Object expected;
    if (table.missing(row, column)) {
      expected = null;
    } else if (type instanceof ColumnType.Whole) {
      expected = (long) table.number(row, column);
    } else if (type instanceof ColumnType.Numeric) {
      expected = table.number(row, column);
    } else {
      expected = type.levels().get(table.level(row, column));
    }
    if (!Objects.equals(cell, expected)) {
      throw new AssertionError(
          "row " + row + ", column " + column + ": " + cell + ", not " + expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMPRESSION snappy",
        "COMPRESSION gzip",
        "COMPRESSION zstd",
        "COMPRESSION uncompressed",
        "COMPRESSION snappy, ROW_GROUP_SIZE 3000",
        "COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 1"
      })
  void weReadWhatDuckDbWrites(String options) throws IOException, SQLException {
    Schema schema =
        new Schema(
            "s",
            "row",
            List.of(
                new Column("x", new ColumnType.Numeric(-1e9, 1e9, List.of()), true),
                new Column("f", new ColumnType.Numeric(0, 1, List.of()), false),
                new Column("n", new ColumnType.Whole(0, 100_000, List.of()), false),
                new Column("i", new ColumnType.Whole(-5, 5, List.of()), false),
                new Column(
                    "k",
                    new ColumnType.Category(List.of("k0", "k1", "k2", "rest"), Optional.of("rest")),
                    true),
                new Column(
                    "g", new ColumnType.Category(List.of("1", "2", "3"), Optional.empty()), false),
                new Column("b", new ColumnType.YesNo("no", "yes"), true)),
            OptionalLong.empty());
    Path file = folder.resolve("theirs.parquet");
    try (Statement statement = duckDb.createStatement()) {
      statement.execute(
          "COPY (SELECT CASE WHEN i % 5 = 0 THEN NULL ELSE i / 7.0::DOUBLE END AS x,"
              + " (i % 4 / 4.0)::FLOAT AS f, i::BIGINT AS n, (i % 11 - 5)::INTEGER AS i,"
              + " CASE WHEN i % 6 = 5 THEN NULL ELSE 'k' || (i % 6) END AS k,"
              + " 1 + i % 3 AS g,"
              + " CASE WHEN i % 3 = 2 THEN NULL ELSE i % 3 = 1 END AS b, i * 0.5::DOUBLE AS weight"
              + " FROM range(10000) t(i)) TO '"
              + file
              + "' (FORMAT parquet, "
              + options
              + ")");
    }
    TableWithExtras read = ParquetFile.read(file, schema, List.of("weight"), false);

    assertThat(read.table().rowCount()).isEqualTo(10_000);
    for (int i = 0; i < 10_000; i++) {
      double[] expected = {
        i % 5 == 0 ? Double.NaN : i / 7.0,
        i % 4 / 4.0,
        i,
        i % 11 - 5,
        i % 6 == 5 ? Double.NaN : Math.min(i % 6, 3),
        i % 3,
        i % 3 == 2 ? Double.NaN : i % 3
      };
      double[] cells = new double[expected.length];
      for (int c = 0; c < cells.length; c++) {
        cells[c] = read.table().value(i, c);
      }
      if (!Arrays.equals(cells, expected) || read.extra("weight")[i] != i * 0.5) {
        throw new AssertionError("row " + i + " differs");
      }
    }
  }

  @Test
  void saysWhatItCannotRead() throws SQLException {
    Schema schema =
        new Schema(
            "s",
            "row",
            List.of(new Column("x", new ColumnType.Whole(0, 9, List.of()), true)),
            OptionalLong.empty());
    refused(
        schema, "SELECT 1 AS x", "COMPRESSION brotli", "Write it with zstd, snappy, gzip or none.");
    refused(schema, "SELECT DATE '2020-01-01' AS x", "COMPRESSION snappy", "holds dates, times");
    refused(schema, "SELECT [1, 2] AS x", "COMPRESSION snappy", "nested columns");
  }

  private void refused(Schema schema, String query, String options, String rule)
      throws SQLException {
    Path file = folder.resolve("refused.parquet");
    try (Statement statement = duckDb.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet, " + options + ")");
    }
    assertThatThrownBy(() -> ParquetFile.read(file, schema))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(rule);
  }
}

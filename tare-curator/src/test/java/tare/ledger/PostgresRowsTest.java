package tare.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.BoundedRows;
import tare.table.DatabaseRows;
import tare.table.Databases;
import tare.testkit.PostgresServer;

/** Rows from a real PostgreSQL server; skipped, with a message, where none can be started. */
class PostgresRowsTest {

  private static final Schema SCHEMA =
      SchemaFile.parse(
          "visits",
          """
          {"tare:name": "visits", "tare:unit": "patient", "tare:unitColumn": "patient", "tare:rowsPerUnit": 3,
           "fields": [
             {"name": "at", "type": "datetime", "constraints": {"minimum": "2020-01-01T00:00:00", "maximum": "2022-12-31T23:59:59"}},
             {"name": "dose", "type": "number", "constraints": {"minimum": 0, "maximum": 10}},
             {"name": "ward", "type": "integer", "constraints": {"enum": [0, 1, 2]}},
             {"name": "ill", "type": "boolean", "constraints": {"required": true}}]}
          """);

  /** The number of rows; five million for the measure in docs/notes/databases.md. */
  private static final long ROWS = Long.getLong("tare.postgres.rows", 30_000);

  @Test
  void readsRowsAFewThousandAtATime() throws IOException, SQLException {
    Optional<PostgresServer> started = PostgresServer.start();
    assumeTrue(started.isPresent(), PostgresServer.MISSING);
    try (PostgresServer server = started.get()) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE visits AS SELECT i % "
                + ROWS / 5
                + " AS patient, timestamp '2020-01-01' + i % 1000 * interval '1 hour' AS at,"
                + " (i % 97) / 10.0 AS dose, i % 3 AS ward, i % 2 = 0 AS ill FROM generate_series(1, "
                + ROWS
                + ") AS i");
      }
      Map<String, String> settings =
          Map.of(Databases.USER, "steward", Databases.PASSWORD, PostgresServer.PASSWORD);
      try (Connection connection = Databases.connect(server.address(), settings)) {
        BoundedRows rows =
            DatabaseRows.read(connection, DatabaseRows.ofTable("public.visits", SCHEMA), SCHEMA);
        assertThat(rows.table().rowCount()).isEqualTo((int) (ROWS / 5 * 3));
        assertThat(rows.starts()).hasSize((int) (ROWS / 5 + 1));
      }
    }
  }
}

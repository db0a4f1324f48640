package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.testkit.PostgresServer;

/** Tables of databases: read where they are, with a password that stands nowhere. */
class StudioDatabaseTest extends StudioCase {

  private static final String SECRET = "w4t-a-pa55word";

  @Test
  void aDatabaseIsReadWhereItIsAndItsPasswordStandsNowhere() throws IOException, SQLException {
    Path file = folder.resolve("clinic.duckdb");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE visits AS SELECT (i % 90)::INTEGER AS age, i % 3 = 0 AS ill, 'P' || (i // 2) AS person,"
              + " DATE '2020-01-01' + (i % 300)::INTEGER AS seen FROM range(400) t(i)");
    }
    String address = "jdbc:duckdb:" + file;
    assertThat(
            wire.post("choose", Map.of("address", address, "from", "visits", "query", "SELECT 1"))
                .text())
        .contains("either a table or a query");
    assertThat(
            wire.post("choose", Map.of("address", address, "from", "nothing", "query", "")).text())
        .contains("SQL state")
        .contains(address);
    releaseVisits(Map.of("address", address, "from", "visits", "query", "", "password", SECRET));
  }

  @Test
  void postgreSqlIsReadWhereItIs() throws IOException, SQLException {
    Optional<PostgresServer> started = PostgresServer.start();
    assumeTrue(started.isPresent(), PostgresServer.MISSING);
    try (PostgresServer server = started.get()) {
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE visits AS SELECT i % 90 AS age, i % 3 = 0 AS ill, 'P' || (i / 2) AS person,"
                + " DATE '2020-01-01' + i % 300 AS seen FROM generate_series(0, 399) AS i");
      }
      String address = server.address();
      Map<String, String> wrong =
          Map.of(
              "address",
              address,
              "from",
              "visits",
              "query",
              "",
              "user",
              "steward",
              "password",
              SECRET);
      assertThat(wire.post("choose", wrong).text())
          .contains("could not be reached, or refused (SQL state 28P01)")
          .doesNotContain(SECRET);
      Map<String, String> right = new HashMap<>(wrong);
      right.put("password", PostgresServer.PASSWORD);
      right.put("from", "public.visits");
      releaseVisits(right);
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(PostgresServer.PASSWORD);
        }
      }
    }
  }

  /** From a database's address to a release, and no page that holds its password. */
  private void releaseVisits(Map<String, String> database) throws IOException {
    String secret = database.get("password");
    wire.post("choose", database);
    wire.post(
        "schema/facts",
        Map.of(
            "name",
            "visits",
            "unit",
            "person",
            "rows",
            "400",
            "unitColumn",
            "person",
            "rowsPerUnit",
            "2"));
    assertThat(wire.get("schema").text()).contains("tells whose a row is");
    wire.post("schema/0", Map.of("kind", "WHOLE", "low", "0", "high", "120"));
    wire.post("schema/1", Map.of("kind", "YES_NO", "no", "no", "yes", "yes"));
    wire.post("schema/3", Map.of("kind", "DATE", "low", "2020-01-01", "high", "2020-12-31"));
    wire.post("schema/check", Map.of());
    wire.post("plan", Map.of("weights", "none"));
    wire.post("release/start", Map.of("name", "visits-1"));
    assertThat(ended()).contains("DONE");
    Bundle bundle = ReleaseFolder.read(folder.resolve("visits-1"));
    assertThat(bundle.synthetic().schema().columnCount()).isEqualTo(3);
    assertThat(bundle.privacy().relation()).contains("person");
    for (String page : List.of("", "schema", "schema/0", "plan", "release", "ledger", "report")) {
      assertThat(wire.get(page).text()).as(page).doesNotContain(secret);
    }
    assertThat(wire.get("plan").text())
        .contains("--table " + database.get("from"))
        .contains("TARE_DB_PASSWORD");
  }
}

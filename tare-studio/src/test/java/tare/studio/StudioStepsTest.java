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
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.ledger.Ledger;
import tare.ledger.LedgerPlace;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.release.ReleaseFolder;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableFile;
import tare.testkit.PostgresServer;

/** The steps of the studio, form by form: databases, code books, private facts, runs that died. */
class StudioStepsTest {

  private static final String SECRET = "w4t-a-pa55word";
  private static final String ODD = "it's a \"name\"";

  @TempDir private Path folder;
  private StudioServer studio;
  private Wire wire;
  private CountDownLatch held = new CountDownLatch(0);
  private CountDownLatch reached = new CountDownLatch(1);

  @BeforeEach
  void start() throws IOException {
    RandomGenerator random = new Seed(4).stream("people");
    StringBuilder csv = new StringBuilder("age,seen,\"it's a \"\"name\"\"\",ill\n");
    for (int r = 0; r < 600; r++) {
      csv.append(20 + random.nextInt(70)).append(",2020-0").append(1 + random.nextInt(9));
      csv.append("-1")
          .append(random.nextInt(9))
          .append(',')
          .append("nesw".charAt(random.nextInt(4)));
      csv.append(random.nextBoolean() ? ",yes\n" : ",no\n");
    }
    Files.writeString(folder.resolve("my people.csv"), csv);
    studio =
        StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder), this::hold);
    wire = new Wire(studio);
  }

  @AfterEach
  void stop() {
    held.countDown();
    studio.close();
  }

  private void hold(String step) {
    if (step.equals("sampling rows")) {
      reached.countDown();
      await(held);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Declares all columns; the unit and the count go first. */
  private void declare() throws IOException {
    wire.post("choose", Map.of("table", "my people.csv"));
    wire.post("schema/facts", Map.of("name", "people", "unit", "person", "rows", "600"));
    wire.post("schema/0", Map.of("kind", "WHOLE", "low", "0", "high", "120"));
    wire.post("schema/1", Map.of("kind", "DATE", "low", "2020-01-01", "high", "2020-12-31"));
    wire.post("schema/2", Map.of("kind", "CATEGORY", "levels", "n\ne\ns\nw\nnowhere"));
    wire.post("schema/3", Map.of("kind", "YES_NO", "no", "no", "yes", "yes"));
  }

  private String ended() throws IOException {
    String progress = wire.get("progress.json").text();
    while (progress.contains("RUNNING")) {
      progress = wire.get("progress.json").text();
    }
    return progress;
  }

  private List<Ledger.Entry> charges() throws IOException {
    return Ledger.open(LedgerPlace.beside(folder.resolve("my people.csv"))).entries();
  }

  @Test
  void datesAreGuessedAndDeclared() throws IOException {
    wire.post("choose", Map.of("table", "my people.csv"));
    assertThat(wire.get("schema/1").text()).contains("value=\"DATE\" checked");
    assertThat(wire.post("schema/1", Map.of("kind", "DATE", "low", "1.1.2020", "high", "x")).text())
        .contains("must be written like 2024-02-29");
    declare();
    assertThat(wire.get("schema").text()).contains("a date from 2020-01-01 to 2020-12-31");
    assertThat(wire.post("schema/check", Map.of()).text())
        .contains("Location: " + wire.root() + "plan");
  }

  @Test
  void whatTheDraftFoundOfTheWritingIsFilledIn() throws IOException {
    Files.writeString(
        folder.resolve("paid.csv"), "paid;on\n1.234,50;31.12.2020\n17,25;01.02.2021\n");
    wire.post("choose", Map.of("table", "paid.csv", "delimiter", ";"));
    assertThat(wire.get("schema/0").text())
        .contains("value=\"NUMBER\" checked")
        .contains("value=\",.\" selected");
    assertThat(wire.get("schema/1").text()).contains("value=\"%d.%m.%Y\"");
    wire.post("schema/cells", Map.of("show", "yes"));
    assertThat(wire.get("schema/0").text()).contains("1234.5, 17.25");
  }

  /** Codes for missing values, column by column: by hand, and kept in the schema file. */
  @Test
  void codesForMissingValuesAreDeclaredByColumn() throws IOException {
    Files.writeString(
        folder.resolve("scores.csv"), "score,again\n12,yes\n-999,?\n77,no\nNA,yes\n?,no\n");
    wire.post("choose", Map.of("table", "scores.csv"));
    wire.post("schema/facts", Map.of("name", "scores", "unit", "person", "rows", "5"));
    Map<String, String> score = Map.of("kind", "WHOLE", "low", "0", "high", "100");
    wire.post("schema/0", score);
    wire.post("schema/1", Map.of("kind", "YES_NO", "no", "no", "yes", "yes", "codes", "?"));
    Map<String, String> coded = new HashMap<>(score);
    coded.put("codes", "-999\r\n?");
    wire.post("schema/0", coded);
    assertThat(wire.get("schema/0").text()).contains(">-999\n?");
    assertThat(wire.get("schema").text())
        .contains("a whole number from 0 to 100; missing as -999 or ?");
    wire.post("schema/check", Map.of());
    Schema schema = SchemaFile.read(folder.resolve("scores.schema.json"));
    assertThat(schema.column(0).form().missingValues()).startsWith("", "-999", "?");
    assertThat(schema.column(0).missingAllowed()).isTrue();
    Table rows = TableFile.read(folder.resolve("scores.csv"), schema, CsvOptions.DEFAULTS);
    assertThat(IntStream.range(0, 5).filter(row -> rows.missing(row, 0)).toArray())
        .containsExactly(1, 3, 4);
    assertThat(rows.missing(1, 1)).isTrue();
  }

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

  @Test
  void aCodeBookDeclaresWhatItNames() throws IOException {
    Files.writeString(
        folder.resolve("book.csv"),
        "name,type,minimum,maximum,levels\nage,integer,0,120,\nseen,date,2020-01-01,2020-12-31,\nill,boolean,,,no|yes\n");
    wire.post("choose", Map.of("table", "my people.csv"));
    assertThat(wire.post("schema/book", Map.of("book", "book.csv")).status()).isEqualTo(303);
    assertThat(wire.get("schema").text())
        .contains("a whole number from 0 to 120")
        .contains("a date from 2020-01-01 to 2020-12-31")
        .contains("1 still to declare");
    assertThat(wire.post("schema/book", Map.of("book", "my people.csv")).text())
        .contains("role=\"alert\"");
  }

  @Test
  void factsAboutTheRowsAreShownOnlyToWhoAsked() throws IOException {
    declare();
    wire.post("schema/0", Map.of("kind", "WHOLE", "low", "0", "high", "50"));
    wire.post("schema/check", Map.of());
    assertThat(wire.get("schema").text()).doesNotContain("clamped").doesNotContain("never seen");
    wire.post("schema/cells", Map.of("show", "yes"));
    assertThat(wire.post("schema/check", Map.of()).text()).contains("schema#private-facts");
    assertThat(wire.get("schema").text())
        .contains("would be clamped")
        .contains("never seen: nowhere");
    wire.post("schema/cells", Map.of("show", "no"));
    assertThat(wire.get("schema").text()).doesNotContain("clamped").doesNotContain("never seen");
  }

  @Test
  void aCancelledRunIsTakenUpAgainAndNotChargedTwice() throws IOException {
    declare();
    held = new CountDownLatch(1);
    wire.post("plan", Map.of("epsilon", "0.7", "weights", "none"));
    wire.post("release/start", Map.of("name", "first"));
    await(reached);
    wire.post("release/cancel", Map.of());
    held.countDown();
    assertThat(ended()).contains("CANCELLED");
    assertThat(charges()).hasSize(1);
    assertThat(wire.get("release").text()).contains("not charged twice");

    studio.close(); // as if the machine had gone down: a new studio finds what was kept
    studio =
        StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder), step -> {});
    wire = new Wire(studio);
    declare();
    assertThat(wire.get("plan").text()).contains("Take up first");
    assertThat(wire.post("release/again", Map.of("name", "second")).text()).contains("No run");
    wire.post("release/again", Map.of("name", "first"));
    assertThat(ended()).contains("DONE");
    assertThat(charges()).hasSize(1);
    assertThat(ReleaseFolder.read(folder.resolve("first")).privacy().requested().epsilon())
        .isEqualTo(0.7);
    assertThat(wire.get("plan").text()).doesNotContain("Take up");
  }

  @Test
  void rowsThatWereChargedElsewhereAreRecognised() throws IOException {
    String before = System.setProperty("tare.home", folder.resolve("home").toString());
    try {
      declare();
      wire.post("plan", Map.of("weights", "none"));
      wire.post("release/start", Map.of("name", "first"));
      assertThat(ended()).contains("DONE");
      Path other = Files.createDirectory(folder.resolve("elsewhere")).resolve("copy.csv");
      Files.copy(folder.resolve("my people.csv"), other);
      Files.move(folder.resolve("my people.schema.json"), folder.resolve("people.json"));
      wire.post("choose", Map.of("table", "elsewhere/copy.csv"));
      wire.post("schema/read", Map.of("file", "people.json"));
      wire.post("plan", Map.of("weights", "none"));
      wire.post("release/start", Map.of("name", "second"));
      assertThat(ended()).contains("FAILED");
      assertThat(wire.get("release").text())
          .contains("were charged before")
          .contains("Charged for it: nothing");
    } finally {
      if (before == null) {
        System.clearProperty("tare.home");
      } else {
        System.setProperty("tare.home", before);
      }
    }
  }

  /** The commands at the foot of a page, run by a shell as they stand, do what the page does. */
  @Test
  void theCommandsShownDoTheSame() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "There is no bash to run them.");
    declare();
    wire.post("schema/check", Map.of());
    wire.post("plan", Map.of("epsilon", "0.8", "lifetime", "2.5", "weights", "none"));
    String commands = shown("plan");
    assertThat(commands).contains("--lifetime-epsilon 2.5").contains("my people.csv'");
    Path twin = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-twin"));
    for (String file : List.of("my people.csv", "my people.schema.json")) {
      Files.copy(folder.resolve(file), twin.resolve(file));
    }
    run(commands.replace(folder.toString(), twin.toString()));

    wire.post("release/start", Map.of("name", "people-release-1"));
    assertThat(ended()).contains("DONE");
    PrivacyStatement ours = ReleaseFolder.read(folder.resolve("people-release-1")).privacy();
    Bundle same = ReleaseFolder.read(twin.resolve("people-release-1"));
    assertThat(same.privacy().charges()).isEqualTo(ours.charges());
    assertThat(same.privacy().requested()).isEqualTo(ours.requested());
    assertThat(same.provenance().seed())
        .isEqualTo(ReleaseFolder.read(folder.resolve("people-release-1")).provenance().seed());
    assertThat(Ledger.open(LedgerPlace.beside(twin.resolve("my people.csv"))).limit())
        .isEqualTo(Ledger.open(LedgerPlace.beside(folder.resolve("my people.csv"))).limit());

    String analysis =
        shown("analyse?outcome=ill&by=age&by=it%27s+a+%22name%22")
            .lines()
            .reduce((a, b) -> b)
            .orElseThrow();
    assertThat(analysis).startsWith("tare analyze").contains("`" + ODD.replace("'", "'\\''") + "`");
    assertThat(run(analysis)).contains("age");
  }

  private String shown(String page) throws IOException {
    Matcher code =
        Pattern.compile("<footer>.*<code>(.*)</code>", Pattern.DOTALL)
            .matcher(wire.get(page).text());
    assertThat(code.find()).isTrue();
    return code.group(1)
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&gt;", ">")
        .replace("&lt;", "<")
        .replace("&amp;", "&");
  }

  private String run(String commands) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script = folder.resolve("shown.sh");
    Files.writeString(
        script,
        "set -e\ntare() { '"
            + java
            + "' -cp '"
            + System.getProperty("java.class.path")
            + "' tare.cli.Main \"$@\"; }\n"
            + commands
            + "\n");
    Process shell =
        new ProcessBuilder("/bin/bash", script.toString()).redirectErrorStream(true).start();
    String text = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(text).isZero();
    return text;
  }
}

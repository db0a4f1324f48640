package tare.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.random.Seed;
import tare.table.Databases;
import tare.testkit.PostgresServer;

/**
 * A process charges a ledger in PostgreSQL without end, and at random points the server, the
 * process or the line between them is killed. Whatever the moment: what was said to be booked is in
 * the ledger once, nothing is in it that was not tried, and the password is in no output.
 */
class LedgerKillsTest {

  private static final String NAME = "kills";

  private final Path folder;

  LedgerKillsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aKillOfEachKind() throws Exception {
    survives(3);
  }

  @Test
  @Tag("audit")
  void twoHundredKills() throws Exception {
    survives(200);
  }

  private void survives(int kills) throws Exception {
    Optional<PostgresServer> started = PostgresServer.start();
    assumeTrue(started.isPresent(), PostgresServer.MISSING);
    try (PostgresServer server = started.get();
        CutProxy line = new CutProxy(server.port())) {
      Ledger.create(
          server::connect,
          NAME,
          LossFilter.forLife(new PrivacyBudget(1e6, 1e-6)),
          Neighbours.ADD_OR_REMOVE_ONE_ROW);
      int[] done = kill(kills, server, line);
      check(server);
      Path numbers = Files.createDirectories(Path.of("target")).resolve("ledger-kills.txt");
      Files.writeString(
          numbers,
          "killed %d servers, %d clients, cut the line %d times; %s%n"
              .formatted(done[0], done[1], done[2], told(server)));
    }
  }

  /** Kills in turn at random moments. Gives how many servers, clients and lines. */
  private int[] kill(int kills, PostgresServer server, CutProxy line) throws Exception {
    RandomGenerator random = new Seed(71).stream("kills");
    int[] done = new int[3];
    Process client = client(0, line);
    for (int i = 0; i < kills; i++) {
      awaitWork(i, client);
      LockSupport.parkNanos(random.nextLong(30_000_000L));
      switch (i % 3) {
        case 0 -> {
          server.killHard();
          assertThat(server.begin()).isTrue();
        }
        case 1 -> {
          client.destroyForcibly().waitFor();
          client = client(i + 1, line);
        }
        default -> assertThat(line.cut()).isNotNegative();
      }
      done[i % 3]++;
    }
    client.destroyForcibly().waitFor();
    return done;
  }

  private Process client(int number, CutProxy line) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LedgerCharger.class.getName(),
                "jdbc:postgresql://127.0.0.1:" + line.port() + "/postgres",
                NAME,
                "c" + number)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("client-" + number).toFile());
    builder.environment().put(Databases.USER, "steward");
    builder.environment().put(Databases.PASSWORD, PostgresServer.PASSWORD);
    return builder.start();
  }

  /** Waits until the client has booked something since it began or since the last kill. */
  private void awaitWork(int kill, Process client) throws IOException {
    int before = kill == 0 ? 0 : said("booked").size();
    while (said("booked").size() <= before) {
      assertThat(client.isAlive()).as(() -> "client: " + outputs()).isTrue();
      LockSupport.parkNanos(5_000_000L);
    }
  }

  private List<String> said(String word) throws IOException {
    List<String> purposes = new ArrayList<>();
    for (String text : outputs()) {
      text.lines()
          .filter(row -> row.startsWith(word + " "))
          .forEach(row -> purposes.add(row.substring(word.length() + 1)));
    }
    return purposes;
  }

  private List<String> outputs() {
    List<String> texts = new ArrayList<>();
    try (var files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        texts.add(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      texts.add(e.toString());
    }
    return texts;
  }

  private void check(PostgresServer server) throws IOException {
    Ledger ledger = Ledger.open(server::connect, NAME).orElseThrow(); // checks every link
    List<String> inLedger = ledger.entries().stream().map(Ledger.Entry::purpose).toList();
    Set<String> tried = new HashSet<>(said("tries"));

    assertThat(inLedger).doesNotHaveDuplicates().containsAll(said("booked"));
    assertThat(tried).containsAll(inLedger);
    Path copy = folder.resolve("copy.ledger");
    Ledger.copy(server::connect, NAME, copy);
    assertThat(outputs()).noneMatch(text -> text.contains(PostgresServer.PASSWORD));
    assertThat(server.serverLog()).doesNotContain(PostgresServer.PASSWORD);
    assertThat(server.log()).doesNotContain(PostgresServer.PASSWORD);
  }

  private String told(PostgresServer server) throws IOException {
    int entries = Ledger.open(server::connect, NAME).orElseThrow().entries().size();
    int booked = said("booked").size();
    return "%d tried, %d said to be booked, %d in the ledger, %d failed with a message"
        .formatted(said("tries").size(), booked, entries, said("failed").size());
  }
}

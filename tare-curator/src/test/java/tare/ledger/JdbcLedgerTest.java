package tare.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.random.Seed;
import tare.testkit.PostgresServer;

/** A ledger in a real PostgreSQL server; skipped, with a message, where none can be started. */
class JdbcLedgerTest {

  private static final PrivacyBudget LIMIT = new PrivacyBudget(1, 1e-6);

  private static @Nullable PostgresServer server;

  @BeforeAll
  static void start() throws IOException {
    server = PostgresServer.start().orElse(null);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void needsAServer() {
    assumeTrue(server != null, PostgresServer.MISSING);
  }

  private static PostgresServer server() {
    return java.util.Objects.requireNonNull(server);
  }

  private static Ledger begin(String name, double epsilon) throws IOException {
    return Ledger.create(
        server()::connect,
        name,
        LossFilter.forLife(new PrivacyBudget(epsilon, 1e-6)),
        Neighbours.ADD_OR_REMOVE_ONE_ROW);
  }

  private static Ledger open(String name) throws IOException {
    return Ledger.open(server()::connect, name).orElseThrow();
  }

  private static List<String> purposes(Ledger ledger) {
    return ledger.entries().stream().map(Ledger.Entry::purpose).toList();
  }

  @Test
  void refusesAsAFileDoes(@TempDir Path folder) throws IOException {
    Ledger shared = begin("refuses", 1);
    Ledger file = Ledger.create(folder.resolve("a.ledger"), "refuses", LIMIT);
    for (Ledger ledger : List.of(shared, file)) {
      ledger.charge("r", "first", new PrivacyEvent.Spherical(0.7));
      assertThatThrownBy(() -> ledger.charge("r", "second", new PrivacyEvent.Spherical(0.7)))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("\"second\"");
      assertThat(purposes(ledger)).containsExactly("first");
      assertThat(ledger.entries().get(0).by()).isEqualTo(System.getProperty("user.name"));
    }
    assertThat(open("refuses").spent()).isEqualTo(file.spent());
    assertThat(Ledger.open(server()::connect, "no such")).isEmpty();
    assertThatThrownBy(() -> begin("refuses", 1)).isInstanceOf(IOException.class);
  }

  @Test
  void onlyGrows() throws IOException, SQLException {
    begin("grows", 1).charge("r", "kept", new PrivacyEvent.Spherical(0.1));
    for (String change :
        List.of(
            "UPDATE tare_ledger SET line = ''",
            "DELETE FROM tare_ledger",
            "TRUNCATE tare_ledger")) {
      try (Connection connection = server().connect();
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.execute(change)).hasMessageContaining("only grows");
      }
    }
    assertThat(purposes(open("grows"))).containsExactly("kept");
  }

  @Test
  void ofTwoThatRaceForTheLastBudgetOneWins() throws Exception {
    for (int round = 0; round < 20; round++) {
      String name = "race " + round;
      begin(name, 1).charge("r", "before", new PrivacyEvent.Spherical(0.5));
      CountDownLatch go = new CountDownLatch(1);
      ExecutorService machines = Executors.newFixedThreadPool(2);
      List<Future<Boolean>> won = new ArrayList<>();
      for (int m = 0; m < 2; m++) {
        String purpose = "machine " + m;
        won.add(
            machines.submit(
                () -> {
                  Ledger own = open(name);
                  go.await();
                  try {
                    own.charge("r", purpose, new PrivacyEvent.Spherical(0.5));
                    return true;
                  } catch (BudgetRefusedException e) {
                    return false;
                  }
                }));
      }
      go.countDown();
      assertThat(won.get(0).get() ^ won.get(1).get()).isTrue();
      assertThat(purposes(open(name))).hasSize(2);
      machines.shutdown();
    }
  }

  /** A connection that is cut, from the client or by the server, at one of its calls. */
  private static Connection cut(Connection real, int[] callsLeft) {
    return (Connection)
        Proxy.newProxyInstance(
            JdbcLedgerTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> {
              if (callsLeft[0]-- == 0) {
                real.abort(Runnable::run);
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aConnectionLostAtAnyOfTwoHundredPointsLosesAndDoublesNothing() throws IOException {
    begin("lost", 1000);
    RandomGenerator random = new Seed(61).stream("lost");
    List<String> returned = new ArrayList<>();
    int failures = 0;
    for (int i = 0; i < 200; i++) {
      int[] callsLeft = {random.nextInt(26)};
      String purpose = "charge " + i;
      try {
        Optional<Ledger> ledger = Ledger.open(() -> cut(server().connect(), callsLeft), "lost");
        ledger.orElseThrow().charge("r", purpose, new PrivacyEvent.Spherical(0.01));
        returned.add(purpose);
      } catch (IOException | UncheckedIOException e) {
        failures++;
        assertThat(e.toString()).doesNotContain(PostgresServer.PASSWORD);
      }
    }
    List<String> booked = purposes(open("lost"));

    assertThat(failures).isBetween(50, 199);
    assertThat(booked).doesNotHaveDuplicates().containsAll(returned);
  }

  @Test
  void aServerKilledInBetweenLosesAndDoublesNothing() throws IOException {
    begin("killed", 1000);
    List<String> returned = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < 3; i++) {
        String purpose = round + "." + i;
        open("killed").charge("r", purpose, new PrivacyEvent.Spherical(0.01));
        returned.add(purpose);
      }
      assertThat(server().kill()).isTrue();
      assertThatThrownBy(() -> open("killed"))
          .isInstanceOf(IOException.class)
          .hasMessageNotContaining(PostgresServer.PASSWORD);
      assertThat(server().begin()).isTrue();
      assertThat(purposes(open("killed"))).containsExactlyElementsOf(returned);
    }
  }

  @Test
  void goesIntoAFileAndBack(@TempDir Path folder) throws IOException, SQLException {
    Ledger ledger = begin("moves", 1);
    ledger.charge("r", "first", new PrivacyEvent.Spherical(0.3));
    Path file = folder.resolve("moves.ledger");
    Ledger copy = Ledger.copy(server()::connect, "moves", file);

    assertThat(copy.entries()).isEqualTo(ledger.entries());
    copy.charge("r", "second", new PrivacyEvent.Gaussian(20));
    assertThatThrownBy(() -> Ledger.copy(file, server()::connect)).isInstanceOf(IOException.class);
    try (Connection other = server().connect();
        Statement statement = other.createStatement()) {
      statement.execute("CREATE SCHEMA other");
    }
    LedgerDatabase elsewhere =
        () -> {
          Connection connection = server().connect();
          connection.setSchema("other");
          return connection;
        };
    Ledger back = Ledger.copy(file, elsewhere);
    assertThat(back.entries()).isEqualTo(Ledger.open(file).entries());
    assertThat(back.spent()).isEqualTo(copy.spent());
  }
}

package tare.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tare.accounting.LossFilter;
import tare.accounting.Neighbours;
import tare.schema.BadInputException;

/*
 * Design. The lines are those of the file (LedgerLine), one row each, so that both forms are checked
 * alike and can be copied into each other. A charge is one serialisable transaction: it takes the
 * data set's advisory lock, reads what was added, decides, and inserts the next number, which is the
 * primary key. The commit must return before a row of data is read. If the connection is lost at the
 * commit, nobody knows whether the charge stands: no row is read for it, and the ledger shows it or
 * not when it is next read, as a file does. A trigger turns updates and deletes away.
 */

/** Records in a PostgreSQL database that several machines share. */
final class JdbcLedgerStore implements LedgerStore {

  private static final List<String> TABLE =
      List.of(
          "CREATE TABLE IF NOT EXISTS tare_ledger (data_set text NOT NULL, n bigint NOT NULL,"
              + " line text NOT NULL, PRIMARY KEY (data_set, n))",
          "CREATE OR REPLACE FUNCTION tare_ledger_grows() RETURNS trigger LANGUAGE plpgsql AS"
              + " $$ BEGIN RAISE EXCEPTION 'a ledger only grows'; END $$",
          "CREATE OR REPLACE TRIGGER tare_ledger_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON"
              + " tare_ledger EXECUTE FUNCTION tare_ledger_grows()");

  private final LedgerDatabase connections;
  private final String dataSet;
  private final LedgerChain chain;

  private JdbcLedgerStore(LedgerDatabase connections, String dataSet) {
    this.connections = connections;
    this.dataSet = dataSet;
    chain = new LedgerChain(name(dataSet));
  }

  private static String name(String dataSet) {
    return "The ledger of \"" + dataSet + "\" in the database";
  }

  /** Opens the ledger of a data set, or nothing if there is none. */
  static Optional<JdbcLedgerStore> open(LedgerDatabase connections, String dataSet)
      throws IOException {
    JdbcLedgerStore store = new JdbcLedgerStore(connections, dataSet);
    try (Connection connection = connections.open()) {
      prepare(connection);
      store.catchUp(connection);
    } catch (SQLException e) {
      throw lost(dataSet, e);
    }
    return store.chain.isEmpty() ? Optional.empty() : Optional.of(store);
  }

  /** Begins a ledger. */
  static JdbcLedgerStore begin(
      LedgerDatabase connections,
      String dataSet,
      LossFilter filter,
      Neighbours neighbours,
      Instant now)
      throws IOException {
    return begin(
        connections, dataSet, List.of(LedgerLine.header(dataSet, filter, neighbours, now)));
  }

  /** Begins a ledger with lines that were checked, its header first. */
  static JdbcLedgerStore begin(LedgerDatabase connections, String dataSet, List<String> lines)
      throws IOException {
    JdbcLedgerStore store = new JdbcLedgerStore(connections, dataSet);
    try (Connection connection = connections.open()) {
      prepare(connection);
      store.lock(connection);
      store.catchUp(connection);
      if (!store.chain.isEmpty()) {
        throw new FileAlreadyExistsException(name(dataSet));
      }
      for (int n = 0; n < lines.size(); n++) {
        store.insert(connection, n, lines.get(n));
      }
      connection.commit();
      store.catchUp(connection);
    } catch (SQLException e) {
      throw lost(dataSet, e);
    }
    return store;
  }

  private static void prepare(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet there = statement.executeQuery("SELECT to_regclass('tare_ledger') IS NOT NULL")) {
      there.next();
      if (!there.getBoolean(1)) {
        statement.execute("SELECT pg_advisory_xact_lock(7236834)");
        for (String part : TABLE) {
          statement.execute(part);
        }
      }
    }
    connection.commit();
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
  }

  @Override
  public String dataSet() {
    return chain.header().dataSet(name(dataSet));
  }

  @Override
  public LossFilter filter() {
    return chain.header().filter(name(dataSet));
  }

  @Override
  public Optional<Neighbours> neighbours() {
    return Optional.of(chain.header().neighbours());
  }

  @Override
  public int tornRecords() {
    return 0;
  }

  @Override
  public synchronized List<Ledger.Entry> entries() {
    try (Connection connection = connections.open()) {
      catchUp(connection);
    } catch (SQLException e) {
      throw new UncheckedIOException(name(dataSet) + " could not be read.", lost(dataSet, e));
    }
    return chain.entries();
  }

  @Override
  public synchronized <R> R exclusively(Function<Session, R> step) {
    try (Connection connection = connections.open()) {
      prepare(connection);
      lock(connection);
      catchUp(connection);
      return step.apply(new OpenSession(connection));
    } catch (SQLException e) {
      throw new UncheckedIOException(
          name(dataSet) + " could not be used, and no row was read for it.", lost(dataSet, e));
    }
  }

  private final class OpenSession implements Session {
    private final Connection connection;

    OpenSession(Connection connection) {
      this.connection = connection;
    }

    @Override
    public List<Ledger.Entry> entries() {
      return chain.entries();
    }

    @Override
    public void append(Ledger.Entry entry) {
      try {
        insert(connection, chain.last() + 1, chain.next(entry));
        // Privacy hangs on this line: a charge returns, and a row is read, only when it has.
        connection.commit();
        catchUp(connection);
      } catch (SQLException e) {
        throw new UncheckedIOException(
            "\""
                + entry.purpose()
                + "\" could not be booked. No row was read for it, though the ledger may show it;"
                + " charges before it stand. Look at the ledger, and run again.",
            lost(dataSet, e));
      }
    }
  }

  /** Waits until nobody else appends; before the first read, so that the snapshot is later. */
  private void lock(Connection connection) throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement("SELECT pg_advisory_lock(hashtextextended(?, 7236834))")) {
      lock.setString(1, dataSet);
      lock.executeQuery().close();
    }
    connection.commit(); // The lock is the session's: it goes when the connection closes.
  }

  private void insert(Connection connection, long number, String line) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO tare_ledger (data_set, n, line) VALUES (?, ?, ?)")) {
      insert.setString(1, dataSet);
      insert.setLong(2, number);
      insert.setString(3, line);
      insert.executeUpdate();
    }
  }

  /** Every line from a number on, in order. */
  static List<String> lines(Connection connection, String dataSet, long from) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT line FROM tare_ledger WHERE data_set = ? AND n >= ? ORDER BY n")) {
      query.setString(1, dataSet);
      query.setLong(2, from);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          lines.add(rows.getString(1));
        }
      }
    }
    return lines;
  }

  private void catchUp(Connection connection) throws SQLException {
    for (String line : lines(connection, dataSet, chain.last() + 1)) {
      chain.accept(
          LedgerLine.read(line)
              .orElseThrow(
                  () ->
                      new BadInputException(
                          name(dataSet),
                          "The record after record "
                              + chain.last()
                              + " is damaged or was edited. Restore the ledger from a backup.")));
    }
  }

  /** What the server says may name hosts and users, so only the kind of failure is passed on. */
  private static IOException lost(String dataSet, SQLException e) {
    return new IOException(
        name(dataSet) + " did not answer as it should (SQL state " + e.getSQLState() + ")");
  }
}

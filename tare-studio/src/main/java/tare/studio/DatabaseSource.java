package tare.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.DatabaseRows;
import tare.table.Databases;
import tare.table.RowsRead;
import tare.table.SchemaCheck;
import tare.table.SchemaDraft;

/**
 * A table or a query of a database. User and password live in this process alone: they stand on no
 * page, in no file and on no command line, and go with the choice of another table.
 */
final class DatabaseSource implements TableSource {

  private static final int SHOWN_CELLS = 8;

  private final String address;
  private final String table;
  private final String query;
  private final Map<String, String> settings;
  private final Path folder;

  /**
   * @param table its name, or nothing where there is a query
   * @param user nothing for the environment's
   * @param password nothing for the environment's
   * @param folder where schema and ledger are written
   */
  DatabaseSource(
      String address, String table, String query, String user, String password, Path folder) {
    if (!Databases.isAddress(address)) {
      throw new IllegalArgumentException(
          "The address of a database begins with jdbc:, such as jdbc:postgresql://host/name or jdbc:duckdb:/path.");
    }
    if (table.isEmpty() == query.isEmpty()) {
      throw new IllegalArgumentException("Name either a table or a query, and not both.");
    }
    this.address = address;
    this.table = table;
    this.query = query;
    this.folder = folder;
    this.settings = new HashMap<>(System.getenv());
    if (!user.isEmpty()) {
      settings.put(Databases.USER, user);
    }
    if (!password.isEmpty()) {
      settings.put(Databases.PASSWORD, password);
    }
  }

  /** What is done with a connection. */
  private interface Work<R> {
    R with(Connection connection) throws IOException, SQLException;
  }

  private <R> R connected(Work<R> work) {
    try (Connection connection = Databases.connect(address, settings)) {
      return work.with(connection);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "The database could not be reached, or refused (SQL state "
              + e.getSQLState()
              + "). Check address, user and password.");
    } catch (IOException e) {
      // The words are our own: they hold an SQL state and no cell.
      throw new IllegalArgumentException("From the database: " + e.getMessage() + ".");
    }
  }

  private String all() {
    return query.isEmpty() ? DatabaseRows.ofTable(table) : query;
  }

  private String name() {
    return table.isEmpty() ? "data" : table.replaceFirst("^.*\\.", "");
  }

  @Override
  public String words() {
    return table.isEmpty() ? "a query of " + address : table + " of " + address;
  }

  @Override
  public Path beside() {
    return folder.resolve(name().replaceAll("[^A-Za-z0-9_-]+", "-"));
  }

  @Override
  public SchemaDraft draft(SchemaDraft.Known known) {
    return SchemaDraft.of(
        name(), connected(connection -> DatabaseRows.columns(connection, all())), known);
  }

  @Override
  public BoundedRows read(Schema schema, RowsRead heard) {
    String asked = query.isEmpty() ? DatabaseRows.ofTable(table, schema) : query;
    return connected(connection -> DatabaseRows.read(connection, asked, schema, heard));
  }

  @Override
  public List<SchemaCheck.Finding> findings(Schema schema) {
    return SchemaCheck.of(read(schema, RowsRead.SILENT), schema);
  }

  @Override
  public List<String> cells(ColumnDraft column) {
    return connected(connection -> cells(connection, column.name()));
  }

  private List<String> cells(Connection connection, String column) throws SQLException {
    List<String> shown = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(SHOWN_CELLS);
      try (ResultSet rows = statement.executeQuery(all())) {
        while (shown.size() < SHOWN_CELLS && rows.next()) {
          String cell = rows.getString(column);
          shown.add(cell == null ? "(missing)" : cell);
        }
      }
    }
    return shown;
  }

  @Override
  public List<String> arguments() {
    return table.isEmpty()
        ? List.of(address, "--query", query)
        : List.of(address, "--table", table);
  }
}

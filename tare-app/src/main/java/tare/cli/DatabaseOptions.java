package tare.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.DatabaseRows;
import tare.table.Databases;
import tare.table.FieldSpec;

/** Which rows of a database, where the data is the address of one. */
final class DatabaseOptions {

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "The table of the database to read.")
  private @Nullable String table;

  @Option(
      names = "--query",
      paramLabel = "SQL",
      description = "The query whose rows to read from the database.")
  private @Nullable String query;

  /** What is done with a connection. */
  private interface Work<R> {
    R with(Connection connection) throws IOException;
  }

  /** Refuses both and neither. */
  void requireOne() {
    if ((table == null) == (query == null)) {
      throw new IllegalArgumentException(
          "A database needs either --table or --query, and not both.");
    }
  }

  BoundedRows read(String address, Schema schema) throws IOException {
    String asked =
        query != null ? query : DatabaseRows.ofTable(Objects.requireNonNull(table), schema);
    return connected(address, connection -> DatabaseRows.read(connection, asked, schema));
  }

  /** The columns that the database declares. */
  List<FieldSpec> columns(String address) throws IOException {
    String asked = query != null ? query : DatabaseRows.ofTable(Objects.requireNonNull(table));
    return connected(address, connection -> DatabaseRows.columns(connection, asked));
  }

  /** A name for the data set, to begin with. */
  String name() {
    return table != null ? table.replaceFirst("^.*\\.", "") : "data";
  }

  private static <R> R connected(String address, Work<R> work) throws IOException {
    try (Connection connection = Databases.connect(address, DatabaseLogin.to(address))) {
      return work.with(connection);
    } catch (SQLException e) {
      throw new IOException(
          "the database could not be reached (SQL state " + e.getSQLState() + ")");
    }
  }
}

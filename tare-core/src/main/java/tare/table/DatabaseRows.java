package tare.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.TableFaults.CellFlaw;

/**
 * Reads the rows of a query, a few thousand at a time. Rules and faults are those of a file; a
 * fault names the row (from 1) and quotes no cell and no word of the server's.
 */
public final class DatabaseRows {

  private static final String SOURCE = "the database";
  private static final int AT_A_TIME = 10_000;

  private final Schema schema;
  private final RowsRead heard;
  private final List<String> names;
  private final TableFaults faults;
  private final CellTexts[] cells;
  private final TableAppender rows;
  private final double[] row;
  private final UnitKeys keys;
  private int[] units = new int[64];

  private DatabaseRows(Schema schema, RowsRead heard) {
    this.schema = schema;
    this.heard = heard;
    names = new ArrayList<>(schema.columns().stream().map(Column::name).toList());
    schema.unitRows().map(UnitRows::column).ifPresent(names::add);
    faults = new TableFaults(SOURCE, names, "Row ");
    cells = new CellTexts[schema.columnCount()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = new CellTexts(schema, c);
    }
    rows = new TableAppender(schema.plain());
    keys = new UnitKeys(schema.missingValues());
    row = new double[cells.length];
  }

  /** The query for the declared columns of a table, whose name may have a schema before a point. */
  public static String ofTable(String table, Schema schema) {
    Stream<String> columns =
        schema.columns().stream()
            .filter(column -> !(column.type() instanceof ColumnType.CodesOf))
            .map(Column::name);
    Stream<String> unit = schema.unitRows().map(UnitRows::column).stream();
    return "SELECT "
        + Stream.concat(columns, unit).map(DatabaseRows::quoted).collect(Collectors.joining(", "))
        + " FROM "
        + Stream.of(table.split("\\.")).map(DatabaseRows::quoted).collect(Collectors.joining("."));
  }

  /** The query for all columns of a table, whose name may have a schema before a point. */
  public static String ofTable(String table) {
    return "SELECT * FROM "
        + Stream.of(table.split("\\.")).map(DatabaseRows::quoted).collect(Collectors.joining("."));
  }

  /** The columns of a query and their types, as the database declares them; no row is read. */
  public static List<FieldSpec> columns(Connection connection, String query) throws IOException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      ResultSetMetaData result = statement.getMetaData();
      if (result == null) {
        throw new IOException("the database does not tell the columns of this query");
      }
      List<FieldSpec> fields = new ArrayList<>();
      for (int i = 1; i <= result.getColumnCount(); i++) {
        fields.add(FieldSpec.of(result.getColumnLabel(i), type(result.getColumnType(i))));
      }
      return fields;
    } catch (SQLException e) {
      throw new IOException(
          "the database refused the query or was lost (SQL state " + e.getSQLState() + ")");
    }
  }

  private static String type(int sql) {
    return switch (sql) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> "integer";
      case Types.FLOAT, Types.REAL, Types.DOUBLE, Types.DECIMAL, Types.NUMERIC -> "number";
      case Types.BOOLEAN, Types.BIT -> "boolean";
      case Types.DATE -> "date";
      case Types.TIME -> "time";
      case Types.TIMESTAMP -> "datetime";
      default -> "string";
    };
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /** Reads all rows of a query. */
  public static BoundedRows read(Connection connection, String query, Schema schema)
      throws IOException {
    return read(connection, query, schema, RowsRead.SILENT);
  }

  /** Reads all rows of a query, heard of by somebody who may end it. */
  public static BoundedRows read(Connection connection, String query, Schema schema, RowsRead heard)
      throws IOException {
    DatabaseRows reader = new DatabaseRows(schema, heard);
    try {
      connection.setAutoCommit(false); // else PostgreSQL sends everything at once
      connection.setReadOnly(true);
      keepOrder(connection);
    } catch (SQLException e) {
      // A driver that knows no transactions streams in its own way.
      return reader.read(connection, query);
    }
    return reader.read(connection, query);
  }

  /**
   * Lets a scan begin at a table's beginning. PostgreSQL may join a scan that is under way, and
   * then the order of a person's own rows, which says which of them are kept, would hang on
   * others'.
   */
  private static void keepOrder(Connection connection) throws SQLException {
    if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET LOCAL synchronize_seqscans = off");
      }
    }
  }

  private BoundedRows read(Connection connection, String query) throws IOException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(AT_A_TIME);
      try (ResultSet result = EndableQuery.run(statement, query, heard)) {
        int[] places = places(result.getMetaData());
        boolean[] flags = flags(result.getMetaData(), places);
        for (long number = 1; result.next(); number++) {
          readRow(result, places, flags, number);
          heard.count(number);
        }
      }
    } catch (SQLException e) {
      throw new IOException(
          "the database refused the query or was lost (SQL state " + e.getSQLState() + ")");
    }
    if (rows.rowCount() == 0 && !faults.any()) {
      faults.add("The query gives no rows.");
    }
    if (faults.any()) {
      throw faults.exception();
    }
    ColumnarTable table = rows.finish();
    return schema.unitRows().isEmpty()
        ? BoundedRows.ofRows(table)
        : BoundedRows.of(
            table, Arrays.copyOf(units, table.rowCount()), keys.hashes(), schema.rowsPerUnit());
  }

  private int[] places(ResultSetMetaData result) throws SQLException {
    List<String> labels = new ArrayList<>();
    for (int i = 1; i <= result.getColumnCount(); i++) {
      labels.add(result.getColumnLabel(i));
    }
    int[] places = new int[names.size()];
    for (int c = 0; c < places.length; c++) {
      places[c] = labels.indexOf(names.get(c)) + 1;
      boolean codes = c < cells.length && schema.column(c).type() instanceof ColumnType.CodesOf;
      if (places[c] == 0 && !codes) {
        faults.add(
            "The query has no column \""
                + names.get(c)
                + "\"."
                + DidYouMean.hint(names.get(c), labels));
      }
    }
    if (faults.any()) {
      throw faults.exception();
    }
    return places;
  }

  private static boolean[] flags(ResultSetMetaData result, int[] places) throws SQLException {
    boolean[] flags = new boolean[places.length];
    for (int c = 0; c < places.length; c++) {
      int type = places[c] == 0 ? Types.OTHER : result.getColumnType(places[c]);
      flags[c] = type == Types.BOOLEAN || type == Types.BIT;
    }
    return flags;
  }

  private void readRow(ResultSet result, int[] places, boolean[] flags, long number)
      throws SQLException {
    for (int c = 0; c < cells.length; c++) {
      if (places[c] > 0) {
        row[c] = cell(result, c, places[c], flags[c], number);
      }
    }
    if (places.length > cells.length) {
      unit(result.getString(places[cells.length]), number);
    }
    if (!faults.any()) {
      rows.append(row);
    }
  }

  private double cell(ResultSet result, int column, int place, boolean flag, long number)
      throws SQLException {
    String text = result.getString(place);
    double value = text == null ? Double.NaN : value(cells[column], text, flag, result, place);
    if (value == CellTexts.FLAWED) {
      faults.cell(number, column, cells[column].flaw());
      return Double.NaN;
    }
    if (Double.isNaN(value) && !schema.column(column).missingAllowed()) {
      faults.cell(number, column, CellFlaw.MISSING);
    }
    if (schema.codesOf(column) >= 0) {
      row[schema.codesOf(column)] = text == null ? 0 : cells[column].code();
    }
    return value;
  }

  private static double value(
      CellTexts cell, String text, boolean flag, ResultSet result, int place) throws SQLException {
    if (flag) {
      return cell.ofBoolean(result.getBoolean(place));
    }
    byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
    return cell.ofText(bytes, 0, bytes.length);
  }

  private void unit(String name, long number) {
    byte[] bytes = (name == null ? "" : name).getBytes(StandardCharsets.UTF_8);
    int unit = keys.number(bytes, 0, bytes.length);
    if (unit == UnitKeys.NOBODY) {
      faults.cell(number, cells.length, CellFlaw.NO_UNIT);
      return;
    }
    int at = rows.rowCount();
    units = at == units.length ? Arrays.copyOf(units, at + (at >> 1)) : units;
    units[at] = unit;
  }
}

package tare.schema;

import java.util.List;
import java.util.OptionalLong;

/**
 * What everyone may know about a table before a row is read: its columns with their declared types,
 * what one row stands for, and, if the curator chooses to make it public, the number of rows.
 *
 * @param name a short name for the data set
 * @param unit what one row stands for, in a word or two ("patient"): the unit that privacy protects
 * @param columns the columns in file order, names all different
 * @param publicRowCount the number of rows, when the curator declares it public; never read off the
 *     data
 * @param missingValues how the file writes a missing cell, for instance the empty text or {@code
 *     NA}; the first one is written
 * @param ignored columns of the file that are left out on purpose, for instance an identifier
 */
public record Schema(
    String name,
    String unit,
    List<Column> columns,
    OptionalLong publicRowCount,
    List<String> missingValues,
    List<String> ignored) {

  public Schema {
    columns = List.copyOf(columns);
    ignored = List.copyOf(ignored);
    missingValues = List.copyOf(missingValues);
    Rules.requireText("The name of a schema", name);
    Rules.requireText("The unit of a schema, what one row stands for,", unit);
    Rules.require(!columns.isEmpty(), "A schema must declare at least one column", "none");
    Rules.requireDistinct("Column names", columns.stream().map(Column::name).toList());
    Rules.require(
        publicRowCount.isEmpty() || publicRowCount.getAsLong() >= 1,
        "A public row count must be at least 1",
        publicRowCount);
    missingValues.forEach(value -> Rules.requirePlain("A missing value", value));
    ignored.forEach(left -> Rules.requireText("The name of a column left out", left));
    Rules.requireDistinct("Missing values", missingValues);
    for (Column column : columns) {
      requireTellable(column, missingValues);
      Rules.require(
          !ignored.contains(column.name()),
          "A column must not be both declared and left out",
          "\"" + column.name() + "\"");
    }
    Rules.requireDistinct("Names of columns left out", ignored);
  }

  /** A schema whose files leave a missing cell empty. */
  public Schema(String name, String unit, List<Column> columns, OptionalLong publicRowCount) {
    this(name, unit, columns, publicRowCount, List.of(""), List.of());
  }

  /** A level that is also a missing value could not be told from it. */
  private static void requireTellable(Column column, List<String> missingValues) {
    if (column.type().isNumeric()) {
      return;
    }
    for (String level : column.type().levels()) {
      Rules.require(
          !missingValues.contains(level),
          "A level of column \"" + column.name() + "\" must not be a missing value too",
          "\"" + level + "\"");
    }
  }

  /** The column at a position. */
  public Column column(int index) {
    return columns.get(index);
  }

  public int columnCount() {
    return columns.size();
  }

  /** The position of a named column, or -1. */
  public int indexOf(String columnName) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(columnName)) {
        return i;
      }
    }
    return -1;
  }
}

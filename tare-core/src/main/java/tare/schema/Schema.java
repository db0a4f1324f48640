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
 */
public record Schema(String name, String unit, List<Column> columns, OptionalLong publicRowCount) {

  public Schema {
    columns = List.copyOf(columns);
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

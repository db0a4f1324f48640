package tare.schema;

/**
 * One declared column.
 *
 * @param name as in the file's header: not blank, no control characters
 * @param missingAllowed whether a cell may be empty; a missing cell is a value of its own to every
 *     mechanism
 */
public record Column(String name, ColumnType type, boolean missingAllowed) {

  public Column {
    Rules.requireText("A column name", name);
  }
}

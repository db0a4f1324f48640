package tare.schema;

/**
 * One declared column.
 *
 * @param name as in the file's header: not blank, no control characters
 * @param missingAllowed whether a cell may be empty; a missing cell is a value of its own to every
 *     mechanism
 * @param form how the file writes its cells
 * @param role what it is there for
 */
public record Column(
    String name, ColumnType type, boolean missingAllowed, CellForm form, ColumnRole role) {

  public Column {
    Rules.requireText("A column name", name);
    if (type instanceof ColumnType.Temporal time) {
      form.pattern().ifPresent(pattern -> TimePattern.of(time.form(), pattern));
    }
    Rules.require(
        !missingAllowed || !(type instanceof ColumnType.CodesOf),
        "A column of codes is never missing",
        "\"" + name + "\"");
  }

  /** A column that is there for nothing in particular. */
  public Column(String name, ColumnType type, boolean missingAllowed, CellForm form) {
    this(name, type, missingAllowed, form, ColumnRole.ORDINARY);
  }

  /** A column whose cells are written in the plain form. */
  public Column(String name, ColumnType type, boolean missingAllowed) {
    this(name, type, missingAllowed, CellForm.PLAIN);
  }
}

package tare.table;

/**
 * A cursor on one row of a table; valid until the pass moves on. Columns are addressed by schema
 * position.
 */
public interface Row {

  /** The value of a numeric column, within its declared bounds, or NaN when missing. */
  double number(int column);

  /** The level index of a category or yes/no column, or -1 when missing. */
  int level(int column);

  /** Whether the cell is missing. */
  boolean missing(int column);
}

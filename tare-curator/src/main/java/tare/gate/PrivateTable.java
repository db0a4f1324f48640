package tare.gate;

import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.Table;

/**
 * Rows that must be protected. It has no readers, no counts and no bounds, and prints nothing but
 * its name: only a {@link Gate} reaches the rows, after it has booked what that costs.
 */
public final class PrivateTable {

  private final PrivateRows rows;

  private PrivateTable(PrivateRows rows) {
    this.rows = rows;
  }

  /**
   * Takes rows into protection, each on its own. The caller should let go of the table it gave.
   *
   * @throws IllegalArgumentException if the schema says that a unit may have several rows
   */
  public static PrivateTable of(Table rows) {
    if (rows.schema().unitRows().isPresent()) {
      throw new IllegalArgumentException(
          "Rows whose schema names a unit must be bounded first. Read them with UnitFile.");
    }
    return new PrivateTable(PrivateRows.of(rows));
  }

  /** Takes rows into protection, unit by unit. The caller should let go of what it gave. */
  public static PrivateTable of(BoundedRows rows) {
    return new PrivateTable(new TableRows(rows));
  }

  /**
   * Takes rows into protection that are in memory nowhere: those of a cluster, for instance. They
   * must be bounded as their schema says.
   */
  public static PrivateTable of(PrivateRows rows) {
    return new PrivateTable(rows);
  }

  /** The declared schema, which is public. */
  public Schema schema() {
    return rows.schema();
  }

  /** The rows, for {@link Gate} alone. */
  PrivateRows rows() {
    return rows;
  }

  @Override
  public String toString() {
    return "PrivateTable[" + rows.schema().name() + "]";
  }
}

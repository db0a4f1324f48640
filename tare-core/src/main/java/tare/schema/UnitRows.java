package tare.schema;

/**
 * How the unit that privacy protects is told in a table where it may have several rows.
 *
 * @param column the column that names the unit; it is never part of a table or a release
 * @param rowsPerUnit how many rows of a unit are used at most
 */
public record UnitRows(String column, int rowsPerUnit) {

  private static final int MOST = 10_000;

  public UnitRows {
    Rules.requireText("The name of the unit's column", column);
    Rules.require(
        rowsPerUnit >= 1 && rowsPerUnit <= MOST,
        "The rows used of a unit must be between 1 and " + MOST,
        rowsPerUnit);
  }
}

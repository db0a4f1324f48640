package tare.schema;

/**
 * A column that names rows or persons. It is not part of a table.
 *
 * @param kind whether the names are texts or numbers
 * @param fate what a release has in its place
 */
public record Identifier(String name, Kind kind, Fate fate) {

  /** What becomes of an identifier. */
  public enum Fate {
    /** A release has no such column. */
    DROPPED,
    /** A release has the rows' own numbers, from 1. */
    MADE_UP
  }

  /** What the column holds. */
  public enum Kind {
    TEXT,
    NUMBER
  }

  public Identifier {
    Rules.requireText("The name of an identifier", name);
  }

  /** The name made up for a row of a release, counted from 0. */
  public String text(int row) {
    String number = Integer.toString(row + 1);
    return kind == Kind.TEXT ? "S" + number : number;
  }
}

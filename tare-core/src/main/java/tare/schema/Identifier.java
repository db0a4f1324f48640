package tare.schema;

/**
 * A column that names rows or persons. It is never read; a release gets names made up anew: the
 * rows' own numbers, from 1.
 *
 * @param kind whether the made-up names are texts or numbers
 */
public record Identifier(String name, Kind kind) {

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

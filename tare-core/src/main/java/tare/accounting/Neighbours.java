package tare.accounting;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When two tables count as neighbours: what a guarantee is about. One relation holds for a data
 * set's whole life.
 *
 * @param words as a privacy statement prints it
 */
public record Neighbours(String words) {

  /** One table is the other with one row added or removed; the number of rows is not public. */
  public static final Neighbours ADD_OR_REMOVE_ONE_ROW =
      new Neighbours("Neighbours differ by one row, added or removed.");

  private static final Pattern MOST_ROWS = Pattern.compile("at most (\\d{1,9}) rows? of each");

  /**
   * One table is the other with one unit and all its rows added or removed.
   *
   * @param unit what is protected, such as patient
   * @param rows how many of its rows are kept at most
   */
  public static Neighbours addOrRemoveOneUnit(String unit, int rows) {
    return new Neighbours(
        "Neighbours differ by one "
            + unit
            + " with all its rows, added or removed; at most "
            + rows
            + (rows == 1 ? " row" : " rows")
            + " of each are used.");
  }

  /** Whether words are those of a relation of ours, for rows or for units of this name. */
  public static boolean areOurs(String words, String unit) {
    Matcher most = MOST_ROWS.matcher(words);
    return words.equals(ADD_OR_REMOVE_ONE_ROW.words())
        || (most.find()
            && words.equals(addOrRemoveOneUnit(unit, Integer.parseInt(most.group(1))).words()));
  }
}

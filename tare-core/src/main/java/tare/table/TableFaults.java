package tare.table;

import java.util.List;
import tare.schema.BadInputException;
import tare.schema.Faults;

/**
 * The faults of a file of rows: where they are and what rule they break, never what a cell holds. A
 * fault that comes again and again in one column is shown a few times and then counted.
 */
final class TableFaults {

  /** What can be wrong with one cell. */
  enum CellFlaw {
    NOT_A_NUMBER(
        "not a number. Write numbers like 12, -3.5 or 1e5, and a missing cell as one of the"
            + " schema's missing values; declare \"decimalChar\" or \"groupChar\" if the file has"
            + " them."),
    NOT_A_TIME(
        "not a time in the declared form. Write 2024-02-29, 13:45:00 or 2024-02-29T13:45:00 without a"
            + " zone, or declare the form (\"format\", such as %d.%m.%Y)."),
    NOT_WHOLE("not a whole number. Round it, or declare the type \"number\"."),
    UNKNOWN_LEVEL(
        "not one of the declared levels. Declare it, or declare a level for all other values"
            + " (\"tare:other\")."),
    MISSING("missing, but the schema says \"required\". Fill it in, or allow it to be missing."),
    NO_UNIT(
        "empty or a missing value, but it must name the unit that the row belongs to. Fill it in, or"
            + " leave the row out."),
    NOT_UTF8("not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.");

    private final String rule;

    CellFlaw(String rule) {
      this.rule = rule;
    }

    String rule() {
      return rule;
    }
  }

  private static final int SHOWN_PER_COLUMN = 3;

  private final Faults faults;
  private final String place;
  private final List<String> names;
  private final long[] cells;
  private long ragged;

  /**
   * @param names the columns a cell fault may name
   */
  TableFaults(String source, List<String> names) {
    this(source, names, "Line ");
  }

  /**
   * @param place what a position in this file is called
   */
  TableFaults(String source, List<String> names, String place) {
    faults = new Faults(source);
    this.place = place;
    this.names = names;
    cells = new long[names.size()];
  }

  void add(String fault) {
    faults.add(fault);
  }

  void cell(long line, int column, CellFlaw flaw) {
    if (cells[column]++ < SHOWN_PER_COLUMN) {
      faults.add(place + line + ", column \"" + names.get(column) + "\": " + flaw.rule);
    }
  }

  void raggedRow(long line, int fields, int expected) {
    if (ragged++ < SHOWN_PER_COLUMN) {
      faults.add(
          "Line "
              + line
              + ": "
              + (fields == 1 ? "1 cell" : fields + " cells")
              + ", but the header has "
              + expected
              + ". Cells that hold the delimiter need quotation marks.");
    }
  }

  void flawedRow(long line, CsvScanner.Flaw flaw) {
    faults.add(
        "Line "
            + line
            + switch (flaw) {
              case OPEN_QUOTE -> ": a quotation mark is opened here and never closed.";
              case TEXT_AFTER_QUOTE ->
                  ": text follows a closing quotation mark. Write a quotation mark inside a cell twice.";
              case TOO_LONG ->
                  ": longer than "
                      + (CsvScanner.LONGEST_ROW >> 20)
                      + " MB. Is a quotation mark not closed?";
              case NONE -> throw new IllegalArgumentException("A row without a flaw.");
            });
  }

  boolean any() {
    return faults.any();
  }

  /** Everything that was gathered, with the counts of what was not shown. */
  BadInputException exception() {
    if (ragged > SHOWN_PER_COLUMN) {
      faults.add((ragged - SHOWN_PER_COLUMN) + " more lines with a wrong number of cells.");
    }
    for (int c = 0; c < cells.length; c++) {
      if (cells[c] > SHOWN_PER_COLUMN) {
        faults.add(
            "Column \""
                + names.get(c)
                + "\": "
                + (cells[c] - SHOWN_PER_COLUMN)
                + " more cells that cannot be used.");
      }
    }
    return faults.exception();
  }
}

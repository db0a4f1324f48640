package tare.table;

/**
 * How a CSV file is laid out.
 *
 * @param delimiter what separates two cells: a comma, a semicolon, a tab or a bar
 * @param ignoreUnknownColumns whether columns that the schema does not declare are passed over; if
 *     not, each is a fault unless the schema names it as left out
 */
public record CsvOptions(char delimiter, boolean ignoreUnknownColumns) {

  /** Commas, and no columns but the declared ones. */
  public static final CsvOptions DEFAULTS = new CsvOptions(',', false);

  public CsvOptions {
    if (DELIMITERS.indexOf(delimiter) < 0) {
      throw new IllegalArgumentException(
          "The delimiter must be a comma, a semicolon, a tab or a bar. Got: character "
              + (int) delimiter);
    }
  }

  static final String DELIMITERS = ",;\t|";

  /** The same layout with another character between cells. */
  public CsvOptions withDelimiter(char other) {
    return new CsvOptions(other, ignoreUnknownColumns);
  }

  /** The same layout, passing over undeclared columns or refusing them. */
  public CsvOptions withIgnoreUnknownColumns(boolean ignore) {
    return new CsvOptions(delimiter, ignore);
  }
}

package tare.table;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * How a CSV file is laid out.
 *
 * @param delimiter what separates two cells: a comma, a semicolon, a tab or a bar
 * @param ignoreUnknownColumns whether columns that the schema does not declare are passed over; if
 *     not, each is a fault unless the schema names it as left out
 * @param encoding of its text; a file with UTF-16's mark is read as that in any case
 */
public record CsvOptions(char delimiter, boolean ignoreUnknownColumns, Charset encoding) {

  /** Commas, UTF-8, and no columns but the declared ones. */
  public static final CsvOptions DEFAULTS = new CsvOptions(',', false, StandardCharsets.UTF_8);

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
    return new CsvOptions(other, ignoreUnknownColumns, encoding);
  }

  /** The same layout, passing over undeclared columns or refusing them. */
  public CsvOptions withIgnoreUnknownColumns(boolean ignore) {
    return new CsvOptions(delimiter, ignore, encoding);
  }

  /** The same layout in another encoding. */
  public CsvOptions withEncoding(Charset other) {
    return new CsvOptions(delimiter, ignoreUnknownColumns, other);
  }
}

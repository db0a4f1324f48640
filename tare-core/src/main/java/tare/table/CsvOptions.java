package tare.table;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a CSV file is laid out.
 *
 * @param delimiter what separates two cells: a comma, a semicolon, a tab or a bar
 * @param ignoreUnknownColumns whether columns that the schema does not declare are passed over; if
 *     not, each is a fault unless the schema names it as left out
 * @param encoding of its text; a file with UTF-16's mark is read as that in any case
 * @param heard hears how far the reading is, and may end it
 */
public record CsvOptions(
    char delimiter, boolean ignoreUnknownColumns, Charset encoding, RowsRead heard) {

  /** Commas, UTF-8, and no columns but the declared ones. */
  public static final CsvOptions DEFAULTS =
      new CsvOptions(',', false, StandardCharsets.UTF_8, RowsRead.SILENT);

  public CsvOptions {
    if (DELIMITERS.indexOf(delimiter) < 0) {
      throw new IllegalArgumentException(
          "The delimiter must be a comma, a semicolon, a tab or a bar. Got: character "
              + (int) delimiter);
    }
  }

  static final String DELIMITERS = ",;\t|";

  /** What encodings are called, and the words for them. */
  public static final Map<String, String> ENCODINGS =
      new TreeMap<>(
          Map.of(
              "utf-8", "UTF-8",
              "latin-1", "Latin-1",
              "windows-1252", "Windows-1252",
              "utf-16", "UTF-16"));

  /**
   * A layout by words.
   *
   * @param delimiter one character, or the word tab
   * @param encoding a name among {@link #ENCODINGS}
   */
  public static CsvOptions named(String delimiter, String encoding) {
    if (!delimiter.equals("tab") && delimiter.length() != 1) {
      throw new IllegalArgumentException(
          "The delimiter must be one character or the word tab. Got: \"" + delimiter + "\"");
    }
    char between = delimiter.equals("tab") ? '\t' : delimiter.charAt(0);
    return DEFAULTS.withDelimiter(between).withEncoding(charset(encoding));
  }

  /** What an encoding is called on a command line. */
  public static String nameOf(Charset encoding) {
    return ENCODINGS.keySet().stream()
        .filter(name -> charset(name).equals(encoding))
        .findFirst()
        .orElse(encoding.name());
  }

  private static Charset charset(String encoding) {
    return switch (encoding.toLowerCase(Locale.ROOT)) {
      case "utf-8", "utf8" -> StandardCharsets.UTF_8;
      case "latin-1", "latin1", "iso-8859-1" -> StandardCharsets.ISO_8859_1;
      case "windows-1252", "cp1252" -> Charset.forName("windows-1252");
      case "utf-16", "utf16" -> StandardCharsets.UTF_16;
      default ->
          throw new IllegalArgumentException(
              "The encoding must be utf-8, latin-1, windows-1252 or utf-16. Got: \""
                  + encoding
                  + "\"");
    };
  }

  /** The same layout with another character between cells. */
  public CsvOptions withDelimiter(char other) {
    return new CsvOptions(other, ignoreUnknownColumns, encoding, heard);
  }

  /** The same layout, passing over undeclared columns or refusing them. */
  public CsvOptions withIgnoreUnknownColumns(boolean ignore) {
    return new CsvOptions(delimiter, ignore, encoding, heard);
  }

  /** The same layout in another encoding. */
  public CsvOptions withEncoding(Charset other) {
    return new CsvOptions(delimiter, ignoreUnknownColumns, other, heard);
  }

  /** The same layout, heard of by somebody who may end the reading. */
  public CsvOptions withHeard(RowsRead listener) {
    return new CsvOptions(delimiter, ignoreUnknownColumns, encoding, listener);
  }
}

package tare.cli;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Option;
import tare.table.CsvOptions;

/** How the data files of a command are laid out. */
final class DataLayout {

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      defaultValue = ",",
      description =
          "What separates the cells of a CSV file: a comma, ';', '|' or 'tab'. Default: a comma.")
  private String delimiter = ",";

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "utf-8",
      description =
          "The encoding of a CSV file: utf-8, latin-1, windows-1252 or utf-16. Default: utf-8.")
  private String encoding = "utf-8";

  CsvOptions csv() {
    return laidOut().withEncoding(charset());
  }

  private Charset charset() {
    return switch (encoding.toLowerCase(Locale.ROOT)) {
      case "utf-8", "utf8" -> StandardCharsets.UTF_8;
      case "latin-1", "latin1", "iso-8859-1" -> StandardCharsets.ISO_8859_1;
      case "windows-1252", "cp1252" -> Charset.forName("windows-1252");
      case "utf-16", "utf16" -> StandardCharsets.UTF_16;
      default ->
          throw new IllegalArgumentException(
              "--encoding must be utf-8, latin-1, windows-1252 or utf-16. Got: \""
                  + encoding
                  + "\"");
    };
  }

  private CsvOptions laidOut() {
    if (delimiter.equals("tab")) {
      return CsvOptions.DEFAULTS.withDelimiter('\t');
    }
    if (delimiter.length() != 1) {
      throw new IllegalArgumentException(
          "--delimiter must be one character or the word tab. Got: \"" + delimiter + "\"");
    }
    return CsvOptions.DEFAULTS.withDelimiter(delimiter.charAt(0));
  }
}

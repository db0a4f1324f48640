package tare.cli;

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

  CsvOptions csv() {
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

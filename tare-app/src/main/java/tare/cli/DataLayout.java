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

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "utf-8",
      description =
          "The encoding of a CSV file: utf-8, latin-1, windows-1252 or utf-16. Default: utf-8.")
  private String encoding = "utf-8";

  CsvOptions csv() {
    return CsvOptions.named(delimiter, encoding);
  }
}

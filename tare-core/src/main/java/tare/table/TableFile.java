package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tare.schema.BadInputException;
import tare.schema.Schema;

/**
 * The door for rows: reads a file whichever kind it is, CSV (plain, gzip or Zstandard) or Parquet;
 * its first bytes tell. Files without a schema come in by {@link TableTexts}.
 */
public final class TableFile {

  private TableFile() {}

  /** Reads rows under a schema, whatever kind of file holds them. */
  public static Table read(Path file, Schema schema, CsvOptions options) throws IOException {
    return read(file, schema, List.of(), options).table();
  }

  /**
   * Reads the declared columns and also extra ones of plain numbers, such as weights.
   *
   * @param extraNames columns of the file that the schema does not declare
   */
  public static TableWithExtras read(
      Path file, Schema schema, List<String> extraNames, CsvOptions options) throws IOException {
    if (Files.isDirectory(file)) {
      if (!extraNames.isEmpty()) {
        throw new IllegalArgumentException("Rows with weights must lie in one file.");
      }
      return new TableWithExtras(ofParts(file, schema, options), List.of());
    }
    return isParquet(file)
        ? ParquetFile.read(file, schema, extraNames, options)
        : CsvFile.read(file, schema, extraNames, options);
  }

  /** The Parquet files of a folder in the order of their names. */
  static List<Path> parts(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> parts =
          files.filter(path -> path.toString().endsWith(".parquet")).sorted().toList();
      if (parts.isEmpty()) {
        throw new BadInputException(
            String.valueOf(folder.getFileName()),
            "This is a directory without Parquet files. Name a file, or a directory of parts that"
                + " end in .parquet.");
      }
      return parts;
    }
  }

  private static Table ofParts(Path folder, Schema schema, CsvOptions options) throws IOException {
    TableAppender rows = new TableAppender(schema.plain());
    double[] row = new double[schema.columnCount()];
    for (Path part : parts(folder)) {
      Table table = ParquetFile.read(part, schema, List.of(), options).table();
      for (int r = 0; r < table.rowCount(); r++) {
        for (int c = 0; c < row.length; c++) {
          row[c] = table.value(r, c);
        }
        rows.append(row);
        options.heard().count(r);
      }
    }
    return rows.finish();
  }

  /** Whether a file is a Parquet file. */
  static boolean isParquet(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      return true;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return PackedInput.isParquet(in.readNBytes(Parquet.MAGIC.length));
    }
  }
}

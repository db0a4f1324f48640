package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    return isParquet(file)
        ? ParquetFile.read(file, schema, extraNames, options.ignoreUnknownColumns())
        : CsvFile.read(file, schema, extraNames, options);
  }

  /** Whether a file is a Parquet file. */
  static boolean isParquet(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return PackedInput.isParquet(in.readNBytes(Parquet.MAGIC.length));
    }
  }
}

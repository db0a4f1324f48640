package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import tare.schema.Schema;

/** Reads a file of rows whichever kind it is, CSV or Parquet: its first bytes tell. */
public final class TableFile {

  private TableFile() {}

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

  static boolean isParquet(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(Parquet.MAGIC.length), Parquet.MAGIC);
    }
  }
}

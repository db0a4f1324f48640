package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tare.schema.BadInputException;
import tare.schema.Schema;

/**
 * Tables as CSV files.
 *
 * <p>A file is UTF-8 (or gzip or Zstandard of it) with a header; its columns may stand in any
 * order. Numbers beyond their bounds are clamped, silently: how many were is private. A file that
 * does not fit its schema is refused with a {@link BadInputException} that names the line and the
 * column of every fault and quotes no cell.
 */
public final class CsvFile {

  private CsvFile() {}

  /** Reads rows in the usual layout. */
  public static Table read(Path file, Schema schema) throws IOException {
    return read(file, schema, CsvOptions.DEFAULTS);
  }

  /** Reads rows under a schema. */
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
    try (InputStream in = Files.newInputStream(file)) {
      return read(String.valueOf(file.getFileName()), in, schema, extraNames, options);
    }
  }

  /**
   * Reads from a stream, which is not closed.
   *
   * @param source what to call the input in messages
   */
  public static TableWithExtras read(
      String source, InputStream in, Schema schema, List<String> extraNames, CsvOptions options)
      throws IOException {
    CsvScanner scanner =
        new CsvScanner(PackedInput.open(source, in, options.encoding()), options.delimiter());
    return new CsvTableReader(source, schema, extraNames, options).read(scanner);
  }

  /** Writes a table; {@link #read} gives back an equal one. */
  public static void write(Table table, Path file) throws IOException {
    write(new TableWithExtras(table, List.of()), file);
  }

  /** Writes a table with its extra columns behind the declared ones. */
  public static void write(TableWithExtras rows, Path file) throws IOException {
    write(rows, file, RowsRead.SILENT);
  }

  /** The same, heard of by somebody who may end it. */
  public static void write(TableWithExtras rows, Path file, RowsRead heard) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(rows, out, heard);
    }
  }

  /** Writes to a stream, which is not closed. */
  public static void write(TableWithExtras rows, OutputStream out) throws IOException {
    write(rows, out, RowsRead.SILENT);
  }

  /** The same, heard of by somebody who may end it. */
  public static void write(TableWithExtras rows, OutputStream out, RowsRead heard)
      throws IOException {
    new CsvTableWriter(rows, out, heard).write();
  }
}

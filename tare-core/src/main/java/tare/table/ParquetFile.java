package tare.table;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import tare.schema.BadInputException;
import tare.schema.Schema;

/**
 * Tables as Parquet files.
 *
 * <p>Reads flat files with plain or dictionary-coded values, packed with Zstandard, Snappy, gzip or
 * not at all: what the common writers make unless told otherwise. Rules and faults are those of
 * {@link CsvFile}, with row numbers (from 1) in place of lines.
 */
public final class ParquetFile {

  private ParquetFile() {}

  /** Reads rows under a schema. */
  public static Table read(Path file, Schema schema) throws IOException {
    return read(file, schema, List.of(), false).table();
  }

  /**
   * Reads the declared columns and also extra ones of plain numbers, such as weights.
   *
   * @param extraNames columns of the file that the schema does not declare
   * @param ignoreUnknownColumns whether other columns are passed over; if not, each is a fault
   */
  public static TableWithExtras read(
      Path file, Schema schema, List<String> extraNames, boolean ignoreUnknownColumns)
      throws IOException {
    CsvOptions options = CsvOptions.DEFAULTS.withIgnoreUnknownColumns(ignoreUnknownColumns);
    return read(file, schema, extraNames, options);
  }

  /** The same with what options of a text say about any file. */
  static TableWithExtras read(Path file, Schema schema, List<String> extraNames, CsvOptions options)
      throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    String source = String.valueOf(file.getFileName());
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      return new ParquetTableReader(source, in, schema, extraNames, options).read();
    } catch (ParquetFormatException e) {
      throw new BadInputException(
          source, "This Parquet file cannot be read: " + e.getMessage() + ".");
    }
  }

  /** The number of the unit that each row belongs to. */
  static int[] units(Path file, String column, UnitKeys keys, RowsRead heard) throws IOException {
    String source = String.valueOf(file.getFileName());
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      return ParquetUnits.read(source, in, column, keys, heard);
    } catch (ParquetFormatException e) {
      throw new BadInputException(
          source, "This Parquet file cannot be read: " + e.getMessage() + ".");
    }
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
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      new ParquetTableWriter(rows, out, heard).write();
    }
  }

  /** Writes to a stream, which is not closed. */
  public static void write(TableWithExtras rows, OutputStream out) throws IOException {
    new ParquetTableWriter(rows, out, RowsRead.SILENT).write();
  }
}

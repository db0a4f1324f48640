package tare.table;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import tare.schema.BadInputException;
import tare.schema.Schema;

/**
 * Tables as CSV files.
 *
 * <p>A file is UTF-8 (or gzip of it) with a header; its columns may stand in any order. Numbers
 * beyond their bounds are clamped, silently: how many were is private. A file that does not fit its
 * schema is refused with a {@link BadInputException} that names the line and the column of every
 * fault and quotes no cell.
 */
public final class CsvFile {

  private static final int PEEK = 4;

  private CsvFile() {}

  public static Table read(Path file, Schema schema) throws IOException {
    return read(file, schema, CsvOptions.DEFAULTS);
  }

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
    try {
      CsvScanner scanner = new CsvScanner(unpacked(source, in), options.delimiter());
      return new CsvTableReader(source, schema, extraNames, options).read(scanner);
    } catch (ZipException | EOFException e) {
      throw damaged(source);
    }
  }

  /** Writes a table; {@link #read} gives back an equal one. */
  public static void write(Table table, Path file) throws IOException {
    write(new TableWithExtras(table, List.of()), file);
  }

  /** Writes a table with its extra columns behind the declared ones. */
  public static void write(TableWithExtras rows, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(rows, out);
    }
  }

  /** Writes to a stream, which is not closed. */
  public static void write(TableWithExtras rows, OutputStream out) throws IOException {
    new CsvTableWriter(rows, out).write();
  }

  static BadInputException damaged(String source) {
    return new BadInputException(
        source, "The gzip data is damaged or cut short. Make or copy the file again.");
  }

  /** The text of a file that may be packed; refuses what begins like another kind of file. */
  static InputStream unpacked(String source, InputStream raw) throws IOException {
    BufferedInputStream in = new BufferedInputStream(raw, 1 << 16);
    in.mark(PEEK);
    byte[] head = in.readNBytes(PEEK);
    in.reset();
    if (startsWith(head, 0x1F, 0x8B)) {
      return new GZIPInputStream(in, 1 << 16);
    }
    if (startsWith(head, 'P', 'K', 3, 4)) {
      throw new BadInputException(
          source, "This is a zip archive or a spreadsheet. Unpack it, or export it as CSV.");
    }
    if (startsWith(head, 'P', 'A', 'R', '1')) {
      throw new BadInputException(
          source, "This is a Parquet file. Give it a name that ends in .parquet.");
    }
    if (startsWith(head, 0xFF, 0xFE) || startsWith(head, 0xFE, 0xFF)) {
      throw new BadInputException(source, "The file is in UTF-16. Save it in UTF-8.");
    }
    return in;
  }

  private static boolean startsWith(byte[] head, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= head.length || (head[i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}

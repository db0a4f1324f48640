package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import tare.schema.Schema;
import tare.schema.UnitRows;

/** Reads rows together with whose they are, and keeps of every unit as many as its schema says. */
public final class UnitFile {

  private UnitFile() {}

  /** Reads a file whose schema may declare a unit's column. */
  public static BoundedRows read(Path file, Schema schema, CsvOptions options) throws IOException {
    return bounded(file, TableFile.read(file, schema, options), schema, options);
  }

  /** Keeps of a file's rows, which were read already, those that its schema says. */
  static BoundedRows bounded(Path file, Table table, Schema schema, CsvOptions options)
      throws IOException {
    if (schema.unitRows().isEmpty()) {
      return BoundedRows.ofRows(table);
    }
    UnitRows units = schema.unitRows().get();
    UnitKeys keys = new UnitKeys(schema.missingValues());
    int[] numbers =
        TableFile.isParquet(file)
            ? ofParquet(file, units.column(), keys, options.heard())
            : ofCsv(file, units.column(), keys, options);
    return BoundedRows.of(table, numbers, keys.hashes(), units.rowsPerUnit());
  }

  private static int[] ofParquet(Path file, String column, UnitKeys keys, RowsRead heard)
      throws IOException {
    List<Path> parts = Files.isDirectory(file) ? TableFile.parts(file) : List.of(file);
    int[] all = new int[0];
    for (Path part : parts) {
      int[] own = ParquetFile.units(part, column, keys, heard);
      int before = all.length;
      all = Arrays.copyOf(all, before + own.length);
      System.arraycopy(own, 0, all, before, own.length);
    }
    return all;
  }

  private static int[] ofCsv(Path file, String column, UnitKeys keys, CsvOptions options)
      throws IOException {
    String source = String.valueOf(file.getFileName());
    TableFaults faults = new TableFaults(source, List.of(column));
    try (InputStream in = Files.newInputStream(file)) {
      CsvScanner scanner =
          new CsvScanner(PackedInput.open(source, in, options.encoding()), options.delimiter());
      scanner.next();
      int field = field(scanner, column);
      if (field < 0) {
        faults.add("The header has no column \"" + column + "\", which names the unit.");
        throw faults.exception();
      }
      int[] numbers = new int[64];
      int rows = 0;
      while (scanner.next()) {
        int unit = keys.number(scanner.bytes(), scanner.start(field), scanner.end(field));
        if (unit == UnitKeys.NOBODY) {
          faults.cell(scanner.line(), 0, TableFaults.CellFlaw.NO_UNIT);
        }
        numbers = rows == numbers.length ? Arrays.copyOf(numbers, rows + (rows >> 1)) : numbers;
        numbers[rows++] = unit;
        options.heard().count(rows);
      }
      if (faults.any()) {
        throw faults.exception();
      }
      return Arrays.copyOf(numbers, rows);
    }
  }

  private static int field(CsvScanner scanner, String column) throws CharacterCodingException {
    for (int f = 0; f < scanner.fields(); f++) {
      if (scanner.text(f).equals(column)) {
        return f;
      }
    }
    return -1;
  }
}

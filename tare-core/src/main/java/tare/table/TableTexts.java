package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tare.schema.BadInputException;

/**
 * The cells of a file of rows as plain texts, for files that come without a schema: CSV or Parquet,
 * as {@link TableFile} reads them. A cell that Parquet says is missing is an empty text.
 *
 * @param header the names of the columns
 * @param columns one array of cells per column, all as long; not copied
 */
public record TableTexts(List<String> header, List<String[]> columns) {

  /** Texts that come again are kept once, as long as a column has few of them. */
  private static final int MOST_SHARED = 4_096;

  public TableTexts {
    header = List.copyOf(header);
    columns = List.copyOf(columns);
  }

  /** Reads a file of any kind. */
  public static TableTexts read(Path file, CsvOptions options) throws IOException {
    String source = String.valueOf(file.getFileName());
    if (TableFile.isParquet(file)) {
      return ParquetTexts.read(file);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(
          source,
          new CsvScanner(PackedInput.open(source, in, options.encoding()), options.delimiter()));
    }
  }

  private static TableTexts read(String source, CsvScanner scanner) throws IOException {
    List<String> header = List.of();
    List<Texts> columns = new ArrayList<>();
    TableFaults faults = new TableFaults(source, List.of());
    while (scanner.next()) {
      if (scanner.flaw() != CsvScanner.Flaw.NONE) {
        faults.flawedRow(scanner.line(), scanner.flaw());
      } else if (columns.isEmpty()) {
        header = Arrays.asList(texts(scanner, source));
        header.forEach(name -> columns.add(new Texts()));
      } else if (scanner.fields() != columns.size()) {
        faults.raggedRow(scanner.line(), scanner.fields(), columns.size());
      } else {
        String[] cells = texts(scanner, source);
        for (int c = 0; c < cells.length; c++) {
          columns.get(c).add(cells[c]);
        }
      }
    }
    if (faults.any()) {
      throw faults.exception();
    }
    if (columns.isEmpty() || columns.get(0).count == 0) {
      throw new BadInputException(
          source, "There must be a line of column names and at least one row under it.");
    }
    return new TableTexts(header, columns.stream().map(Texts::cells).toList());
  }

  private static String[] texts(CsvScanner scanner, String source) {
    String[] cells = new String[scanner.fields()];
    for (int f = 0; f < cells.length; f++) {
      try {
        cells[f] = scanner.text(f);
      } catch (CharacterCodingException e) {
        throw new BadInputException(
            source,
            "Line "
                + scanner.line()
                + " is not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.");
      }
    }
    return cells;
  }

  /** The number of rows. */
  public int rowCount() {
    return columns.isEmpty() ? 0 : columns.get(0).length;
  }

  /** The cells of a column, top to bottom. Do not modify. */
  public String[] column(int index) {
    return columns.get(index);
  }

  /** The cells of a row, left to right, in a new array. */
  String[] row(int index) {
    return columns.stream().map(column -> column[index]).toArray(String[]::new);
  }

  /** A column that grows. */
  static final class Texts {
    private final Map<String, String> shared = new HashMap<>();
    private String[] cells = new String[64];
    private int count;

    void add(String cell) {
      if (count == cells.length) {
        cells = Arrays.copyOf(cells, count + (count >> 1));
      }
      String known = shared.get(cell);
      if (known == null && shared.size() < MOST_SHARED) {
        shared.put(cell, cell);
      }
      cells[count++] = known == null ? cell : known;
    }

    String[] cells() {
      return Arrays.copyOf(cells, count);
    }
  }
}

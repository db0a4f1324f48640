package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tare.schema.BadInputException;

/**
 * The cells of a CSV file as plain texts, for files that come without a schema.
 *
 * @param header the names of the columns
 * @param rows one array of cells per row, as long as the header; not copied
 */
public record CsvTexts(List<String> header, List<String[]> rows) {

  public CsvTexts {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
  }

  /** Reads a file; it may be packed with gzip. */
  public static CsvTexts read(Path file, CsvOptions options) throws IOException {
    String source = String.valueOf(file.getFileName());
    try (InputStream in = Files.newInputStream(file)) {
      CsvScanner scanner = new CsvScanner(CsvFile.unpacked(source, in), options.delimiter());
      List<String[]> lines = new ArrayList<>();
      TableFaults faults = new TableFaults(source, List.of());
      while (scanner.next()) {
        if (scanner.flaw() != CsvScanner.Flaw.NONE) {
          faults.flawedRow(scanner.line(), scanner.flaw());
        } else if (!lines.isEmpty() && scanner.fields() != lines.get(0).length) {
          faults.raggedRow(scanner.line(), scanner.fields(), lines.get(0).length);
        } else {
          lines.add(texts(scanner, source));
        }
      }
      if (faults.any()) {
        throw faults.exception();
      }
      if (lines.size() < 2) {
        throw new BadInputException(
            source, "There must be a line of column names and at least one row under it.");
      }
      return new CsvTexts(List.of(lines.get(0)), lines.subList(1, lines.size()));
    }
  }

  private static String[] texts(CsvScanner scanner, String source) {
    String[] cells = new String[scanner.fields()];
    for (int f = 0; f < cells.length; f++) {
      try {
        cells[f] = scanner.text(f);
      } catch (CharacterCodingException e) {
        throw new BadInputException(
            source, "Line " + scanner.line() + " is not UTF-8. Save the file in UTF-8.");
      }
    }
    return cells;
  }

  /** The cells of a column, top to bottom. */
  public String[] column(int index) {
    return rows.stream().map(row -> row[index]).toArray(String[]::new);
  }
}

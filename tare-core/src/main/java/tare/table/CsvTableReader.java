package tare.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.TableFaults.CellFlaw;

/** Reads the rows of one CSV file into a table and gathers every fault on the way. */
final class CsvTableReader {

  private final Schema schema;
  private final List<String> extraNames;
  private final CsvOptions options;
  private final List<String> wanted;
  private final TableFaults faults;
  private final CellTexts[] cells;
  private final TextCodes notNumbers;

  private final TableAppender rows;
  private final double[] row;
  private final double[][] extras;

  /**
   * @param extraNames columns of plain numbers that are wanted too
   */
  CsvTableReader(String source, Schema schema, List<String> extraNames, CsvOptions options) {
    this.schema = schema;
    this.extraNames = extraNames;
    this.options = options;
    wanted = new ArrayList<>();
    for (Column column : schema.columns()) {
      boolean codes = column.type() instanceof ColumnType.CodesOf;
      wanted.add(codes ? CsvHeader.NOT_IN_FILE : column.name());
    }
    wanted.addAll(extraNames);
    faults = new TableFaults(source, wanted);
    cells = new CellTexts[schema.columnCount()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = new CellTexts(schema, c);
    }
    notNumbers = new TextCodes(List.of("NaN", "INF", "-INF"), schema.missingValues());
    rows = new TableAppender(schema.plain());
    row = new double[wanted.size()];
    extras = new double[extraNames.size()][64];
  }

  TableWithExtras read(CsvScanner scanner) throws IOException {
    if (!scanner.next()) {
      faults.add("The file is empty. Its first line must name the columns.");
      throw faults.exception();
    }
    if (scanner.flaw() != CsvScanner.Flaw.NONE) {
      faults.flawedRow(scanner.line(), scanner.flaw());
      throw faults.exception();
    }
    int[] targets = new CsvHeader(wanted, schema, options, faults).match(scanner);
    if (faults.any()) {
      throw faults.exception();
    }
    long lines = 0;
    while (scanner.next()) {
      readRow(scanner, targets);
      options.heard().count(++lines);
    }
    if (lines == 0) {
      faults.add("The file has a header but no rows.");
    }
    if (faults.any()) {
      throw faults.exception();
    }
    return finished();
  }

  private void readRow(CsvScanner scanner, int[] targets) {
    if (scanner.flaw() != CsvScanner.Flaw.NONE) {
      faults.flawedRow(scanner.line(), scanner.flaw());
      return;
    }
    if (scanner.fields() != targets.length) {
      faults.raggedRow(scanner.line(), scanner.fields(), targets.length);
      return;
    }
    for (int f = 0; f < targets.length; f++) {
      int target = targets[f];
      if (target != CsvHeader.SKIP) {
        row[target] =
            target < cells.length ? cell(scanner, f, target) : extraCell(scanner, f, target);
      }
    }
    // After a fault there will be no table, so nothing more is kept.
    if (!faults.any()) {
      append();
    }
  }

  private void append() {
    int at = rows.rowCount();
    for (int e = 0; e < extras.length; e++) {
      if (at == extras[e].length) {
        extras[e] = Arrays.copyOf(extras[e], at + (at >> 1));
      }
      extras[e][at] = row[cells.length + e];
    }
    rows.append(extras.length == 0 ? row : Arrays.copyOf(row, cells.length));
  }

  /** A cell of a declared column as one number; see {@link Table#value}. */
  private double cell(CsvScanner scanner, int field, int column) {
    CellTexts texts = cells[column];
    double value = texts.ofText(scanner.bytes(), scanner.start(field), scanner.end(field));
    if (value == CellTexts.FLAWED) {
      return fault(scanner, field, column, texts.flaw());
    }
    if (Double.isNaN(value) && !schema.column(column).missingAllowed()) {
      return fault(scanner, field, column, CellFlaw.MISSING);
    }
    int codes = schema.codesOf(column);
    if (codes >= 0) {
      row[codes] = texts.code();
    }
    return value;
  }

  private double extraCell(CsvScanner scanner, int field, int column) {
    byte[] bytes = scanner.bytes();
    int start = scanner.start(field);
    int end = scanner.end(field);
    return switch (notNumbers.code(bytes, start, end)) {
      case ColumnStore.MISSING, 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      default -> {
        double number = Decimals.parse(bytes, start, end);
        yield Double.isNaN(number) ? fault(scanner, field, column, CellFlaw.NOT_A_NUMBER) : number;
      }
    };
  }

  private double fault(CsvScanner scanner, int field, int column, CellFlaw flaw) {
    boolean utf8 = CellTexts.isUtf8(scanner.bytes(), scanner.start(field), scanner.end(field));
    faults.cell(scanner.line(), column, utf8 ? flaw : CellFlaw.NOT_UTF8);
    return Double.NaN;
  }

  private TableWithExtras finished() {
    int count = rows.rowCount();
    List<ExtraColumn> columns = new ArrayList<>();
    for (int e = 0; e < extras.length; e++) {
      columns.add(new ExtraColumn(extraNames.get(e), Arrays.copyOf(extras[e], count)));
    }
    return new TableWithExtras(rows.finish(), columns);
  }
}

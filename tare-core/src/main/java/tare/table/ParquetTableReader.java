package tare.table;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.table.TableFaults.CellFlaw;
import tare.table.Thrift.Struct;

/** Reads a flat Parquet file into a table and gathers every fault on the way. */
final class ParquetTableReader {

  private static final int FIRST_ROWS = 1 << 16;

  private final RandomAccessFile file;
  private final Schema schema;
  private final List<String> extraNames;
  private final CsvOptions options;
  private final List<String> wanted = new ArrayList<>();
  private final TableFaults faults;

  ParquetTableReader(
      String source,
      RandomAccessFile file,
      Schema schema,
      List<String> extraNames,
      CsvOptions options) {
    this.file = file;
    this.schema = schema;
    this.extraNames = extraNames;
    this.options = options;
    for (int c = 0; c < schema.columnCount(); c++) {
      wanted.add(fileName(c));
    }
    wanted.addAll(extraNames);
    faults = new TableFaults(source, wanted, "Row ");
  }

  TableWithExtras read() throws IOException {
    ParquetSource source = new ParquetSource(file);
    int rows = source.rowCount();
    requireColumns(source.leaves());
    if (rows == 0) {
      faults.add("The file has no rows.");
    }
    if (faults.any()) {
      throw faults.exception();
    }
    ColumnStore[] stores = new ColumnStore[schema.columnCount()];
    for (int c = 0; c < stores.length; c++) {
      stores[c] = readDeclared(c, source);
    }
    List<ExtraColumn> extras = new ArrayList<>();
    for (String name : extraNames) {
      extras.add(new ExtraColumn(name, readExtra(name, source)));
    }
    if (faults.any()) {
      throw faults.exception();
    }
    return new TableWithExtras(new ColumnarTable(schema.plain(), rows, stores), extras);
  }

  /** The name of the file's column that holds a column's cells. */
  private String fileName(int position) {
    Column column = schema.column(position);
    return column.type() instanceof ColumnType.CodesOf codes ? codes.column() : column.name();
  }

  private void requireColumns(Map<String, Struct> leaves) {
    for (String name : wanted) {
      if (!leaves.containsKey(name)) {
        faults.add(
            "The file has no column \"" + name + "\"." + DidYouMean.hint(name, leaves.keySet()));
      }
    }
    for (String name : leaves.keySet().stream().sorted().toList()) {
      if (!options.ignoreUnknownColumns() && !wanted.contains(name) && !schema.isLeftOut(name)) {
        faults.add(
            "The file's column \""
                + name
                + "\" is not in the schema. Declare it, or name it under \"tare:ignore\" to leave it"
                + " out.");
      }
    }
    for (Column column : schema.columns()) {
      Struct leaf = leaves.get(column.name());
      if (leaf != null) {
        requireFitting(column, leaf);
      }
    }
    for (String name : extraNames) {
      Struct leaf = leaves.get(name);
      if (leaf != null && isText(leaf)) {
        faults.add("Column \"" + name + "\" holds text, but numbers are wanted.");
      }
    }
  }

  private static boolean isText(Struct leaf) {
    return leaf.number(1) == Parquet.BYTE_ARRAY && ParquetMeaning.of(leaf).isPlain();
  }

  /** Numbers that stand for something else, such as dates, must not pass for numbers. */
  private void requireFitting(Column column, Struct leaf) {
    if (!isText(leaf) && ParquetMeaning.of(leaf).asType(column.type()).isEmpty()) {
      faults.add(
          "Column \""
              + column.name()
              + "\" holds dates, times or another kind that is not what the schema says."
              + " Declare the kind that the file has, or write it as plain numbers or text.");
    }
  }

  private ColumnStore readDeclared(int position, ParquetSource source) throws IOException {
    boolean codes = schema.column(position).type() instanceof ColumnType.CodesOf;
    int place = codes ? position - 1 : position;
    Column column = schema.column(place);
    CellTexts texts = new CellTexts(schema, place);
    ParquetValues values =
        ParquetColumnValues.of(texts, source.leaf(column.name()), column.type(), codes);
    // Grown as values come, so that a false number of rows cannot fill the memory.
    ColumnStore store =
        ColumnStore.of(schema.column(position), Math.min(source.rowCount(), FIRST_ROWS));
    source.read(
        column.name(),
        values,
        (row, value) -> {
          if (row % RowsRead.EVERY == 0) { // column by column, so in parts of rows
            options.heard().at((source.rowCount() * (long) position + row) / schema.columnCount());
          }
          put(store, position, texts, row, codes ? orNone(value) : value);
        });
    store.resize(source.rowCount());
    return store;
  }

  /** A missing cell has no code. */
  private static double orNone(double code) {
    return Double.isNaN(code) ? 0 : code;
  }

  private void put(ColumnStore store, int position, CellTexts texts, int row, double value) {
    Column column = schema.column(position);
    if (value == CellTexts.FLAWED) {
      // The flaw of a dictionary's value is the last one met there: all cells of a column share it.
      faults.cell(row + 1L, position, texts.flaw());
    } else if (Double.isNaN(value) && !column.missingAllowed()) {
      faults.cell(row + 1L, position, CellFlaw.MISSING);
    } else {
      grow(store, row);
      TableAppender.put(store, column, row, value);
    }
  }

  private static void putExtra(ColumnStore store, int row, double value) {
    grow(store, row);
    store.setNumber(row, value);
  }

  private static void grow(ColumnStore store, int row) {
    if (row >= store.capacity()) {
      store.resize((int) Math.min(Integer.MAX_VALUE - 8L, 2L * row));
    }
  }

  private static double[] readExtra(String name, ParquetSource source) throws IOException {
    ColumnStore values = ColumnStore.ofNumbers(Math.min(source.rowCount(), FIRST_ROWS));
    source.read(
        name,
        ParquetColumnValues.plain(source.leaf(name)),
        (row, value) -> putExtra(values, row, value));
    double[] all = new double[source.rowCount()];
    Arrays.setAll(all, values::number);
    return all;
  }
}

package tare.table;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.table.TableFaults.CellFlaw;
import tare.table.Thrift.Struct;

/** Reads a flat Parquet file into a table and gathers every fault on the way. */
final class ParquetTableReader {

  private static final int TAIL = 8;
  private static final int FIRST_ROWS = 1 << 16;

  private final RandomAccessFile file;
  private final Schema schema;
  private final List<String> extraNames;
  private final boolean ignoreUnknown;
  private final List<String> wanted = new ArrayList<>();
  private final TableFaults faults;

  ParquetTableReader(
      String source,
      RandomAccessFile file,
      Schema schema,
      List<String> extraNames,
      boolean ignoreUnknown) {
    this.file = file;
    this.schema = schema;
    this.extraNames = extraNames;
    this.ignoreUnknown = ignoreUnknown;
    for (int c = 0; c < schema.columnCount(); c++) {
      wanted.add(fileName(c));
    }
    wanted.addAll(extraNames);
    faults = new TableFaults(source, wanted, "Row ");
  }

  TableWithExtras read() throws IOException {
    Struct footer = footer();
    int rows = rowCount(footer);
    Map<String, Struct> leaves = leaves(footer);
    requireColumns(leaves);
    if (rows == 0) {
      faults.add("The file has no rows.");
    }
    if (faults.any()) {
      throw faults.exception();
    }
    ColumnStore[] stores = new ColumnStore[schema.columnCount()];
    for (int c = 0; c < stores.length; c++) {
      stores[c] = readDeclared(c, footer, leaf(leaves, fileName(c)), rows);
    }
    List<ExtraColumn> extras = new ArrayList<>();
    for (String name : extraNames) {
      extras.add(new ExtraColumn(name, readExtra(name, footer, leaf(leaves, name), rows)));
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

  // --- what the file holds ------------------------------------------------------------------

  private Struct footer() throws IOException {
    long size = file.length();
    if (size < Parquet.MAGIC.length + TAIL) {
      throw new ParquetFormatException("it is cut short");
    }
    Bytes tail = new Bytes(at(size - TAIL, TAIL));
    int length = tail.i32();
    if (!Arrays.equals(tail.take(Parquet.MAGIC.length), Parquet.MAGIC)) {
      throw new ParquetFormatException("it is cut short, encrypted, or no Parquet file at all");
    }
    return Thrift.read(new Bytes(at(size - TAIL - length, length)));
  }

  private static int rowCount(Struct footer) {
    long rows = footer.number(3);
    long inGroups = footer.structs(4).stream().mapToLong(group -> group.number(3)).sum();
    if (rows < 0 || rows > Integer.MAX_VALUE - 8 || rows != inGroups) {
      throw new ParquetFormatException("its number of rows is out of range");
    }
    return (int) rows;
  }

  private static Map<String, Struct> leaves(Struct footer) {
    Map<String, Struct> leaves = new HashMap<>();
    List<Struct> elements = footer.structs(2);
    for (Struct element : elements.subList(Math.min(1, elements.size()), elements.size())) {
      if (element.number(5, 0) > 0 || element.number(3, 0) > Parquet.OPTIONAL) {
        throw new ParquetFormatException("it has nested columns; Tare reads flat tables");
      }
      if (leaves.put(element.text(4), element) != null) {
        throw new ParquetFormatException("two of its columns have the same name");
      }
    }
    return leaves;
  }

  private static Struct leaf(Map<String, Struct> leaves, String name) {
    return Objects.requireNonNull(leaves.get(name), "columns were checked before");
  }

  private void requireColumns(Map<String, Struct> leaves) {
    for (String name : wanted) {
      if (!leaves.containsKey(name)) {
        faults.add(
            "The file has no column \"" + name + "\"." + DidYouMean.hint(name, leaves.keySet()));
      }
    }
    for (String name : leaves.keySet().stream().sorted().toList()) {
      if (!ignoreUnknown && !wanted.contains(name) && !schema.isLeftOut(name)) {
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
    boolean times = column.type() instanceof ColumnType.Temporal;
    if (isText(leaf)) {
      if (column.type().isNumeric() && !times) {
        faults.add("Column \"" + column.name() + "\" holds text, but the schema says numbers.");
      }
    } else if (ParquetMeaning.of(leaf).asType(column.type()).isEmpty()) {
      faults.add(
          "Column \""
              + column.name()
              + "\" holds dates, times or another kind that is not what the schema says."
              + " Declare the kind that the file has, or write it as plain numbers or text.");
    }
  }

  // --- its columns --------------------------------------------------------------------------

  private ColumnStore readDeclared(int position, Struct footer, Struct leaf, int rows)
      throws IOException {
    boolean codes = schema.column(position).type() instanceof ColumnType.CodesOf;
    int source = codes ? position - 1 : position;
    Column column = schema.column(source);
    CellTexts texts = new CellTexts(schema, source);
    ParquetValues values = ParquetValues.of(texts, leaf, column.type(), codes);
    // Grown as values come, so that a false number of rows cannot fill the memory.
    ColumnStore store = ColumnStore.of(schema.column(position), Math.min(rows, FIRST_ROWS));
    int[] row = new int[1];
    for (Struct group : footer.structs(4)) {
      chunk(group, column.name(), leaf, values)
          .read(
              bytes(group, column.name()),
              group.number(3),
              value ->
                  put(
                      store,
                      position,
                      texts,
                      requireRoom(row, rows),
                      codes ? orNone(value) : value));
    }
    requireAll(row[0], rows);
    store.resize(rows);
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

  private double[] readExtra(String name, Struct footer, Struct leaf, int rows) throws IOException {
    ColumnStore values = ColumnStore.ofNumbers(Math.min(rows, FIRST_ROWS));
    int[] row = new int[1];
    for (Struct group : footer.structs(4)) {
      chunk(group, name, leaf, ParquetValues.plain(leaf))
          .read(
              bytes(group, name),
              group.number(3),
              value -> putExtra(values, requireRoom(row, rows), value));
    }
    requireAll(row[0], rows);
    double[] all = new double[rows];
    Arrays.setAll(all, values::number);
    return all;
  }

  /** The next row's position; a file must not hold more values than rows. */
  private static int requireRoom(int[] row, int rows) {
    if (row[0] >= rows) {
      throw new ParquetFormatException("a column in it has more values than there are rows");
    }
    return row[0]++;
  }

  private static void requireAll(int read, int rows) {
    if (read != rows) {
      throw new ParquetFormatException("a column in it has fewer values than there are rows");
    }
  }

  private static ParquetChunkReader chunk(
      Struct group, String name, Struct leaf, ParquetValues values) {
    Struct metadata = metadata(group, name);
    return new ParquetChunkReader(
        (int) metadata.number(1),
        leaf.number(3, 0) == Parquet.OPTIONAL,
        (int) metadata.number(4),
        values);
  }

  private Bytes bytes(Struct group, String name) throws IOException {
    Struct metadata = metadata(group, name);
    long data = metadata.number(9);
    long start = metadata.has(11) ? Math.min(data, metadata.number(11)) : data;
    // Some writers leave 0 for "no dictionary".
    start = start == 0 ? data : start;
    return new Bytes(at(start, metadata.number(7)));
  }

  private static Struct metadata(Struct group, String name) {
    for (Struct chunk : group.structs(1)) {
      Struct metadata = chunk.struct(3);
      if (metadata.texts(3).equals(List.of(name))) {
        return metadata;
      }
    }
    throw new ParquetFormatException("a row group in it lacks a column");
  }

  private byte[] at(long position, long length) throws IOException {
    if (position < 0
        || length < 0
        || length > Integer.MAX_VALUE - 8
        || position > file.length() - length) {
      throw new ParquetFormatException("it is cut short");
    }
    byte[] bytes = new byte[(int) length];
    file.seek(position);
    file.readFully(bytes);
    return bytes;
  }
}

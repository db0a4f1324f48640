package tare.table;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tare.table.Thrift.Struct;

/** An open Parquet file: its columns and, one column at a time, their values. */
final class ParquetSource {

  /** Takes a value and the row that it stands in. */
  interface Sink {
    void accept(int row, double value);
  }

  private static final int TAIL = 8;

  /**
   * Rows that every file may have, and how many more for each of its bytes: a few bytes can claim
   * billions.
   */
  private static final long FREE_ROWS = 1L << 24;

  private static final long ROWS_PER_BYTE = 1_000;

  private final RandomAccessFile file;
  private final Struct footer;
  private final int rows;
  private final Map<String, Struct> leaves;

  ParquetSource(RandomAccessFile file) throws IOException {
    this.file = file;
    footer = footer();
    rows = countedRows();
    leaves = leaves(footer);
  }

  int rowCount() {
    return rows;
  }

  /** The columns, in their order. */
  Map<String, Struct> leaves() {
    return leaves;
  }

  /** The declaration of a column that there is. */
  Struct leaf(String name) {
    return Objects.requireNonNull(leaves.get(name), "columns were checked before");
  }

  /** Gives every value of a column, top to bottom; a null as NaN. */
  void read(String name, ParquetValues values, Sink sink) throws IOException {
    Struct leaf = leaf(name);
    int[] row = new int[1];
    for (Struct group : footer.structs(4)) {
      Struct metadata = metadata(group, name);
      new ParquetChunkReader(
              (int) metadata.number(1),
              leaf.number(3, 0) == Parquet.OPTIONAL,
              (int) metadata.number(4),
              values)
          .read(
              bytes(metadata),
              group.number(3),
              value -> sink.accept(requireRoom(row, rows), value));
    }
    if (row[0] != rows) {
      throw new ParquetFormatException("a column in it has fewer values than there are rows");
    }
  }

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

  private int countedRows() throws IOException {
    long claimed = footer.number(3);
    long inGroups = footer.structs(4).stream().mapToLong(group -> group.number(3)).sum();
    if (claimed < 0
        || claimed > Integer.MAX_VALUE - 8
        || claimed > FREE_ROWS + ROWS_PER_BYTE * file.length()
        || claimed != inGroups) {
      throw new ParquetFormatException("its number of rows is out of range");
    }
    return (int) claimed;
  }

  private static Map<String, Struct> leaves(Struct footer) {
    Map<String, Struct> leaves = new LinkedHashMap<>();
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

  /** The next row's position; a file must not hold more values than rows. */
  private static int requireRoom(int[] row, int rows) {
    if (row[0] >= rows) {
      throw new ParquetFormatException("a column in it has more values than there are rows");
    }
    return row[0]++;
  }

  private Bytes bytes(Struct metadata) throws IOException {
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

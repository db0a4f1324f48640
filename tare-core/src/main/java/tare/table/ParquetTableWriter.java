package tare.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Identifier;
import tare.schema.TimeForm;
import tare.schema.ToolVersion;
import tare.table.Thrift.Struct;

/**
 * Writes a table as a Parquet file: levels as dictionary-coded text, whole numbers and whole-number
 * codes as 64-bit integers, other numbers as doubles, dates as dates, times as microseconds without
 * a zone, missing cells as nulls, pages packed with gzip.
 */
final class ParquetTableWriter {

  private static final int PAGE_ROWS = 1 << 16;
  private static final int GROUP_ROWS = 1 << 20;
  private static final double MICROS = 1e6;

  private final Table table;
  private final List<ExtraColumn> extras;
  private final OutputStream out;
  private final RowsRead heard;
  private long cells;
  private long written;

  ParquetTableWriter(TableWithExtras rows, OutputStream out, RowsRead heard) {
    this.table = rows.table();
    this.extras = rows.extras();
    this.out = out;
    this.heard = heard;
  }

  void write() throws IOException {
    put(Parquet.MAGIC);
    List<Struct> groups = new ArrayList<>();
    for (int from = 0; from < table.rowCount(); from += GROUP_ROWS) {
      groups.add(group(from, Math.min(table.rowCount() - from, GROUP_ROWS)));
    }
    Struct metadata = new Struct();
    metadata
        .put(1, 1)
        .put(2, elements())
        .put(3, (long) table.rowCount())
        .put(4, groups)
        .put(6, "tare version " + ToolVersion.NUMBER);
    byte[] footer = Thrift.bytes(metadata);
    put(footer);
    put(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(footer.length).array());
    put(Parquet.MAGIC);
  }

  // --- the schema ---------------------------------------------------------------------------

  private List<Struct> elements() {
    List<Struct> elements = new ArrayList<>();
    for (Identifier identifier : table.schema().madeUp()) {
      Struct element = new Struct().put(1, physical(identifier)).put(3, Parquet.REQUIRED);
      element.put(4, identifier.name());
      elements.add(identifier.kind() == Identifier.Kind.TEXT ? asText(element) : element);
    }
    for (Column column : table.schema().columns()) {
      if (!(column.type() instanceof ColumnType.CodesOf)) {
        elements.add(element(column));
      }
    }
    for (ExtraColumn extra : extras) {
      elements.add(
          new Struct().put(1, Parquet.DOUBLE).put(3, Parquet.REQUIRED).put(4, extra.name()));
    }
    elements.add(0, new Struct().put(4, "schema").put(5, elements.size()));
    return elements;
  }

  private static Struct element(Column column) {
    Struct element = new Struct();
    element
        .put(1, physical(column.type()))
        .put(3, column.missingAllowed() ? Parquet.OPTIONAL : Parquet.REQUIRED)
        .put(4, column.name());
    if (physical(column.type()) == Parquet.BYTE_ARRAY) {
      return asText(element);
    }
    return column.type() instanceof ColumnType.Temporal time ? asTime(element, time) : element;
  }

  private static Struct asText(Struct element) {
    return element.put(6, Parquet.UTF8).put(10, new Struct().put(1, new Struct()));
  }

  /** Days, or microseconds by the clock on the wall. */
  private static Struct asTime(Struct element, ColumnType.Temporal time) {
    Struct micros = new Struct().put(1, false).put(2, new Struct().put(2, new Struct()));
    return switch (time.form()) {
      case DATE ->
          element.put(6, Parquet.CONVERTED_DATE).put(10, new Struct().put(6, new Struct()));
      case TIME -> element.put(10, new Struct().put(7, micros));
      case DATETIME -> element.put(10, new Struct().put(8, micros));
    };
  }

  private static int physical(Identifier identifier) {
    return identifier.kind() == Identifier.Kind.TEXT ? Parquet.BYTE_ARRAY : Parquet.INT64;
  }

  private static int physical(ColumnType type) {
    if (type instanceof ColumnType.Numeric) {
      return Parquet.DOUBLE;
    }
    if (type instanceof ColumnType.Stepped stepped && stepped.steps().places() > 0) {
      return Parquet.DOUBLE;
    }
    if (type instanceof ColumnType.Temporal time && time.form() == TimeForm.DATE) {
      return Parquet.INT32;
    }
    return isText(type) ? Parquet.BYTE_ARRAY : Parquet.INT64;
  }

  /** Levels are texts, but for whole-number codes. */
  private static boolean isText(ColumnType type) {
    return type instanceof ColumnType.YesNo
        || (type instanceof ColumnType.Category category
            && category.kind() == ColumnType.LevelKind.TEXTS);
  }

  // --- the rows -----------------------------------------------------------------------------

  private Struct group(int from, int rows) throws IOException {
    List<Struct> chunks = new ArrayList<>();
    long start = written;
    long unpacked = 0;
    for (Identifier identifier : table.schema().madeUp()) {
      chunks.add(identified(identifier, from, rows));
    }
    for (int c = 0; c < table.schema().columnCount(); c++) {
      if (!(table.schema().column(c).type() instanceof ColumnType.CodesOf)) {
        chunks.add(declared(c, from, rows));
      }
    }
    for (Struct chunk : chunks) {
      unpacked += chunk.struct(3).number(6);
    }
    for (ExtraColumn extra : extras) {
      Chunk chunk = new Chunk(Parquet.DOUBLE, extra.name(), rows, List.of(Parquet.PLAIN));
      for (int r = from; r < from + rows; r += PAGE_ROWS) {
        int count = Math.min(from + rows - r, PAGE_ROWS);
        ByteBuffer page = buffer(count);
        for (int i = 0; i < count; i++) {
          page.putDouble(extra.values()[r + i]);
        }
        chunk.dataPage(page.array(), count, Parquet.PLAIN);
      }
      chunks.add(chunk.metadata());
      unpacked += chunk.unpacked;
    }
    return new Struct()
        .put(1, chunks)
        .put(2, unpacked)
        .put(3, (long) rows)
        .put(5, start)
        .put(6, written - start);
  }

  private Struct identified(Identifier identifier, int from, int rows) throws IOException {
    Chunk chunk = new Chunk(physical(identifier), identifier.name(), rows, List.of(Parquet.PLAIN));
    for (int r = from; r < from + rows; r += PAGE_ROWS) {
      int count = Math.min(from + rows - r, PAGE_ROWS);
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      for (int i = r; i < r + count; i++) {
        byte[] text = identifier.text(i).getBytes(StandardCharsets.UTF_8);
        boolean number = identifier.kind() == Identifier.Kind.NUMBER;
        ByteBuffer value = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        value = number ? value.putLong(i + 1L) : value.putInt(text.length);
        page.write(value.array(), 0, value.position());
        page.writeBytes(number ? new byte[0] : text);
      }
      chunk.dataPage(page.toByteArray(), count, Parquet.PLAIN);
    }
    return chunk.metadata();
  }

  private Struct declared(int column, int from, int rows) throws IOException {
    Column declared = table.schema().column(column);
    boolean levels = isText(declared.type());
    Chunk chunk =
        new Chunk(
            physical(declared.type()),
            declared.name(),
            rows,
            levels
                ? List.of(Parquet.PLAIN, Parquet.RLE, Parquet.RLE_DICTIONARY)
                : List.of(Parquet.PLAIN, Parquet.RLE));
    if (levels) {
      chunk.dictionaryPage(declared.type().levels());
    }
    for (int r = from; r < from + rows; r += PAGE_ROWS) {
      int count = Math.min(from + rows - r, PAGE_ROWS);
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      int[] present = present(column, r, count);
      if (declared.missingAllowed()) {
        definitionLevels(present, page);
      }
      if (levels) {
        indices(column, r, present, page);
      } else {
        numbers(column, r, present, page);
      }
      chunk.dataPage(page.toByteArray(), count, levels ? Parquet.RLE_DICTIONARY : Parquet.PLAIN);
    }
    return chunk.metadata();
  }

  /** 1 where there is a cell, 0 where it is missing. */
  private int[] present(int column, int from, int count) {
    int[] present = new int[count];
    int codes = table.schema().codesOf(column);
    for (int i = 0; i < count; i++) {
      boolean coded = codes >= 0 && table.level(from + i, codes) > 0;
      present[i] = coded || !table.missing(from + i, column) ? 1 : 0;
    }
    return present;
  }

  private static void definitionLevels(int[] present, ByteArrayOutputStream page) {
    ByteArrayOutputStream levels = new ByteArrayOutputStream();
    HybridRle.write(present, 1, levels);
    page.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(levels.size()).array());
    page.writeBytes(levels.toByteArray());
  }

  private void indices(int column, int from, int[] present, ByteArrayOutputStream page) {
    int[] indices = new int[present.length];
    int count = 0;
    for (int i = 0; i < present.length; i++) {
      if (present[i] == 1) {
        indices[count++] = table.level(from + i, column);
      }
    }
    int width = HybridRle.width(table.schema().column(column).type().levelCount());
    page.write(width);
    if (count > 0) {
      HybridRle.write(Arrays.copyOf(indices, count), width, page);
    }
  }

  private void numbers(int column, int from, int[] present, ByteArrayOutputStream page) {
    ColumnType type = table.schema().column(column).type();
    int physical = physical(type);
    double unit = isClock(type) ? MICROS : 1;
    ByteBuffer values = buffer(present.length);
    for (int i = 0; i < present.length; i++) {
      if (present[i] == 1) {
        double number = number(column, from + i) * unit;
        switch (physical) {
          case Parquet.DOUBLE -> values.putDouble(number);
          case Parquet.INT32 -> values.putInt((int) number);
          default -> values.putLong((long) number);
        }
      }
    }
    page.write(values.array(), 0, values.position());
  }

  private static boolean isClock(ColumnType type) {
    return type instanceof ColumnType.Temporal time && time.form() != TimeForm.DATE;
  }

  /** A cell of a column that is stored as numbers: a number, a code in its place, or a level. */
  private double number(int column, int row) {
    ColumnType type = table.schema().column(column).type();
    if (!type.isNumeric()) {
      return Long.parseLong(type.levels().get(table.level(row, column)));
    }
    int codes = table.schema().codesOf(column);
    if (codes >= 0 && table.level(row, codes) > 0) {
      String code = table.schema().column(codes).type().levels().get(table.level(row, codes));
      return type.number(code).orElseThrow();
    }
    return table.number(row, column);
  }

  private static ByteBuffer buffer(int values) {
    return ByteBuffer.allocate(values * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void put(byte[] bytes) throws IOException {
    out.write(bytes);
    written += bytes.length;
  }

  /** One column of one row group on its way to the file. */
  private final class Chunk {
    private final int type;
    private final String name;
    private final long rows;
    private final List<Integer> encodings;
    private final long start = written;
    private long dictionary = -1;
    private long data = -1;
    private long unpacked;

    Chunk(int type, String name, long rows, List<Integer> encodings) {
      this.type = type;
      this.name = name;
      this.rows = rows;
      this.encodings = encodings;
    }

    void dictionaryPage(List<String> levels) throws IOException {
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      for (String level : levels) {
        byte[] text = level.getBytes(StandardCharsets.UTF_8);
        page.writeBytes(
            ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(text.length).array());
        page.writeBytes(text);
      }
      dictionary = written;
      Struct header = new Struct().put(1, levels.size()).put(2, Parquet.PLAIN);
      page(page.toByteArray(), Parquet.DICTIONARY_PAGE, 7, header);
    }

    void dataPage(byte[] page, int values, int encoding) throws IOException {
      heard.at(cells / (table.schema().columnCount() + extras.size())); // column by column
      cells += values;
      data = data < 0 ? written : data;
      Struct header =
          new Struct().put(1, values).put(2, encoding).put(3, Parquet.RLE).put(4, Parquet.RLE);
      page(page, Parquet.DATA_PAGE, 5, header);
    }

    private void page(byte[] page, int kind, int field, Struct header) throws IOException {
      byte[] packed = gzip(page);
      byte[] head =
          Thrift.bytes(
              new Struct()
                  .put(1, kind)
                  .put(2, page.length)
                  .put(3, packed.length)
                  .put(field, header));
      put(head);
      put(packed);
      unpacked += head.length + page.length;
    }

    Struct metadata() {
      Struct column = new Struct();
      column
          .put(1, type)
          .put(2, encodings)
          .put(3, List.of(name.getBytes(StandardCharsets.UTF_8)))
          .put(4, Parquet.GZIP)
          .put(5, rows)
          .put(6, unpacked)
          .put(7, written - start)
          .put(9, data);
      if (dictionary >= 0) {
        column.put(11, dictionary);
      }
      return new Struct().put(2, start).put(3, column);
    }
  }

  private static byte[] gzip(byte[] page) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(page.length / 2 + 64);
    try (GZIPOutputStream gzip =
        new GZIPOutputStream(packed) {
          {
            def.setLevel(Deflater.BEST_SPEED);
          }
        }) {
      gzip.write(page);
    }
    return packed.toByteArray();
  }
}

package tare.curator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.NamelessFile;
import tare.table.Table;
import tare.table.TableColumns;

/*
 * Candidates with which weights are settled are looked at several times, and then rows are kept from
 * them. Drawing one takes many times what reading it back does. Where they cannot be kept (the disk
 * is full) they are drawn again: they come out the same.
 */

/** Blocks of candidates that were drawn and will be asked for again, on this machine's disk. */
final class DrawnBlocks {

  /** Where a block is in the file. */
  private record Place(long from, int rows, Schema schema) {}

  /** Stands for a missing level. */
  private static final byte NO_LEVEL = -1;

  private final Map<Integer, Place> places = new HashMap<>();
  private @Nullable NamelessFile file;
  private boolean full;

  /** A block that was kept. */
  synchronized Optional<Table> find(int number) {
    Place place = places.get(number);
    if (place == null || file == null) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(place.rows * width(place.schema));
    try {
      file.read(place.from, bytes);
    } catch (IOException e) {
      places.remove(number);
      return Optional.empty();
    }
    TableColumns columns = new TableColumns(place.schema, place.rows);
    for (int c = 0; c < place.schema.columnCount(); c++) {
      boolean brief = isBrief(place.schema.column(c));
      for (int r = 0; r < place.rows; r++) {
        columns.put(c, r, brief ? level(bytes.get()) : bytes.getDouble());
      }
    }
    return Optional.of(columns.finish());
  }

  private static double level(byte code) {
    return code == NO_LEVEL ? Double.NaN : code;
  }

  /** Keeps a block, where there is room for it. */
  synchronized void keep(int number, Table drawn) {
    if (full) {
      return;
    }
    Schema schema = drawn.schema();
    int rows = drawn.rowCount();
    ByteBuffer bytes = ByteBuffer.allocate(rows * width(schema));
    for (int c = 0; c < schema.columnCount(); c++) {
      boolean brief = isBrief(schema.column(c));
      for (int r = 0; r < rows; r++) {
        double value = drawn.value(r, c);
        if (brief) {
          bytes.put(Double.isNaN(value) ? NO_LEVEL : (byte) value);
        } else {
          bytes.putDouble(value);
        }
      }
    }
    try {
      if (file == null) {
        file = new NamelessFile();
      }
      places.put(number, new Place(file.add(bytes.flip()), rows, schema));
    } catch (IOException e) {
      full = true;
    }
  }

  /** Whether a cell takes a byte: levels of a few, which most columns have. */
  private static boolean isBrief(Column column) {
    return !column.type().isNumeric() && column.type().levelCount() < Byte.MAX_VALUE;
  }

  /** Bytes of a row. */
  private static int width(Schema schema) {
    return schema.columns().stream()
        .mapToInt(column -> isBrief(column) ? Byte.BYTES : Double.BYTES)
        .sum();
  }

  /** Keeps no more: what is drawn from now on is drawn for the last time. */
  synchronized void noMore() {
    full = true;
  }
}

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
    TableColumns columns = new TableColumns(place.schema, place.rows);
    long from = place.from;
    try {
      for (int c = 0; c < place.schema.columnCount(); c++) {
        boolean brief = isBrief(place.schema.column(c));
        ByteBuffer bytes = column(place.rows, brief);
        from += bytes.capacity();
        file.read(from - bytes.capacity(), bytes);
        for (int r = 0; r < place.rows; r++) {
          columns.put(c, r, brief ? level(bytes.get()) : bytes.getDouble());
        }
      }
    } catch (IOException e) {
      places.remove(number);
      return Optional.empty();
    }
    return Optional.of(columns.finish());
  }

  /** Room for a column. */
  private static ByteBuffer column(int rows, boolean brief) {
    return ByteBuffer.allocate(rows * (brief ? Byte.BYTES : Double.BYTES));
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
    try {
      file = file == null ? new NamelessFile() : file;
      long from = file.add(ByteBuffer.allocate(0));
      for (int c = 0; c < schema.columnCount(); c++) {
        boolean brief = isBrief(schema.column(c));
        ByteBuffer bytes = column(rows, brief);
        for (int r = 0; r < rows; r++) {
          double value = drawn.value(r, c);
          if (brief) {
            bytes.put(Double.isNaN(value) ? NO_LEVEL : (byte) value);
          } else {
            bytes.putDouble(value);
          }
        }
        file.add(bytes.flip());
      }
      places.put(number, new Place(from, rows, schema));
    } catch (IOException e) {
      full = true;
    }
  }

  /** Whether a cell takes a byte: levels of a few, which most columns have. */
  private static boolean isBrief(Column column) {
    return !column.type().isNumeric() && column.type().levelCount() < Byte.MAX_VALUE;
  }

  /** Keeps no more: what is drawn from now on is drawn for the last time. */
  synchronized void noMore() {
    full = true;
  }
}

package tare.curator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tare.table.ColumnarTable;
import tare.table.NamelessFile;
import tare.table.Table;

/*
 * Candidates with which weights are settled are looked at several times, and then rows are kept from
 * them. Drawing one takes many times what reading it back does. Where they cannot be kept (the disk
 * is full) they are drawn again: they come out the same.
 */

/** Blocks of candidates that were drawn and will be asked for again, on this machine's disk. */
final class DrawnBlocks {

  /** Where a block is in the file. */
  private record Place(long from, int size) {}

  private final Map<Integer, Place> places = new HashMap<>();
  private @Nullable NamelessFile file;
  private boolean full;

  /** A block that was kept. */
  synchronized Optional<Table> find(int number) {
    Place place = places.get(number);
    if (place == null || file == null) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(place.size);
    try {
      file.read(place.from, bytes);
      ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.array()));
      return Optional.of((ColumnarTable) in.readObject());
    } catch (IOException | ClassNotFoundException e) {
      places.remove(number);
      return Optional.empty();
    }
  }

  /** Keeps a block, where there is room for it. */
  synchronized void keep(int number, Table drawn) {
    if (full) {
      return;
    }
    try {
      if (file == null) {
        file = new NamelessFile();
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(ColumnarTable.copyOf(drawn));
      }
      long from = file.add(ByteBuffer.wrap(bytes.toByteArray()));
      places.put(number, new Place(from, bytes.size()));
    } catch (IOException e) {
      full = true;
    }
  }

  /** Keeps no more: what is drawn from now on is drawn for the last time. */
  synchronized void noMore() {
    full = true;
  }
}

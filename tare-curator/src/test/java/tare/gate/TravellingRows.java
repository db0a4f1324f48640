package tare.gate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import tare.schema.Schema;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Table;

/**
 * Rows in several places, as on a cluster: what is asked, and each part's sum, is written to bytes
 * and read back before it is used. Counts its passes.
 */
public final class TravellingRows implements PrivateRows {

  private final Table table;
  private final List<Table> parts = new ArrayList<>();
  private int passes;

  /** Every row in the part that its number leaves when divided by the number of parts. */
  public TravellingRows(Table table, int count) {
    this.table = table;
    for (int p = 0; p < count; p++) {
      List<Integer> rows = new ArrayList<>();
      for (int r = p; r < table.rowCount(); r += count) {
        rows.add(r);
      }
      parts.add(table.select(rows.stream().mapToInt(Integer::intValue).toArray()));
    }
  }

  /** How often all rows were asked. */
  public int passes() {
    return passes;
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
    passes++;
    return parts.stream()
        .map(part -> travelled(travelled(part).pass(travelled(zero), travelled(add), merge)))
        .reduce(merge)
        .orElseThrow();
  }

  @Override
  public boolean inOnePlace() {
    return false;
  }

  @Override
  public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
    throw new UnsupportedOperationException("These rows are in several places.");
  }

  @Override
  public List<Vectors> parts(
      int width, RowEncoder<float[]> encoder, int count, IntSupplier chance) {
    throw new UnsupportedOperationException("These rows are in several places.");
  }

  /** The same thing, as it comes out of its bytes. */
  @SuppressWarnings("unchecked")
  public static <T> T travelled(T thing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(thing);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}

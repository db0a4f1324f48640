package tare.gate;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tare.noise.PoissonLots;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Row;
import tare.table.RowsRead;
import tare.table.Table;

/**
 * A table in memory as private rows, unit by unit; a class of its own, so that no cast leads back
 * to a table.
 */
final class TableRows implements PrivateRows {

  private final Table table;
  private final int[] starts;
  private final RowsRead heard;

  TableRows(Table table) {
    this(BoundedRows.ofRows(table));
  }

  TableRows(BoundedRows rows) {
    this(rows.table(), rows.starts(), RowsRead.SILENT);
  }

  private TableRows(Table table, int[] starts, RowsRead heard) {
    this.table = table;
    this.starts = starts;
    this.heard = heard;
  }

  @Override
  public PrivateRows heardBy(RowsRead listener) {
    return new TableRows(table, starts, listener);
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
    return table.pass(zero, new HeardAdd<>(add, heard), merge);
  }

  @Override
  public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
    PoissonLots chance = new PoissonLots(rate, bits);
    // Privacy hangs on this line: chance draws units, and all rows of one enter together.
    return () -> picked(width, encoder, chance.draw(starts.length - 1));
  }

  @Override
  public List<Vectors> parts(
      int width, RowEncoder<float[]> encoder, int parts, IntSupplier chance) {
    List<IntStream.Builder> units =
        Stream.generate(IntStream::builder).limit(parts).collect(Collectors.toList());
    for (int unit = 0; unit + 1 < starts.length; unit++) {
      // Privacy hangs on this line: a unit's rows are in one part, whatever the other units are.
      units.get(chance.getAsInt()).add(unit);
    }
    return units.stream()
        .map(part -> picked(width, encoder, part.build().toArray()).rows())
        .toList();
  }

  private Lot picked(int width, RowEncoder<float[]> encoder, int[] units) {
    int[] begins = new int[units.length + 1];
    for (int i = 0; i < units.length; i++) {
      begins[i + 1] = begins[i] + starts[units[i] + 1] - starts[units[i]];
    }
    int[] rows = new int[begins[units.length]];
    for (int i = 0; i < units.length; i++) {
      for (int r = begins[i]; r < begins[i + 1]; r++) {
        rows[r] = starts[units[i]] + r - begins[i];
      }
    }
    return new Lot(new PickedRows(table, rows, width, encoder), begins);
  }

  /** Some rows of a table as vectors. */
  private record PickedRows(Table table, int[] rows, int width, RowEncoder<float[]> encoder)
      implements Vectors {

    @Override
    public int count() {
      return rows.length;
    }

    @Override
    public void copy(int row, float[] to, int at) {
      Arrays.fill(to, at, at + width, 0);
      encoder.put(table.row(rows[row]), to, at);
    }
  }

  /** Adds rows, and lets somebody who may end the pass hear of every few thousandth. */
  private static final class HeardAdd<S> implements Add<S> {

    private static final long serialVersionUID = 1L;

    private final Add<S> add;
    private final transient RowsRead heard;
    private long rows;

    HeardAdd(Add<S> add, RowsRead heard) {
      this.add = add;
      this.heard = heard;
    }

    @Override
    public void accept(S sum, Row row) {
      heard.count(rows++);
      add.accept(sum, row);
    }
  }
}

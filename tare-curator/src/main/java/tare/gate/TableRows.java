package tare.gate;

import java.util.function.LongSupplier;
import tare.noise.PoissonLots;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.EncodedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Table;

/**
 * A table in memory as private rows, unit by unit; a class of its own, so that no cast leads back
 * to a table.
 */
final class TableRows implements PrivateRows {

  private final Table table;
  private final int[] starts;

  TableRows(Table table) {
    this(BoundedRows.ofRows(table));
  }

  TableRows(BoundedRows rows) {
    this.table = rows.table();
    this.starts = rows.starts();
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
    return table.pass(zero, add, merge);
  }

  @Override
  public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
    float[] rows = EncodedRows.floats(table, width, encoder);
    PoissonLots chance = new PoissonLots(rate, bits);
    // Privacy hangs on this line: chance draws units, and all rows of one enter together.
    return () -> picked(rows, width, chance.draw(starts.length - 1));
  }

  private float[] picked(float[] rows, int width, int[] lot) {
    int count = 0;
    for (int unit : lot) {
      count += starts[unit + 1] - starts[unit];
    }
    float[] picked = new float[count * width];
    int at = 0;
    for (int unit : lot) {
      int length = (starts[unit + 1] - starts[unit]) * width;
      System.arraycopy(rows, starts[unit] * width, picked, at, length);
      at += length;
    }
    return picked;
  }
}

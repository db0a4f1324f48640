package tare.gate;

import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tare.noise.PoissonLots;
import tare.schema.Schema;
import tare.table.EncodedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Row;
import tare.table.Table;

/** A table in memory as private rows; a class of its own, so that no cast leads back to a table. */
final class TableRows implements PrivateRows {

  private final Table table;

  TableRows(Table table) {
    this.table = table;
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public <S> S pass(Supplier<S> zero, BiConsumer<S, Row> add, BinaryOperator<S> merge) {
    return table.pass(zero, add, merge);
  }

  @Override
  public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
    float[] rows = EncodedRows.floats(table, width, encoder);
    PoissonLots chance = new PoissonLots(rate, bits);
    return () -> picked(rows, width, chance.draw(rows.length / width));
  }

  private static float[] picked(float[] rows, int width, int[] lot) {
    float[] picked = new float[lot.length * width];
    for (int i = 0; i < lot.length; i++) {
      System.arraycopy(rows, lot[i] * width, picked, i * width, width);
    }
    return picked;
  }
}

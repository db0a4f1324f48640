package tare.spark;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.DoubleUnaryOperator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import tare.table.CellRows;

/**
 * Turns a partition's rows into compact chunks, once; what is wrong with them is data, no failure.
 */
final class Decoding implements FlatMapFunction<Iterator<InternalRow>, Chunk> {

  private static final long serialVersionUID = 1L;

  private final RowPlan plan;

  Decoding(RowPlan plan) {
    this.plan = plan;
  }

  @Override
  public Iterator<Chunk> call(Iterator<InternalRow> rows) {
    return new Chunks(plan, rows);
  }

  private static final class Chunks implements Iterator<Chunk> {

    private final RowPlan plan;
    private final List<RowPlan.Field> fields;
    private final DoubleUnaryOperator[] maps;
    private final Iterator<InternalRow> rows;
    private final String place;
    private long before;

    Chunks(RowPlan plan, Iterator<InternalRow> rows) {
      this.plan = plan;
      this.rows = rows;
      fields = plan.fields();
      maps = new DoubleUnaryOperator[fields.size()];
      for (int f = 0; f < maps.length; f++) {
        RowPlan.Field field = fields.get(f);
        maps[f] =
            field.column() < 0
                ? value -> value
                : CellRows.map(field.meaning(), plan.schema().column(field.column()).type())
                    .orElse(value -> value);
      }
      place = "Partition " + TaskContext.getPartitionId() + ", row ";
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public Chunk next() {
      if (!rows.hasNext()) {
        throw new NoSuchElementException();
      }
      CellRows cells = new CellRows("the rows", place, before, plan.schema());
      boolean named = plan.schema().unitRows().isPresent();
      long[] units = new long[named ? 2 * Chunk.ROWS : 0];
      int count = 0;
      for (; count < Chunk.ROWS && rows.hasNext(); count++) {
        InternalRow row = rows.next();
        for (int f = 0; f < maps.length; f++) {
          if (fields.get(f).column() < 0) {
            unit(row, f, cells, units, 2 * count);
          } else {
            cell(row, f, cells);
          }
        }
        cells.keepRow();
      }
      before += count;
      List<String> faults = cells.faults();
      return new Chunk(cells.kept(), units, faults);
    }

    private void cell(InternalRow row, int f, CellRows cells) {
      RowPlan.Field field = fields.get(f);
      int column = field.column();
      if (row.isNullAt(f)) {
        cells.missing(column);
        return;
      }
      switch (field.store()) {
        case TEXT -> cells.text(column, row.getUTF8String(f).getBytes());
        case FLAG -> cells.flag(column, row.getBoolean(f));
        default -> cells.number(column, maps[f].applyAsDouble(number(row, f, field)));
      }
    }

    private static double number(InternalRow row, int f, RowPlan.Field field) {
      return switch (field.store()) {
        case BYTE -> row.getByte(f);
        case SHORT -> row.getShort(f);
        case INT -> row.getInt(f);
        case LONG -> row.getLong(f) / field.unitsPerOne();
        case FLOAT -> row.getFloat(f);
        case DOUBLE -> row.getDouble(f);
        case DECIMAL -> row.getDecimal(f, field.precision(), field.scale()).toDouble();
        case FLAG, TEXT -> throw new IllegalStateException("Not a number: " + field.store());
      };
    }

    private void unit(InternalRow row, int f, CellRows cells, long[] units, int at) {
      RowPlan.Field field = fields.get(f);
      byte[] name =
          row.isNullAt(f)
              ? new byte[0]
              : field.store() == RowPlan.Store.TEXT
                  ? row.getUTF8String(f).getBytes()
                  : text(row, f, field).getBytes(StandardCharsets.UTF_8);
      cells.unit(plan.names().get(f), name, units, at);
    }

    private static String text(InternalRow row, int f, RowPlan.Field field) {
      return switch (field.store()) {
        case BYTE, SHORT, INT, LONG ->
            Long.toString(
                field.store() == RowPlan.Store.LONG
                    ? row.getLong(f)
                    : (long) number(row, f, field));
        case FLAG -> Boolean.toString(row.getBoolean(f));
        default -> Double.toString(number(row, f, field));
      };
    }
  }
}

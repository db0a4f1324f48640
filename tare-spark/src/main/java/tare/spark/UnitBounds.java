package tare.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.ColumnarTable;
import tare.table.TableAppender;

/*
 * A unit's rows come together in one partition and are put in an order of their own, by what they
 * hold: partitions have no order that would be the same tomorrow. Which of them stay then hangs on
 * the unit's name and the number of its rows (docs/proofs/units.md).
 */

/** Keeps of every unit as many rows as its schema says. */
final class UnitBounds {

  private UnitBounds() {}

  static JavaRDD<Chunk> of(JavaRDD<Chunk> chunks, Schema schema) {
    JavaPairRDD<UnitRow, Boolean> rows =
        chunks.flatMapToPair(
            chunk ->
                IntStream.range(0, chunk.rows().rowCount())
                    .mapToObj(r -> new Tuple2<>(UnitRow.of(chunk, r), true))
                    .iterator());
    return rows.repartitionAndSortWithinPartitions(
            new ByUnit(chunks.getNumPartitions()), UnitRow.ORDER)
        .mapPartitions(sorted -> new Bounded(schema, sorted));
  }

  /** A row on its way to its unit's others. */
  record UnitRow(long high, long low, double[] values) implements Serializable {

    static final Comparator<UnitRow> ORDER = new InOrder();

    static UnitRow of(Chunk chunk, int row) {
      double[] values = new double[chunk.rows().schema().columnCount()];
      Arrays.setAll(values, c -> chunk.rows().value(row, c));
      return new UnitRow(chunk.units()[2 * row], chunk.units()[2 * row + 1], values);
    }

    boolean isOf(UnitRow other) {
      return high == other.high && low == other.low;
    }
  }

  private static final class InOrder implements Comparator<UnitRow>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(UnitRow a, UnitRow b) {
      int order = Long.compare(a.high(), b.high());
      order = order != 0 ? order : Long.compare(a.low(), b.low());
      return order != 0 ? order : Arrays.compare(a.values(), b.values());
    }
  }

  private static final class ByUnit extends Partitioner {
    private static final long serialVersionUID = 1L;
    private final int partitions;

    ByUnit(int partitions) {
      this.partitions = partitions;
    }

    @Override
    public int numPartitions() {
      return partitions;
    }

    @Override
    public int getPartition(Object key) {
      return (int) Long.remainderUnsigned(((UnitRow) key).low(), partitions);
    }
  }

  private static final class Bounded implements Iterator<Chunk> {
    private final Schema schema;
    private final Iterator<Tuple2<UnitRow, Boolean>> sorted;
    private List<UnitRow> unit = new ArrayList<>();

    Bounded(Schema schema, Iterator<Tuple2<UnitRow, Boolean>> sorted) {
      this.schema = schema;
      this.sorted = sorted;
    }

    @Override
    public boolean hasNext() {
      return sorted.hasNext() || !unit.isEmpty();
    }

    @Override
    public Chunk next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      TableAppender rows = new TableAppender(schema.plain());
      while (hasNext() && rows.rowCount() < Chunk.ROWS) {
        List<UnitRow> whole = unit;
        unit = new ArrayList<>();
        while (sorted.hasNext() && unit.isEmpty()) {
          UnitRow next = sorted.next()._1();
          (whole.isEmpty() || whole.get(0).isOf(next) ? whole : unit).add(next);
        }
        // Privacy hangs on this line: what a unit keeps hangs on no other unit.
        for (int kept :
            BoundedRows.chosen(whole.get(0).high(), whole.size(), schema.rowsPerUnit())) {
          rows.append(whole.get(kept).values());
        }
      }
      ColumnarTable table = rows.finish();
      return new Chunk(table, new long[0], List.of());
    }
  }
}

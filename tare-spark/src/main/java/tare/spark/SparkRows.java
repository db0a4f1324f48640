package tare.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import tare.gate.PrivateRows;
import tare.schema.BadInputException;
import tare.schema.Faults;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.EncodedRows.RowEncoder;

/*
 * Rows are decoded once and kept as compact columns on the machines that read them. What does not
 * fit in their memory is decoded again for every pass: rows are written to no disk, but by the
 * shuffle that brings a unit's rows together. A pass is one job. Its functions travel to the rows,
 * every partition makes one sum, and sums are merged in a tree on the way to the driver. All sums
 * that a release hangs on are of whole numbers, so neither the number of partitions nor the order
 * in which they end, nor a task that is run twice, changes a bit of them.
 */

/** The rows of a Spark data frame under a schema, as a mechanism sees them. */
public final class SparkRows implements PrivateRows, AutoCloseable {

  private static final int TREE_DEPTH = 2;

  private final Schema schema;
  private final JavaRDD<Chunk> chunks;
  private int passes;

  private SparkRows(Schema schema, JavaRDD<Chunk> chunks) {
    this.schema = schema;
    this.chunks = chunks;
  }

  /**
   * Reads rows: all of them are decoded, and every unit keeps as many as the schema says, before
   * anything is charged.
   *
   * @throws BadInputException when columns or cells are not as declared, or a file cannot be read
   * @throws RefusedException when the frame gives other rows each time it is asked
   */
  public static SparkRows of(Dataset<org.apache.spark.sql.Row> frame, Schema schema) {
    RowPlan plan = RowPlan.of(frame.schema(), schema);
    if (!frame.queryExecution().analyzed().deterministic()) {
      throw new RefusedException(
          "The data frame hangs on chance, so it may give other rows each time it is read. Write it"
              + " down first, and release what was written.");
    }
    Column[] columns =
        plan.names().stream()
            .map(name -> functions.col("`" + name.replace("`", "``") + "`"))
            .toArray(Column[]::new);
    JavaRDD<Chunk> decoded =
        frame
            .select(columns)
            .queryExecution()
            .toRdd()
            .toJavaRDD()
            .mapPartitions(new Decoding(plan))
            .persist(StorageLevel.MEMORY_ONLY());
    try {
      requireSound(decoded);
      if (schema.unitRows().isEmpty()) {
        return new SparkRows(schema.plain(), decoded);
      }
      JavaRDD<Chunk> bounded = UnitBounds.of(decoded, schema).persist(StorageLevel.MEMORY_ONLY());
      bounded.count();
      decoded.unpersist(false);
      return new SparkRows(schema.plain(), bounded);
    } catch (RuntimeException e) {
      decoded.unpersist(false);
      throw e;
    }
  }

  /** Decodes all rows, in one job that brings back their number and what is wrong with them. */
  private static void requireSound(JavaRDD<Chunk> decoded) {
    List<PartRead> parts;
    try {
      parts = decoded.mapPartitions(PartRead::of).collect();
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw unreadable(e);
    }
    Faults faults = new Faults("the rows");
    parts.forEach(part -> part.faults().forEach(faults::add));
    if (parts.stream().mapToLong(PartRead::rows).sum() == 0 && !faults.any()) {
      faults.add("There are no rows.");
    }
    faults.throwIfAny();
  }

  /** What is told of a partition once it is decoded. */
  record PartRead(long rows, List<String> faults) implements Serializable {

    static Iterator<PartRead> of(Iterator<Chunk> chunks) {
      long rows = 0;
      List<String> faults = new ArrayList<>();
      while (chunks.hasNext()) {
        Chunk chunk = chunks.next();
        rows += chunk.rows().rowCount();
        chunk.faults().stream().limit(Faults.SHOWN - faults.size()).forEach(faults::add);
      }
      return List.of(new PartRead(rows, faults)).iterator();
    }
  }

  /** What Spark says may quote a file; that it failed may be told. */
  static BadInputException unreadable(Throwable failure) {
    return new BadInputException(
        "the rows",
        "Spark could not read them ("
            + kind(failure)
            + "). Is a part file damaged or missing? Nothing was charged.");
  }

  /** The kind of a failure's first cause. */
  static String kind(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName();
  }

  /** How many jobs have passed over all rows so far, the first reading not among them. */
  public int passes() {
    return passes;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** A question to rows, as it travels. */
  record Asked<S>(Zero<S> zero, Add<S> add, Merge<S> merge) implements Serializable {}

  @Override
  public <S> S pass(Zero<S> zero, Add<S> add, Merge<S> merge) {
    passes++;
    byte[] asked = Travel.bytes(new Asked<>(zero, add, merge));
    return Travel.read(
        chunks.mapPartitions(new PartSum(asked)).treeReduce(new Merged(asked), TREE_DEPTH));
  }

  /** One sum over a partition. */
  private static final class PartSum implements FlatMapFunction<Iterator<Chunk>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final byte[] asked;

    PartSum(byte[] asked) {
      this.asked = asked;
    }

    @Override
    public Iterator<byte[]> call(Iterator<Chunk> chunks) {
      Asked<Object> question = Travel.read(asked);
      Object sum = question.zero().get();
      try {
        while (chunks.hasNext()) {
          chunks.next().rows().pass(() -> sum, question.add(), question.merge());
        }
      } catch (RuntimeException e) {
        throw silenced(e);
      }
      return List.of(Travel.bytes(sum)).iterator();
    }

    /** What a failure says may speak of rows, and executors write it to their logs. */
    private static IllegalStateException silenced(RuntimeException failure) {
      IllegalStateException said =
          new IllegalStateException(
              "A pass over private rows failed with " + failure.getClass().getSimpleName() + ".");
      said.setStackTrace(failure.getStackTrace());
      return said;
    }
  }

  private static final class Merged implements Function2<byte[], byte[], byte[]> {

    private static final long serialVersionUID = 1L;

    private final byte[] asked;

    Merged(byte[] asked) {
      this.asked = asked;
    }

    @Override
    public byte[] call(byte[] some, byte[] others) {
      Asked<Object> question = Travel.read(asked);
      return Travel.bytes(question.merge().apply(Travel.read(some), Travel.read(others)));
    }
  }

  @Override
  public boolean inOnePlace() {
    return false;
  }

  @Override
  public Lots lots(int width, RowEncoder<float[]> encoder, double rate, LongSupplier bits) {
    throw notByLots();
  }

  @Override
  public List<Vectors> parts(
      int width, RowEncoder<float[]> encoder, int parts, IntSupplier chance) {
    throw notByLots();
  }

  private static RefusedException notByLots() {
    return new RefusedException(
        "Rows on a cluster are neither drawn in lots nor given to teachers: a lot would be a job, and"
            + " training takes thousands. Use privbayes with moments.");
  }

  /** Lets go of the rows that are kept in memory. */
  @Override
  public void close() {
    chunks.unpersist(false);
  }
}
